/**
 * The creates of the ERP contract: how intents number and settle each of them. A new operation of the kind `create` without an entry
 * does not compile.
 */
import { BooksV1, ErpInbound } from "@crossdock/books"
import { AdapterError, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { Connections } from "../../connection/Connections.ts"
import { type AnyEntry, type CreateEntry, entryOf, type Found, opaque } from "../../intents/CreateEntry.ts"
import { CannotTell } from "../../intents/RefusedCreates.ts"
import { cancelled, inboundOrder, stockMove, transfer } from "./Kinds.ts"
import * as MoveLookup from "./MoveLookup.ts"

export type CreateOperation = Extract<BooksV1.AnyOperation, { readonly kind: "create" }>

type Asked<O extends CreateOperation> = O["payload"]["Type"]
type Failed = AdapterError.AdapterError

/** The most pages that are read to find one record. */
const mostPages = 20

/** A query that proves neither that the create took effect nor that it did not. A person may decide. */
export const cannotTell = (connection: string, operation: string, cause: string): Effect.Effect<never, Failed> =>
  Effect.fail(new AdapterError.AdapterError({ adapter: connection, operation, reason: new AdapterError.ResponseInvalid({ cause: new CannotTell(cause) }) }))

interface Numbered {
  readonly customNumber?: string
}

interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly nextCursor?: string
}

/** Finds the record with the creator's number. Records without one leave open whether it is among them. */
const withNumber = Effect.fnUntraced(function*<Item extends Numbered>(
  connection: string,
  operation: string,
  customNumber: string,
  read: (at: { readonly cursor?: string }) => Effect.Effect<Page<Item>, Failed>
): Effect.fn.Return<Item | undefined, Failed> {
  let cursor: string | undefined
  let isEachNumbered = true
  for (let pages = 0; pages < mostPages; pages++) {
    const page = yield* read(cursor === undefined ? {} : { cursor })
    const found = page.items.find((item) => item.customNumber === customNumber)
    if (found !== undefined) return found
    isEachNumbered &&= page.items.every((item) => item.customNumber !== undefined)
    cursor = page.nextCursor
    if (cursor === undefined) break
  }
  return isEachNumbered && cursor === undefined
    ? undefined
    : yield* cannotTell(connection, operation, `the ERP does not tell the creator's number of each record that it finds for ${customNumber}`)
})

interface Goods {
  readonly sku: string
  /** Absent: the ERP does not tell it. */
  readonly pieces: Quantity.QuantityOrZero | undefined
  readonly unit?: string
}

/** The pieces of each SKU and unit. Undefined if those of a line are not told. */
const piecesOf = (lines: ReadonlyArray<Goods>): ReadonlyMap<string, Quantity.QuantityOrZero> | undefined => {
  const found = new Map<string, Quantity.QuantityOrZero>()
  for (const { pieces, sku, unit } of lines) {
    if (pieces === undefined) return undefined
    const key = JSON.stringify([sku, unit ?? ""])
    found.set(key, Quantity.sum([found.get(key) ?? Quantity.zero, pieces]))
  }
  return found
}

/** Where a record is, and the goods in it. */
interface Content {
  readonly warehouses: ReadonlyArray<string>
  readonly lines: ReadonlyArray<Goods>
}

/** Returns true if what the ERP shows is of the same warehouses and goods as what was asked for. Only then it is surely the same. */
const isOfSame = (asked: Content, shown: Content): boolean => {
  if (asked.warehouses.some((name, at) => shown.warehouses[at] !== name)) return false
  const [wanted, found] = [piecesOf(asked.lines), piecesOf(shown.lines)]
  if (wanted === undefined || found === undefined || wanted.size !== found.size) return false
  return [...wanted].every(([key, pieces]) => Quantity.equals(pieces, found.get(key) ?? Quantity.zero))
}

/** Fails if what the ERP shows under a number may not be what was asked for. Somebody else may have used the number. */
const unlessOther = (asked: Content, shown: Content, at: { readonly connection: string; readonly operation: string; readonly number: string; readonly shownNumber: string }) =>
  isOfSame(asked, shown)
    ? Effect.void
    : cannotTell(at.connection, at.operation, `the ERP has the number ${at.number} for ${at.shownNumber}, whose warehouses or goods are not those that were asked for, or are not told`)

const inboundContent = ({ lines, warehouseName }: Pick<ErpInbound.ErpInboundOrder, "lines" | "warehouseName"> | Asked<typeof BooksV1.SubmitInboundOrder>): Content => ({
  warehouses: [warehouseName],
  lines: lines.map(({ expected, sku, unit }) => ({ sku, pieces: expected, ...(unit !== undefined && { unit }) }))
})

/** What a list tells of an order. The marks stand in the answer of its create alone. */
const submittedMembers = Struct.keys(Struct.omit(ErpInbound.SubmittedInboundOrder.fields, ["isSent", "isSendFailed", "isReceivingFailed"]))

/** The answer to the create of an order that the ERP shows: a part of its members. */
export const submittedOf = (shown: ErpInbound.ErpInboundOrder): ErpInbound.SubmittedInboundOrder => Struct.pick(shown, submittedMembers)

const queryOrder = Effect.fnUntraced(function*(
  connections: Connections["Service"],
  connection: string,
  sent: Asked<typeof BooksV1.SubmitInboundOrder>
): Effect.fn.Return<Found<typeof BooksV1.SubmitInboundOrder.success.Type> | undefined, Failed> {
  const number = numberOf(sent)
  const shown = yield* withNumber(connection, BooksV1.ListInboundOrders.name, number, (at) =>
    connections.invoke(connection, BooksV1.ListInboundOrders, { number, limit: 100, ...at }))
  if (shown === undefined) return undefined
  yield* unlessOther(inboundContent(sent), inboundContent(shown), { connection, operation: BooksV1.ListInboundOrders.name, number, shownNumber: shown.asnNumber })
  return { hasEnded: shown.phase === cancelled, peerNumber: shown.asnNumber, success: submittedOf(shown) }
})

const queryTransfer = Effect.fnUntraced(function*(
  connections: Connections["Service"],
  connection: string,
  sent: Asked<typeof BooksV1.CreateTransferOrder>
): Effect.fn.Return<Found<typeof BooksV1.CreateTransferOrder.success.Type> | undefined, Failed> {
  const number = numberOf(sent)
  const operation = BooksV1.ListTransferOrders.name
  const shown = yield* withNumber(connection, operation, number, (at) =>
    connections.invoke(connection, BooksV1.ListTransferOrders, { number, limit: 100, ...at }))
  if (shown === undefined) return undefined
  const { lines, toWarehouseName, transferNumber, warehouseName } = shown
  yield* unlessOther(
    { warehouses: [sent.warehouseName, sent.toWarehouseName], lines: sent.lines.map(({ quantity, sku }) => ({ sku, pieces: quantity })) },
    { warehouses: [warehouseName, toWarehouseName], lines: lines.map(({ expected, sku }) => ({ sku, pieces: expected })) },
    { connection, operation, number, shownNumber: transferNumber }
  )
  return { hasEnded: false, peerNumber: transferNumber, success: { transferNumber } }
})

/** The creator's number. The dispatcher gives a number to every create that comes without one. */
const numberOf = ({ customNumber }: Numbered): string => customNumber ?? ""

/** The status in the answer to a create that a person settled without seeing the order. */
export const unseen = "UNKNOWN"

const nothingMore = { warehouseCode: undefined, peerWarehouseCode: undefined, isEnded: true }

/** What is the same for each of the creates. The numbers are those of the ERP's users, so none is changed. */
const common = { peer: "ERP", numberOf, accepted: () => nothingMore } as const

const submitInboundOrder = entryOf<typeof BooksV1.SubmitInboundOrder>({
  ...common,
  operation: BooksV1.SubmitInboundOrder,
  kind: inboundOrder,
  query: queryOrder,
  peerNumberOf: ({ asnNumber }) => asnNumber,
  successOf: (asnNumber) => ({ asnNumber: asnNumber as never, warehouseName: unseen, phase: "announced", status: unseen, lines: [] }),
  // The number of a cancelled order still belongs to it (E-438).
  isVoid: () => false
})

const createTransferOrder = entryOf<typeof BooksV1.CreateTransferOrder>({
  ...common,
  operation: BooksV1.CreateTransferOrder,
  kind: transfer,
  query: queryTransfer,
  peerNumberAt: "transferNumber",
  answered: (success, _, transferNumber) => transferNumber === undefined ? success : { ...success, transferNumber }
})

const moveStock = entryOf<typeof BooksV1.MoveStock>({
  ...common,
  operation: BooksV1.MoveStock,
  kind: stockMove,
  query: (connections, connection, sent, others) =>
    Effect.map(MoveLookup.isShown(connections, connection, sent, others), (isShown) =>
      isShown ? { hasEnded: false, peerNumber: undefined, success: {} } : undefined),
  peerNumberOf: () => undefined,
  isWithoutPeerNumber: true,
  successOf: () => ({}),
  answered: () => ({})
})

const entries: { readonly [O in CreateOperation as O["name"]]: CreateEntry<O> } = { submitInboundOrder, createTransferOrder, moveStock }

/** The entries as intents take them. */
export const all: ReadonlyArray<AnyEntry> = Object.values(entries).map((entry) => opaque(entry as CreateEntry<CreateOperation>))
