/** `listInboundOrders`: the inbound orders of the books in the order in which they were created. */
import { type BooksV1, ErpInbound } from "@crossdock/books"
import { type AdapterError, InboundOrder, InboundPhase, type Operation, type SqlStorage } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { BooksSession } from "../BooksSession.ts"
import * as StatedPrices from "../inbound/StatedPrices.ts"
import * as Lots from "./Lots.ts"
import * as Pages from "./Pages.ts"
import * as Selection from "./Selection.ts"
import { instant, maybeInstant, millis, pieces, sku, text } from "./Values.ts"
import * as Warehouses from "./Warehouses.ts"

/** What the books keep of a draft beside their columns. */
const Content = Schema.fromJsonString(
  ErpInbound.ErpInboundDraft.mapFields(Struct.pick(["boxes", "customFields", "firstLegCurrency", "purchaseCurrency", "transferCurrency"]))
)
const LineContent = Schema.fromJsonString(ErpInbound.ErpInboundDraftLine.mapFields(Struct.pick(["firstLegPrice", "note", "purchasePrice", "transferPrice"])))

/** The columns of the times that a window may be about. */
const times = { created: "created_at", stocked: "stocked_at", finished: "finished_at", updated: "updated_at" } as const

const isPhase = Schema.is(InboundPhase.InboundPhase)

/** The values of custom fields. The books know their ids and values, and take them for texts. */
const fieldsOf = (fields: (typeof Content.Type)["customFields"]) =>
  fields === undefined
    ? {}
    : { customFields: fields.map(({ id, value }): ErpInbound.CustomField => ({ recordType: "SYS_ASN", name: id, type: "text", defaultValue: value })) }

const readLines = Effect.fnUntraced(function*(
  session: BooksSession,
  asnNumbers: ReadonlyArray<string>
): Effect.fn.Return<Readonly<Record<string, ReadonlyArray<SqlStorage.Row>>>, AdapterError.Reason> {
  const { books, query, tables } = session
  const selection = Selection.make(books, "line")
  selection.require(`line.asn_number IN ${selection.values(asnNumbers)}`)
  const rows = yield* query(
    `SELECT line.asn_number, line.sku, line.expected, line.received, line.good, line.bad, line.content, product.name FROM ${tables.inbound_line} AS line
      LEFT JOIN ${tables.product} AS product ON product.books = line.books AND product.sku = line.sku
      WHERE ${selection.where()} ORDER BY line.asn_number, line.line`,
    selection.params
  )
  return Arr.groupBy(rows, (row) => String(row.asn_number))
})

const toLine = (row: SqlStorage.Row, lots: ReadonlyArray<Lots.Lot> | undefined): Effect.Effect<ErpInbound.ErpInboundLine> =>
  Effect.map(Effect.orDie(Schema.decodeEffect(LineContent)(String(row.content))), (content) => ({
    sku: sku(row.sku),
    ...text("name", row.name),
    expected: pieces(row.expected),
    received: pieces(row.received),
    good: pieces(row.good),
    bad: pieces(row.bad),
    ...content,
    ...StatedPrices.pricesOf(content),
    ...(lots !== undefined && { lots })
  }))

const toOrder = (
  session: BooksSession,
  row: SqlStorage.Row,
  lines: ReadonlyArray<ErpInbound.ErpInboundLine>
): Effect.Effect<ErpInbound.ErpInboundOrder> =>
  Effect.map(Effect.orDie(Schema.decodeEffect(Content)(String(row.content))), ({ boxes, customFields, ...draft }) => ({
    asnNumber: InboundOrder.AsnNumber.make(String(row.asn_number)),
    ...Warehouses.members(session, String(row.warehouse)),
    ...text("type", row.type),
    // A phase that this release does not know is no end.
    phase: isPhase(row.phase) ? row.phase : "announced",
    status: String(row.status),
    ...StatedPrices.currenciesOf(draft, session.settings),
    lines,
    ...text("businessNumber", row.business_number),
    ...text("customNumber", row.custom_number),
    ...text("trackingNumber", row.tracking_number),
    ...text("remark", row.remark),
    createdAt: instant(row.created_at),
    ...maybeInstant("updatedAt", row.updated_at),
    ...maybeInstant("stockedAt", row.stocked_at),
    ...maybeInstant("finishedAt", row.finished_at),
    ...fieldsOf(customFields),
    ...(boxes !== undefined && { boxes })
  }))

export const listInboundOrders = (session: BooksSession): Operation.Handler<typeof BooksV1.ListInboundOrders> => {
  const { books, settings, tables } = session
  const ofErpWms = new Set(settings.warehouses.flatMap(({ id, runsErpWms }) => runsErpWms ? [id] : []))
  return Effect.fnUntraced(function*(payload) {
    const { isReceivingFailed, isSendFailed, isSent, number, skuOrName, status, time, trackingNumber, type, warehouseName, withLots = false } = payload
    const selection = Selection.make(books, "asn")
    selection.given(yield* Warehouses.idOf(session, warehouseName), (id) => `asn.warehouse = ${id}`)
    selection.given(type, (word) => `asn.type = ${word}`)
    selection.given(status, (word) => `asn.status = ${word}`)
    selection.given(number, (value) => `(asn.asn_number = ${value} OR asn.business_number = ${value} OR asn.custom_number = ${value})`)
    selection.given(trackingNumber, (value) => `asn.tracking_number = ${value}`)
    selection.given(skuOrName === undefined ? undefined : Selection.containing(skuOrName), (pattern) =>
      `EXISTS (SELECT 1 FROM ${tables.inbound_line} AS line LEFT JOIN ${tables.product} AS product ON product.books = line.books AND product.sku = line.sku
        WHERE line.books = asn.books AND line.asn_number = asn.asn_number
          AND (LOWER(line.sku) LIKE ${pattern} ESCAPE '\\' OR LOWER(product.name) LIKE ${pattern} ESCAPE '\\'))`)
    if (time !== undefined) {
      selection.require(`asn.${times[time.of]} BETWEEN ${selection.value(millis(time.from))} AND ${selection.value(millis(time.to))}`)
    }
    // A mark that is not asked for selects nothing (U-119).
    if (isSent === true) selection.require("asn.sent = 'sent'")
    if (isSendFailed === true) selection.require("asn.sent = 'failed'")
    if (isReceivingFailed === true) selection.require("asn.has_exception = 1")
    return yield* Pages.read(
      session,
      payload,
      selection,
      { from: `${tables.inbound_order} AS asn`, columns: "asn.*", key: [["asn.sequence", "number"]] },
      Effect.fnUntraced(function*(rows) {
        const numbers = rows.map((row) => String(row.asn_number))
        const lines = yield* readLines(session, numbers)
        // Only the ERP's own software knows lots (U-137).
        const numbersWithLots = withLots ? rows.flatMap((row) => ofErpWms.has(String(row.warehouse)) ? [String(row.asn_number)] : []) : []
        const lots = yield* Lots.read(session, numbersWithLots)
        return yield* Effect.forEach(rows, (row) => {
          const asnNumber = String(row.asn_number)
          const hasLots = numbersWithLots.includes(asnNumber)
          return Effect.flatMap(
            Effect.forEach(lines[asnNumber] ?? [], (line) => toLine(line, hasLots ? lots(asnNumber, String(line.sku)) : undefined)),
            (all) => toOrder(session, row, all)
          )
        })
      })
    )
  })
}
