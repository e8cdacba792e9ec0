/**
 * What the desk does about an order of a shop, as a table. A row is a pattern over plain values, what is done, and a sentence; the first row
 * that matches decides. `TableCheck` proves that some row matches each situation, and that each row decides one. The steps are in `Steps.ts`,
 * the values in `Situation.ts`.
 */
import * as Effect from "effect/Effect"
import type { Cause } from "./Holds.ts"

/** The values that the table looks at, each with all that it can be. */
export const fields = {
  /** How the order is at the shop. An order that was closed in a word that nobody knows counts as finished. */
  shop: ["unpaid", "open", "onHold", "finished", "cancelled"],
  /** What a person has decided: to hold it, or that the desk goes on in spite of what it asks about. */
  person: ["none", "holds", "released"],
  /** Whether the shop has changed what warehouses were told. */
  changed: ["no", "yes"],
  /** Parts that a warehouse can still be asked not to ship, or is being asked. */
  stoppable: ["none", "some", "asked"],
  /** Whether a person has withdrawn a part, and its warehouse was asked not to ship it and has not ended it. */
  withdrawn: ["no", "yes"],
  /** What is shipped beyond the order: by a part that can be stopped, or already. */
  surplus: ["none", "stoppable", "gone"],
  /** Whether the shop's carrier of each parcel that is to be told is known. */
  carriers: ["known", "unknown"],
  /** What the order has that cannot be placed, in the order in which it is looked at. */
  order: ["good", "lines", "masked", "unnamed", "address"],
  /** Why no warehouse ships anything of it: the platform or the shop does, the buyer fetches it, or nothing is to be shipped. */
  shipsItself: ["no", "platform", "pickup", "local", "nothing", "refunded"],
  /** Whether the buyer has asked to cancel it, and nobody has decided. */
  cancelRequested: ["no", "yes"],
  /** Whether the goods must not leave yet. */
  early: ["no", "yes"],
  /** Parts that a warehouse has refused, and may have nevertheless. */
  refusing: ["none", "some"],
  /** Shipments that the shop has arranged and no part is shipped with: they are being cancelled, or the shop keeps them. Looking it up cancels them. */
  shipments: ["none", "pending", "kept"],
  /** Whether a part waits for a label of the shop. */
  labelling: ["no", "yes"],
  /** What came of asking the shop for labels: parts wait for them, or the order has changed meanwhile. Looking it up asks the shop. */
  labels: ["none", "waiting", "changed"],
  /** Of an order that the shop has finished: whether something has not left. */
  unshipped: ["no", "yes"],
  /** Whether a person has accepted that the shop has finished it although not everything had left. */
  accepted: ["no", "yes"],
  /** Pieces that no warehouse ships; `nothing`: the order has no lines. */
  open: ["none", "nothing", "some"],
  /** What has been placed of it: parts that ship or have shipped, or only parcels of parts that were given up. */
  placed: ["none", "gone", "live"],
  /**
   * What is behind most of what warehouses have: the shop refused a parcel, its notice has no answer, pieces may have left, a part left short,
   * warehouses or notices are under way.
   */
  atWarehouses: ["done", "underWay", "short", "unclear", "late", "untold"],
  /** What the shop shows of shipments by others. */
  others: ["none", "arranged", "shipped"],
  /** What held the order before, and ends only by a change or a person. `kept`: the shop keeps a shipment of it. */
  before: ["none", "refused", "label", "restored", "kept"],
  /** Whether it is older than the desk, so that somebody else may ship it. */
  earlier: ["no", "yes"],
  /** Whether it may have been placed after the backup on which the runner works. */
  restored: ["no", "yes"]
} as const

export type Field = keyof typeof fields
export type Value<F extends Field> = (typeof fields)[F][number]
export type Situation = { readonly [F in Field]: Value<F> }
export type Pattern = { readonly [F in Field]?: ReadonlyArray<Value<F>> }

export type Step = keyof typeof stepTexts

export interface Row {
  readonly name: string
  /** It matches what one of these matches. */
  readonly when: ReadonlyArray<Pattern>
  readonly step: Step
  /** Of `hold`, `withdraw` and `end`: what becomes of the order. */
  readonly cause?: Cause
  readonly state?: "done" | "closed"
  /** Whether warehouses that have refused the order are tried again, if it changed or a person has released it. */
  readonly triesRefusing?: true
  readonly says: string
}

const wanted = ["unpaid", "open", "onHold"] as const
const ended = ["finished", "cancelled"] as const
const stopped = ["some", "asked"] as const
const unasked = ["none", "released"] as const
const notOurs = ["platform", "pickup", "local", "nothing", "refunded"] as const
const uncovered = { placed: ["none"] } as const satisfies Pattern

/** Nothing more is to be placed: the order has ended at the shop, or warehouses have all of it. */
const served = (more: Pattern): ReadonlyArray<Pattern> => [
  { shop: ended, ...more },
  { shop: wanted, open: ["none", "nothing"], placed: ["gone", "live"], ...more }
]

/** What a step does, and the causes for which the order may be held then, for people. */
interface StepText {
  readonly does: string
  readonly causes?: ReadonlyArray<Cause>
}

const stepTexts = {
  withdraw: { does: "asks the warehouses not to ship; the order is held while one does not answer, or does not cancel", causes: ["change"] },
  waitForCarriers: { does: "asks the shop again later", causes: ["carriers"] },
  keepPersonsHold: { does: "goes on holding the order", causes: ["person"] },
  holdFinished: { does: "holds the order until everything has left, or a person accepts it", causes: ["finished"] },
  holdRefused: { does: "holds the order until the warehouse was asked again", causes: ["refused"] },
  wait: { does: "waits for the shop" },
  settleLabels: { does: "asks the shop for shipments and labels, and sends each part once its label is there", causes: ["label", "labelPending"] },
  lookAgain: { does: "decides anew, with what the order is now" },
  settleShipments: { does: "waits until the shop has cancelled the shipment, or a person has", causes: ["label", "labelPending"] },
  settleShipped: { does: "keeps what is so, and shows it; a hold stops nothing of what warehouses do", causes: ["shop", "noticePending", "unclear", "short", "onHold"] },
  end: { does: "ends the work on the order" },
  hold: { does: "holds the order" },
  holdAsBefore: { does: "goes on holding the order", causes: ["refused", "label", "restored"] },
  place: { does: "reserves the pieces and sends orders to warehouses", causes: ["noRule", "rule", "stock", "nothingToShip", "payment", "link", "number", "label"] }
} as const satisfies Readonly<Record<string, StepText>>

export const steps: Readonly<Record<Step, StepText>> = stepTexts

/** What becomes of the order: the first row that matches. */
export const rows: ReadonlyArray<Row> = [
  // Stopping what is not wanted comes first, because it is a race with the warehouse.
  { name: "stopCancelled", when: [{ shop: ["cancelled"], stoppable: stopped }], step: "withdraw", says: "The buyer has cancelled, so warehouses are asked not to ship." },
  { name: "stopChanged", when: [{ shop: wanted, changed: ["yes"], stoppable: stopped }], step: "withdraw", says: "The order changed at the shop, so warehouses are asked not to ship the earlier one." },
  { name: "stopSurplus", when: [{ shop: wanted, surplus: ["stoppable"], stoppable: stopped }], step: "withdraw", says: "More is on its way than the buyer wants, so the newest parts with it are withdrawn." },
  { name: "stopForPerson", when: [{ withdrawn: ["yes"] }], step: "withdraw", cause: "person", says: "A person has withdrawn a part. Its warehouse is asked until it answers, and the order is held by the person." },
  { name: "stopping", when: [{ stoppable: ["asked"] }], step: "withdraw", says: "A warehouse was asked not to ship a part before, and is asked until it answers, also if the shop has finished the order meanwhile." },
  { name: "noCarrier", when: [{ carriers: ["unknown"] }], step: "waitForCarriers", cause: "carriers", says: "A parcel cannot be told, because the shop does not tell its carriers; it is asked again." },
  { name: "person", when: [{ person: ["holds"] }], step: "keepPersonsHold", cause: "person", says: "A person holds it. What warehouses have is shipped and told; nothing is placed." },
  // What the shop has finished is never withdrawn, and never placed.
  { name: "finishedOpen", when: [{ shop: ["finished"], unshipped: ["yes"], accepted: ["no"] }], step: "holdFinished", cause: "finished", says: "The shop has finished the order, and something of it has not left." },
  { name: "finishedShort", when: [{ shop: ["finished"], unshipped: ["yes"], atWarehouses: ["short"] }], step: "holdFinished", cause: "finished", says: "A person has accepted that the shop finished it early, and a part has left short, which is asked again." },
  { name: "refusing", when: [{ refusing: ["some"] }], step: "holdRefused", cause: "refused", says: "A warehouse has refused a part in words that nobody lists, and may have it nevertheless: it is asked before anything else." },
  { name: "heldWithLabel", when: [{ shop: ["onHold"], labelling: ["yes"] }], step: "wait", cause: "onHold", says: "The shop holds the order, so no shipment or label is asked for." },
  { name: "labelsChanged", when: [{ labelling: ["yes"], labels: ["changed"] }], step: "lookAgain", says: "The order changed while the shop was asked for a label." },
  { name: "labels", when: [{ labelling: ["yes"], labels: ["waiting"] }], step: "settleLabels", says: "Parts wait for shipments of the shop, or their labels." },
  { name: "shipmentsPending", when: [{ shipments: ["pending"] }], step: "settleShipments", says: "A shipment that no part uses is being cancelled at the shop; nothing is placed before." },
  { name: "shipmentsKept", when: [{ shop: wanted, shipments: ["kept"] }], step: "settleShipments", says: "The shop keeps a shipment that no part uses; a person cancels it there." },
  { name: "shipsItself", when: [{ shop: wanted, shipsItself: notOurs }], step: "end", state: "done", says: "No warehouse ships anything of it: the platform or the shop does, the buyer fetches it, or nothing is to be shipped." },
  { name: "lines", when: [{ shop: wanted, order: ["lines"] }], step: "hold", cause: "lines", says: "The quantities of the order cannot be shipped." },
  { name: "surplus", when: [{ shop: wanted, surplus: ["gone"], person: ["none"] }], step: "hold", cause: "surplus", says: "More has left, or cannot be stopped any more, than the buyer wants." },
  // Nothing more is to be placed.
  { name: "untold", when: served({ atWarehouses: ["untold"] }), step: "settleShipped", cause: "shop", says: "The shop has refused the notice of a parcel, or cannot be told of it." },
  { name: "late", when: served({ atWarehouses: ["late"] }), step: "settleShipped", cause: "noticePending", says: "The notice of a parcel has no answer." },
  { name: "unclear", when: served({ atWarehouses: ["unclear"] }), step: "settleShipped", cause: "unclear", says: "Pieces may have left, and no report says so. A release alone ships nothing of them." },
  { name: "short", when: served({ atWarehouses: ["short"] }), step: "settleShipped", cause: "short", says: "A part left without some pieces. They are not placed again before a person says so, because a further parcel may be reported." },
  { name: "heldAtShop", when: [{ shop: ["onHold"], open: ["none", "nothing"], placed: ["live"], atWarehouses: ["underWay"] }], step: "settleShipped", cause: "onHold", says: "The shop holds an order that warehouses have already; it goes on, and people see it." },
  { name: "underWay", when: served({ atWarehouses: ["underWay"] }), step: "settleShipped", says: "Warehouses ship it, or the shop is being told." },
  { name: "cancelled", when: [{ shop: ["cancelled"], placed: ["none", "gone"] }], step: "end", state: "closed", says: "The order is cancelled, and no warehouse ships anything of it any more." },
  { name: "cancelledTooLate", when: [{ shop: ["cancelled"], placed: ["live"] }], step: "settleShipped", says: "The order is cancelled, and something of it had left before. The shop knows that; what becomes of the goods is between the shop and the buyer." },
  { name: "finishedByShop", when: [{ shop: ["finished"], shipsItself: notOurs }], step: "end", state: "done", says: "The shop has finished an order of which no warehouse ships anything." },
  { name: "finishedUnplaced", when: [{ shop: ["finished"], open: ["some", "nothing"] }], step: "end", state: "closed", says: "The shop has finished the order, and what no warehouse has of it is nobody's to ship." },
  { name: "finished", when: [{ shop: ["finished"] }], step: "settleShipped", state: "done", says: "The shop has finished the order, and all of it has left." },
  { name: "done", when: [{ shop: wanted, open: ["none", "nothing"], placed: ["gone", "live"] }], step: "settleShipped", state: "done", says: "All that the buyer wants has left, and the shop knows it." },
  { name: "shippedElsewhere", when: [{ ...uncovered, open: ["none"], others: ["shipped"] }], step: "end", state: "done", says: "The shop shows that somebody else has shipped the order." },
  // What keeps the rest from being placed.
  { name: "shipmentKept", when: [{ before: ["kept"], person: ["none"] }], step: "holdAsBefore", cause: "label", says: "The shop keeps a shipment of a part that is not shipped with it; a person decides before another is arranged." },
  { name: "asBefore", when: [{ before: ["refused", "label", "restored"], changed: ["no"], person: ["none"] }], step: "holdAsBefore", says: "What held the order, such as a warehouse that has given a part up, ends only by a change at the shop, or a person." },
  { name: "earlier", when: [{ placed: ["none", "gone"], earlier: ["yes"], person: ["none"] }], step: "hold", cause: "earlier", triesRefusing: true, says: "It is older than the desk, so somebody else may ship it." },
  { name: "onHold", when: [{ shop: ["onHold"] }], step: "wait", cause: "onHold", triesRefusing: true, says: "The shop holds the order; nothing more of it is placed." },
  { name: "unpaid", when: [{ shop: ["unpaid"] }], step: "wait", triesRefusing: true, says: "It is placed when it is paid." },
  { name: "cancelRequested", when: [{ cancelRequested: ["yes"], person: ["none"] }], step: "hold", cause: "cancelRequested", triesRefusing: true, says: "The buyer has asked to cancel it; nothing more of it is placed before somebody decides." },
  { name: "early", when: [{ early: ["yes"], person: ["none"] }], step: "wait", triesRefusing: true, says: "Its goods must not leave yet." },
  { name: "masked", when: [{ order: ["masked"] }], step: "hold", cause: "masked", triesRefusing: true, says: "The shop hides the receiver." },
  { name: "arranged", when: [{ others: ["arranged"], person: ["none"] }], step: "hold", cause: "elsewhere", triesRefusing: true, says: "The shop shows a shipment by others that has not left." },
  { name: "unnamed", when: [{ order: ["unnamed"] }], step: "hold", cause: "mapping", triesRefusing: true, says: "SKUs of the shop have no name in the books." },
  { name: "address", when: [{ order: ["address"] }], step: "hold", cause: "address", triesRefusing: true, says: "The shop leaves out a part of the address." },
  { name: "restored", when: [{ restored: ["yes"] }], step: "hold", cause: "restored", triesRefusing: true, says: "It may have been placed after the backup was made on which the runner works." },
  { name: "place", when: [{ shop: ["open"], order: ["good"], person: unasked, restored: ["no"] }], step: "place", triesRefusing: true, says: "What nobody ships is placed by the rules of the desk; a rule may hold it, and it waits for stock." }
]

/** What cannot be. */
export const impossible: ReadonlyArray<{ readonly when: Pattern; readonly because: string }> = [
  { when: { surplus: ["stoppable"], stoppable: ["none"] }, because: "a surplus that can be stopped is in a part that can be stopped" },
  { when: { withdrawn: ["yes"], stoppable: ["none", "some"] }, because: "what a person has withdrawn is being asked" },
  { when: { surplus: ["stoppable"], shop: ended }, because: "of an order that has ended nothing is too much" },
  { when: { labelling: ["no"], labels: ["waiting", "changed"] }, because: "only parts that wait for labels ask for them" },
  { when: { labelling: ["yes"], placed: ["none", "gone"] }, because: "a part that waits for a label is a live part" },
  { when: { stoppable: ["some", "asked"], placed: ["none", "gone"] }, because: "what can be stopped is a live part" },
  { when: { refusing: ["some"], placed: ["none", "gone"] }, because: "a part that its warehouse may have is a live part" },
  { when: { shop: ["unpaid", "open", "onHold", "cancelled"], unshipped: ["yes"] }, because: "only of a finished order is it asked what has not left" },
  { when: { placed: ["none"], atWarehouses: ["underWay", "short", "unclear", "late", "untold"] }, because: "without a part nothing is under way" }
]

/**
 * Finds the row that decides. Values are looked up in the order in which the rows ask for them, each once, so that a peer is asked only if no
 * earlier row decides. Undefined cannot happen, which the test of the table proves.
 */
export const decide = Effect.fnUntraced(function*<E, R>(lookUp: (field: Field) => Effect.Effect<string, E, R>) {
  const known = new Map<Field, string>()
  const valueOf = Effect.fnUntraced(function*(field: Field) {
    const value = known.get(field) ?? (yield* lookUp(field))
    known.set(field, value)
    return value
  })
  for (const row of rows) {
    for (const pattern of row.when) {
      let isMatch = true
      for (const [field, values] of Object.entries(pattern) as ReadonlyArray<[Field, ReadonlyArray<string>]>) {
        isMatch = values.includes(yield* valueOf(field))
        if (!isMatch) break
      }
      if (isMatch) return row
    }
  }
  return undefined
})
