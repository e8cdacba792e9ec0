/** `listTransferOrders`: transfers between warehouses in the order in which they were created. */
import { type BooksV1, ErpStockOrder } from "@crossdock/books"
import { type AdapterError, type Operation, type SqlStorage } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { BooksSession } from "../BooksSession.ts"
import * as Pages from "./Pages.ts"
import * as Selection from "./Selection.ts"
import { instant, maybeInstant, millis, pieces, sku, text } from "./Values.ts"
import * as Warehouses from "./Warehouses.ts"

/** What the books keep of a draft beside their columns. */
const Content = Schema.fromJsonString(ErpStockOrder.TransferDraft.mapFields(Struct.pick(["carrierName", "estimatedArrivalAt", "remark"])))

const LineContent = Schema.fromJsonString(ErpStockOrder.TransferDraft.fields.lines.value.mapFields(
  Struct.pick(["grossWeights", "height", "length", "netWeight", "piecesPerBox", "referenceId", "shipmentId", "width"])
))

type Line = ErpStockOrder.TransferOrder["lines"][number]

/** Drafts have centimetres and transfer orders metres (spec 3 §2.9). */
const metres = (centimetres: BigDecimal.BigDecimal) => BigDecimal.make(centimetres.value, centimetres.scale + 2)

const toLine = (row: SqlStorage.Row, transfer: SqlStorage.Row): Effect.Effect<Line> =>
  Effect.map(Effect.orDie(Schema.decodeEffect(LineContent)(String(row.content))), ({ grossWeights = [], height, length, width, ...content }) => {
    // An order states one gross weight, and a draft may state several.
    const [grossWeight, ...others] = grossWeights
    return {
      // Unique among the lines of all transfers of the books.
      id: `${transfer.sequence}${String(row.line).padStart(4, "0")}`,
      sku: sku(row.sku),
      expected: pieces(row.expected),
      received: pieces(row.received),
      ...content,
      ...(grossWeight !== undefined && others.length === 0 && { grossWeight }),
      ...((content.netWeight !== undefined || grossWeights.length === 1) && { weightUnit: "KG" }),
      ...(length !== undefined && { length: metres(length) }),
      ...(width !== undefined && { width: metres(width) }),
      ...(height !== undefined && { height: metres(height) }),
      ...((length ?? width ?? height) !== undefined && { lengthUnit: "m" })
    }
  })

const readLines = Effect.fnUntraced(function*(
  { books, query, tables }: BooksSession,
  numbers: ReadonlyArray<string>
): Effect.fn.Return<Readonly<Record<string, ReadonlyArray<SqlStorage.Row>>>, AdapterError.Reason> {
  const selection = Selection.make(books, "line")
  selection.require(`line.transfer_number IN ${selection.values(numbers)}`)
  const rows = yield* query(
    `SELECT line.* FROM ${tables.transfer_line} AS line WHERE ${selection.where()} ORDER BY line.transfer_number, line.line`,
    selection.params
  )
  return Arr.groupBy(rows, (row) => String(row.transfer_number))
})

const types = { plan: "plan", available: "available" } as const
const isType = (word: string): word is keyof typeof types => Object.hasOwn(types, word)

const toOrder = Effect.fnUntraced(function*(session: BooksSession, row: SqlStorage.Row, lines: ReadonlyArray<SqlStorage.Row>): Effect.fn.Return<ErpStockOrder.TransferOrder> {
  const { settings: { destWarehouseTypes }, warehouseById } = session
  const type = String(row.type).toLowerCase()
  const to = String(row.to_warehouse)
  const content = yield* Effect.orDie(Schema.decodeEffect(Content)(String(row.content)))
  return {
    transferNumber: String(row.transfer_number),
    ...text("customNumber", row.custom_number),
    ...(isType(type) && { type }),
    status: String(row.status),
    createdAt: instant(row.created_at),
    ...maybeInstant("updatedAt", row.updated_at),
    ...Warehouses.members(session, String(row.warehouse)),
    toWarehouseName: Warehouses.members(session, to).warehouseName,
    toWarehouseId: to,
    toWarehouseType: warehouseById.get(to)?.isOfMarketplace === true ? destWarehouseTypes.marketplace : destWarehouseTypes.other,
    ...text("trackingNumber", row.tracking_number),
    ...content,
    lines: yield* Effect.forEach(lines, (line) => toLine(line, row))
  }
})

export const listTransferOrders = (session: BooksSession): Operation.Handler<typeof BooksV1.ListTransferOrders> =>
  Effect.fnUntraced(function*(payload) {
    const { createdFrom, createdTo, number, status } = payload
    const { books, tables } = session
    const selection = Selection.make(books, "transfer")
    selection.given(createdFrom && millis(createdFrom), (time) => `transfer.created_at >= ${time}`)
    selection.given(createdTo && millis(createdTo), (time) => `transfer.created_at <= ${time}`)
    selection.given(status, (word) => `transfer.status = ${word}`)
    selection.given(number, (value) =>
      `(transfer.transfer_number = ${value} OR transfer.custom_number = ${value} OR transfer.tracking_number = ${value} OR EXISTS (
        SELECT 1 FROM ${tables.transfer_line} AS line
        WHERE line.books = transfer.books AND line.transfer_number = transfer.transfer_number AND line.asn_number = ${value}))`)
    return yield* Pages.read(
      session,
      payload,
      selection,
      { from: `${tables.transfer_order} AS transfer`, columns: "transfer.*", key: [["transfer.sequence", "number"]] },
      Effect.fnUntraced(function*(rows) {
        const lines = yield* readLines(session, rows.map((row) => String(row.transfer_number)))
        return yield* Effect.forEach(rows, (row) => toOrder(session, row, lines[String(row.transfer_number)] ?? []))
      })
    )
  })
