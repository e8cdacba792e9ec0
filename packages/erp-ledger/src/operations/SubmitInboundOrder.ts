/**
 * `submitInboundOrder`: creates an inbound order, whose goods are in transit from then on.
 */
import { BooksV1, ErpInbound } from "@crossdock/books"
import { InboundOrder, type Operation, Quantity, type AdapterError, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Books from "../books/Books.ts"
import * as Rows from "../books/Rows.ts"
import * as Writes from "../books/Writes.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import * as DraftLines from "../inbound/DraftLines.ts"
import * as Orders from "../inbound/Orders.ts"
import * as StatedPrices from "../inbound/StatedPrices.ts"
import * as Pieces from "../Pieces.ts"
import * as Products from "../Products.ts"
import type { Warehouse } from "../Settings.ts"
import * as Texts from "../Texts.ts"

type Draft = ErpInbound.ErpInboundDraft
type Submitted = ErpInbound.SubmittedInboundOrder

/** No document of the books names it; orders of other types come from the ERP itself (U-27). */
const type = InboundOrder.knownAsnTypes.manual

const Answer = Schema.fromJsonString(ErpInbound.SubmittedInboundOrder)
const encodeAnswer = Schema.encodeSync(Answer)
const decodeAnswer = Schema.decodeSync(Answer)

export const submitInboundOrder = (session: BooksSession): Operation.Handler<typeof BooksV1.SubmitInboundOrder> => Effect.fnUntraced(function*(draft) {
  const warehouse = session.warehouseByName.get(draft.warehouseName)
  if (warehouse === undefined) return yield* Faults.unknownWarehouse(draft.warehouseName)
  const wrong = Texts.wrong(draft) ?? DraftLines.wrong(draft) ?? DraftLines.notTaken(draft, warehouse, session.settings)
  if (wrong !== undefined) return yield* Effect.fail(wrong)
  const content = Orders.encodeDraft(draft)
  return yield* session.inTransaction(Effect.fnUntraced(function*(transaction) {
    const earlier = draft.customNumber === undefined ? undefined : yield* answerOf(session, draft.customNumber, content)
    return earlier ?? (yield* create(session, transaction, warehouse, draft, content))
  }))
})

const answerKey = (customNumber: string) => ({ key: `inbound order ${customNumber}` })

/** The answer to an order whose custom number is used already; undefined if it is not (U-106). */
const answerOf = Effect.fnUntraced(function*(
  session: BooksSession,
  customNumber: string,
  content: string
): Effect.fn.Return<Submitted | undefined, AdapterError.Reason> {
  const { books, query, settings, tables } = session
  const [order] = yield* query(
    `SELECT asn_number, content FROM ${tables.inbound_order} WHERE books = $1 AND custom_number = $2`,
    [books, customNumber]
  )
  if (order === undefined) return undefined
  const isSame = order.content === content
  const { repeatedCustomNumber } = settings
  if (repeatedCustomNumber === "failure" || (repeatedCustomNumber === "compare" && !isSame)) {
    return yield* Faults.customNumberExists(customNumber, `inbound order ${order.asn_number}`, isSame)
  }
  const [first] = yield* Rows.select(session, "posting", { key: "TEXT" } as const, [answerKey(customNumber)])
  return decodeAnswer(String(first?.result))
})

const create = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  warehouse: Warehouse,
  draft: Draft,
  content: string
): Effect.fn.Return<Submitted, AdapterError.Reason> {
  const { now, sequence } = transaction
  const names = yield* Products.namesOfOrder(session, draft.lines)
  yield* Products.addOfOrder(session, transaction, draft.lines, names)
  const lines = DraftLines.of(draft, session.settings)
  const asnNumber = session.number("ASN", sequence)
  if (draft.mergesRepeatedSkus === false && lines.length < draft.lines.length) {
    yield* Effect.logInfo(`inbound order ${asnNumber}: lines of one SKU were merged, because the setting keepDuplicateLines does not name the warehouse`)
  }
  yield* Orders.insert(session, {
    asn_number: asnNumber,
    sequence,
    custom_number: draft.customNumber ?? null,
    warehouse: warehouse.id,
    type,
    status: "NEW",
    phase: "announced",
    created_at: now,
    updated_at: now,
    tracking_number: draft.trackingNumber ?? null,
    remark: draft.remark ?? null,
    sent: draft.sendsToWarehouse === true ? "wanted" : "",
    has_exception: 0,
    content
  })
  yield* Orders.writeLines(session, asnNumber, lines.map((line, at) => ({
    line: at + 1,
    sku: line.sku,
    expected: Pieces.of(line.expected),
    received: 0,
    good: 0,
    bad: 0,
    content: Orders.encodeLine(line)
  })))
  const stock = yield* Books.read(session, lines.map(({ sku }) => ({ warehouse: warehouse.id, sku })), { places: [] })
  yield* Books.post(session, transaction, stock, {
    type: "INBOUND",
    subtype: "ASN_CREATE",
    document: asnNumber,
    changes: lines.map((line) => ({
      warehouse: warehouse.id,
      sku: line.sku,
      counted: { cause: Orders.causeOf(type), pieces: Pieces.of(line.expected) },
      prices: DraftLines.pricesOf(draft, line, session.settings)
    }))
  }, Faults.tooMuch)

  const answer: Submitted = {
    asnNumber: InboundOrder.AsnNumber.make(asnNumber),
    warehouseName: warehouse.name,
    warehouseId: warehouse.id,
    type,
    phase: "announced",
    status: "NEW",
    ...StatedPrices.currenciesOf(draft, session.settings),
    lines: lines.map((line) => toAnswer(line, names.get(line.sku))),
    ...Struct.pick(draft, ["customNumber", "trackingNumber", "remark"]),
    createdAt: DateTime.makeUnsafe(now),
    // The warehouse is asked later.
    isSent: false,
    isSendFailed: false,
    isReceivingFailed: false
  }
  if (draft.customNumber !== undefined) {
    yield* Writes.send(session, Writes.insert(session, "posting", { key: "TEXT", at: "BIGINT", result: "TEXT" } as const, [
      { ...answerKey(draft.customNumber), at: now, result: encodeAnswer(answer) }
    ]))
  }
  return answer
})

const toAnswer = (line: DraftLines.Line, name: string | undefined): ErpInbound.ErpInboundLine => ({
  sku: Sku.Sku.make(line.sku),
  ...(name !== undefined && { name }),
  expected: line.expected,
  received: Quantity.zero,
  good: Quantity.zero,
  bad: Quantity.zero,
  ...StatedPrices.pricesOf(line),
  ...(line.note !== undefined && { note: line.note })
})
