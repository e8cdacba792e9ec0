/**
 * Mistakes that could be made in what decides where pieces are: each changes one text of the sources, and a fast test must turn red. They are
 * the findings of the reviews, the mutations that no test noticed then, and what would be missed if a guard were dropped.
 * `test/mistakes.long.test.ts` plants each in a copy of the sources in memory.
 */
export interface Mistake {
  /** What the code does with it. */
  readonly title: string
  readonly in: "desk" | "books" | "fold" | "notices"
  /** Path in the repository. */
  readonly file: string
  /** Stands exactly once in the file. */
  readonly find: string
  readonly put: string
  /** The test that turns red, by its path in its package and its title. */
  readonly caught: { readonly by: string; readonly title: string }
}

type Change = readonly [title: string, file: string, find: string, put: string, by: string, test: string]

const of = (part: Mistake["in"], sources: string, tests: string, changes: ReadonlyArray<Change>): ReadonlyArray<Mistake> =>
  changes.map(([title, file, find, put, by, test]) => ({ title, in: part, file: `${sources}/${file}.ts`, find, put, caught: { by: `${tests}/${by}.test.ts`, title: test } }))

const desk = of("desk", "apps/runner/src/desk", "test/desk", [
  [
    "takes an order of an ERP with the same number for its own part (F1, K1)",
    "PartRecords",
    "(p.record = ${record} or (",
    "(1 = 1 or (",
    "same-numbers",
    "again after the warehouse has given the desk's up has none of its parcels"
  ],
  [
    "chooses a number that others use at the link (F1)",
    "DeskRows",
    "union all select 1 from entity e where e.number = $1 and e.kind = $2 and e.scope in",
    "union all select 1 from entity e where 1 = 0 and e.number = $1 and e.kind = $2 and e.scope in",
    "same-numbers",
    "for one that it has created elsewhere, and the warehouse reports, gets another number"
  ],
  [
    "takes a finished order for a cancelled one (K2)",
    "DeskTable",
    `{ name: "stopCancelled", when: [{ shop: ["cancelled"]`,
    `{ name: "stopCancelled", when: [{ shop: ["cancelled", "finished"]`,
    "table/table",
    "has a row for an order that the shop has finished after its first parcel (contract K2)"
  ],
  [
    "places what a restore holds when it becomes due (D3)",
    "DeskTable",
    `before: ["refused", "label", "restored"], changed`,
    `before: ["refused", "label"], changed`,
    "promises",
    "that is held after a restore is not placed when it becomes due, but when a person releases it (D3)"
  ],
  [
    "shows an unpaid order as waiting that warehouses have (D4)",
    "Steps",
    `state: live.length === 0 ? "waiting" : "placed"`,
    `state: "waiting"`,
    "promises",
    "that is not paid any more is shown as placed while warehouses have a part of it (D4)"
  ],
  [
    "releases the pieces of an attempt while another node may still store its decision (D5)",
    "Advance",
    "const mine = toRelease.length === 0 ? order : yield* rows.raise(order)",
    "const mine = order",
    "promises",
    "is not sent by a node whose attempt another one has taken over and released, before that one decides anew (D5)"
  ],
  [
    "stores a decision although the order has changed (D7)",
    "Placing",
    "if (!(yield* rows.isUnchanged(order))) return false",
    "",
    "promises",
    "that changes while its pieces are reserved is placed as it is then, and nothing else stays reserved (D7)"
  ],
  [
    "keeps what was reserved for a decision that was not stored (D8)",
    "Placing",
    "if (!isStored) yield* giveUp(planned)",
    "",
    "promises",
    "keeps nothing reserved of an attempt that another node has given up before its pieces were reserved (D8)"
  ],
  [
    "never decides again about an order that no rule matches (D10)",
    "Placing",
    ", noRule: 10 * minute",
    "",
    "promises",
    "that no rule matches is decided again by itself, so new rules reach it (D10)"
  ],
  [
    "lets shops offer what a refused part needs (D11)",
    "DeskRows",
    "if (!isUnsure) yield* Needs.make(db).add(entity, lines, [])",
    "",
    "promises",
    "that its warehouse refuses needs its pieces at once, so that shops do not offer them (D11)"
  ],
  [
    "takes a new number for each attempt of which nothing was reserved (F16)",
    "DeskRows",
    "state in ('reserving', 'unsent') returning number",
    "state in ('reserving', 'unsent') and 1 = 0 returning number",
    "promises",
    "keeps its number and one attempt while the books do not answer any reservation (F16)"
  ],
  [
    "promises a part of a piece (D13)",
    "Books",
    "Math.floor(Number(",
    "Math.ceil(Number(",
    "promises",
    "are read on all pages, and a part of a piece is not promised (D13, D14)"
  ],
  [
    "lets a person's release stand for what comes later (D15)",
    "SettledOrders",
    "is_released = case when i.placed_content is null then o.is_released else 0 end",
    "is_released = o.is_released",
    "promises",
    "that a person has released is held by the rules again once it was refused or has changed (D15)"
  ],
  [
    "postpones an order that has become due anew (D17)",
    "DeskRows",
    "where entity = $1 and due_at = $2 returning entity",
    "where entity = $1 and (due_at = $2 or 1 = 1) returning entity",
    "promises",
    "that is postponed keeps the time at which it has become due meanwhile (D17)"
  ],
  [
    "withdraws the part that is nearest to leaving (D25)",
    "Coverage",
    "parts.filter(isWithdrawable).toReversed()",
    "parts.filter(isWithdrawable)",
    "promises",
    "of which others ship a part loses the newest of its parts, not the one that is nearest to leaving (D25)"
  ],
  [
    "sends a piece of which others have shipped a part (D27)",
    "ShippedElsewhere",
    "Math.ceil(Number(",
    "Math.floor(Number(",
    "promises",
    "of which others have shipped a part of a piece is not sent that piece (D27)"
  ],
  [
    "ships what was delivered elsewhere (D28)",
    "ShippedElsewhere",
    " || deliveredAt !== undefined",
    "",
    "promises",
    "that the shop shows as delivered is not placed, although it tells no time of shipment (D28)"
  ],
  [
    "tells the freight with every part (F3, D29)",
    "Charges",
    "const more = BigDecimal.subtract(due, told[name])",
    "const more = all[name]",
    "money",
    "is divided by the value of the lines that each warehouse ships, and its freight adds up (F3, D29)"
  ],
  [
    "collects on delivery what was paid before (D31)",
    "Charges",
    `paymentMethod === "cashOnDelivery" ? cashOnDelivery : zero`,
    "cashOnDelivery",
    "money",
    "before is not collected again, whatever amount the shop tells (D31)"
  ],
  [
    "tells no price where only the paid one is known (D30)",
    "WarehouseOrder",
    "({ paidPrice, price = paidPrice }",
    "({ price }",
    "money",
    "on delivery is collected once, also from several warehouses, by the price that was paid (D30, D31)"
  ],
  [
    "sends a part of an order of which another part cannot be sent (F21)",
    "Placing",
    "if (unlinked !== undefined) return yield* hold(",
    "if (unlinked === undefined && reach === undefined) return yield* hold(",
    "promises",
    "is sent to none of its warehouses if one of them has lost its link (F21)"
  ],
  [
    "hears nothing of what leaves after it was given up (R3)",
    "PartReports",
    `"cancelling", "void"]`,
    `"cancelling"]`,
    "promises",
    "that its warehouse has given up and ships nevertheless is told, and what another one was to ship is taken back"
  ],
  [
    "holds an order for a surplus that has not left (suspicion b)",
    "Situation",
    `excess.length > 0 ? "gone"`,
    `facts.coverage.surplus.length > 0 ? "gone"`,
    "reports",
    "that leave pieces out which the buyer does not want any more hold the order as short, and not for a surplus that never left (suspicion b)"
  ],
  [
    "confirms newer figures of stock by older ones (D36)",
    "stock/StockRows",
    "confirmed = case when published_stock.read_at > $7 then null else $5 end",
    "confirmed = $5",
    "promises",
    "is not confirmed by older figures that the shop took after newer ones (D36)"
  ],
  [
    "counts a SKU twice that stands on two pages (F9)",
    "stock/StockReads",
    "(found) => [...new Map(found.map((balance) => [JSON.stringify([balance.warehouseName, balance.sku]), balance])).values()]",
    "(found) => found",
    "stock/StockReads",
    "have a SKU once that stands on two pages because a list shifted, with what was read last (F9)"
  ]
])

const notices = [
  ...of("notices", "apps/runner/src/desk", "test/desk", [
    [
      "tells a parcel without its lines, so that the shop takes the whole order as shipped (W1)",
      "ParcelNotices",
      "lines: [first, ...more]",
      "...(more.length > 0 && { lines: [first, ...more] })",
      "reports",
      "of all that the runner knows of an order name its lines, because the buyer may want more by now (oracle W1)"
    ],
    [
      "tells assumed contents at once (R4)",
      "ParcelNotices",
      `(state === "new" && assumedUntil <= now)`,
      `(state === "new" && assumedUntil > -1)`,
      "reports",
      "that do not list the contents are told after a while, in which the contents may come (oracle R4)"
    ],
    [
      "sends a notice that the ERP has delivered, and waits for its end (D23)",
      "ParcelNotices",
      `isDelivered ? "told" : "sending"`,
      `"sending"`,
      "promises",
      "whose notice the ERP has already sent as the desk would is done at once (D23)"
    ],
    [
      "takes the number of another part's parcel for that of a told one",
      "ParcelNotices",
      "isShown(shown.stored, parcel) && !isShared(parcel)",
      "isShown(shown.stored, parcel)",
      "odd-reports",
      "is held when two warehouses use one number, although the shop shows a parcel with it"
    ],
    [
      "tells the number that the shop has refused, and not the corrected one (C)",
      "ParcelNotices",
      "trackingNumber: parcel.numbers.at(-1) ?? parcel.trackingNumber",
      "trackingNumber: parcel.trackingNumber",
      "odd-reports",
      "is told under the corrected number of a parcel whose number the shop has refused"
    ]
  ]),
  ...of("notices", "apps/runner/src/contracts/platform", "test/contracts/platform", [
    [
      "takes the number of an arranged shipment for the proof of its notice (L1)",
      "Creates",
      "return !(yield* others.haveAtPeer(shipment.kind, sent.trackingNumber))",
      "return true",
      "creates",
      "are notices that are sent again while the platform shows the number of a shipment that it has arranged (oracle L1)"
    ],
    [
      "takes the number of another parcel for the proof of a notice (L2)",
      "Creates",
      "const shown = parcels.find((parcel) => parcel.trackingNumber === sent.trackingNumber)",
      "const shown = parcels[0]",
      "creates",
      "are notices that are sent again while the platform shows the number of another parcel (oracle L2)"
    ]
  ])
]

const books = of("books", "packages/erp-ledger/src", "test", [
  [
    "knows documents by their number alone (F1, K1)",
    "outbound/OutboundDocument",
    "JSON.stringify([link, orderNumber, issue])",
    "JSON.stringify([orderNumber])",
    "documents",
    "with the same number at two links, or of two issues, never meet (F1, K1)"
  ],
  [
    "forgets what left of an order that has ended (F2)",
    "outbound/OutboundDocument",
    "derived(document, outOf(document))",
    "derived(document, document.isEnded ? () => 0 : outOf(document))",
    "documents",
    "book a parcel once when it is reported again after the order was void (F2)"
  ],
  [
    "books an older statement after a newer one",
    "operations/ReceiveShipments",
    "if (version <= held.document.shippedVersion) return",
    "",
    "documents",
    "are told again, late and in disorder without effect"
  ],
  [
    "never puts back what has not left after all (R4)",
    "outbound/Bookings",
    "if (more < 0) back.push(...givenBack(here, -more))",
    "",
    "documents",
    "put back what has not left after all, into the cells of its last entries, and reserve it again (R4)"
  ],
  [
    "puts back first what has left first",
    "outbound/Bookings",
    "other.posting - one.posting",
    "one.posting - other.posting",
    "documents",
    "put back the pieces that left last, into their cells"
  ],
  [
    "takes out of stock what left beyond the order",
    "outbound/OutboundDocument",
    "isLimited ? Math.min(shipped, most) : shipped",
    "isLimited && most > 99 ? Math.min(shipped, most) : shipped",
    "documents",
    "keep for a person what left beyond everything that was ever allotted, and do not take it out of stock"
  ],
  [
    "keeps a reservation of an order that has ended",
    "outbound/OutboundDocument",
    "if (document.isEnded) return new Map()",
    "",
    "documents",
    "book a parcel once when it is reported again after the order was void (F2)"
  ],
  [
    "lets nothing leave that was reserved after the first parcel (L3)",
    "operations/AllotStock",
    "most: Math.max(figures.most, pieces)",
    "most: figures.most === 0 ? pieces : figures.most",
    "promises",
    "let leave what an order has reserved after its first parcel (L3)"
  ],
  [
    "books anew what a newer statement says again (L7)",
    "outbound/Bookings",
    "const more = (out.get(sku) ?? 0) - total(here)",
    "const more = out.get(sku) ?? 0",
    "promises",
    "book what has left once, however often it is told, at once, afterwards, or in a newer version (L7)"
  ]
])

const fold = of("fold", "apps/runner/src/fulfilment", "test/fulfilment", [
  [
    "lets a parcel leave only with the end of its order (R1)",
    "Statement",
    "endsWith(phase, { lines, parcelId, trackingNumber }) || shippedAt !== undefined || deliveredAt !== undefined",
    "endsWith(phase, { lines, parcelId, trackingNumber })",
    "laws",
    "derives where the goods are: a parcel that is reported after the last parcel is a parcel (R1)"
  ],
  [
    "waits for the rest of an order that was closed short (0059)",
    "Fulfilment",
    `isShort: phases.includes("closedShort")`,
    "isShort: false",
    "laws",
    "what an order that was closed short lacks never leaves, unless the lists of what stays leave something over"
  ],
  [
    "keeps an assumption when contents are reported (R4)",
    "Fulfilment",
    `key !== "" && !contents.has(key) && `,
    `key !== "" && `,
    "laws",
    "derives where the goods are: reported contents replace what was assumed (R4)"
  ],
  [
    "forgets what left of a void order (F2, F4)",
    "Fulfilment",
    "left: Quantities.beyond(all, surplus)",
    "left: ends.isVoid && !ends.isWhole ? Quantities.none : Quantities.beyond(all, surplus)",
    "laws",
    "derives where the goods are: a cancelled report names a parcel that left in `parcels` (F4)"
  ],
  [
    "takes a corrected number for a further parcel (C)",
    "SameContents",
    "(all) => isFitting(ordered, all))",
    "() => false)",
    "laws",
    "of numbers with the same lines, as many are parcels as fit the order"
  ],
  [
    "counts a report that is repeated as a further one",
    "FulfilmentRecord",
    "known.find((one) => Statement.isSame(one, statement))",
    "known.find(() => false)",
    "laws",
    "a report that says nothing new changes nothing, and one that does raises the version"
  ]
])

export const mistakes: ReadonlyArray<Mistake> = [...desk, ...notices, ...books, ...fold]
