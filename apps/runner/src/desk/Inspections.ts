/**
 * What a person found in a parcel of a part, because the warehouse does not tell it, or tells it wrongly. It counts whatever is reported.
 */
import { OutboundOrder, Quantity, Sku } from "@crossdock/core"
import { FulfilmentRecord } from "../fulfilment/ShippedGoods.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as ErpMessages from "../contracts/warehouse/ErpMessages.ts"
import * as OrderEvents from "../contracts/warehouse/OrderEvents.ts"
import * as ReportDecision from "../contracts/warehouse/ReportDecision.ts"
import * as ReportNotes from "../contracts/warehouse/ReportNotes.ts"
import * as StoredFulfilment from "../contracts/warehouse/StoredFulfilment.ts"
import { Refusal } from "../engine/Refusal.ts"
import { Reactions } from "../outbox/Reactions.ts"
import { entityOf } from "../records/Kinds.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import type * as DeskRows from "./DeskRows.ts"
import { services } from "./DeskServices.ts"
import { piecesText } from "./OrderFacts.ts"
import type { Decided } from "./PersonsDecisions.ts"
import * as ShippedPieces from "./ShippedPieces.ts"

export interface Found extends Decided {
  /** A number of the parcel; of a parcel without a number, that of the order at the warehouse. */
  readonly parcel: string
  /** Pieces by SKU of the books; none: nothing is in it. */
  readonly pieces: Readonly<Record<string, number>>
}

const refuse = (code: string, message: string) => Effect.fail(new Refusal({ code, message }))

export const make = Effect.gen(function*() {
  const used = yield* services
  const { connections, db, mapping, note, rows, vault } = used
  const reactions = yield* Reactions
  const erpMessages = ErpMessages.make(used)
  const { noteOnce } = ReportNotes.make(db, vault)
  const shippedPieces = yield* ShippedPieces.make

  /** The row of a part at its link. The caller's transaction keeps it. */
  const lockedRow = (id: number) => db.one(`select * from entity where id = $1${db.forUpdate}`, [id])

  /** The keys of the statements about a parcel of a part. */
  const keysOf = Effect.fnUntraced(function*(part: DeskRows.Part, record: FulfilmentRecord.FulfilmentRecord, name: string) {
    const { parcels } = yield* shippedPieces.stateOfRecord(part, record)
    const named = parcels.find(({ keys, trackingNumbers }) => trackingNumbers.includes(name) || (name !== "" && keys.includes(name)))
    if (named !== undefined) return named.keys
    if (name !== part.number || record.phases.length === 0) return undefined
    const unnumbered = parcels.find(({ keys }) => keys.includes(""))
    // The number of the parcel has come since, so the parcel is found by it.
    if (unnumbered !== undefined && unnumbered.trackingNumbers.length > 0) return undefined
    return unnumbered?.keys ?? [""] as const
  })

  /** Stores what was found in a parcel of one part. False: the part has no such parcel. */
  const storeFor = Effect.fnUntraced(function*(part: DeskRows.Part, { parcel, pieces }: Found) {
    const row = part.record === undefined ? undefined : yield* lockedRow(part.record)
    const known = row && (yield* StoredFulfilment.read(db, row))
    const keys = known && (yield* keysOf(part, known, parcel))
    if (row === undefined || known === undefined || keys === undefined) return false
    const link = connections.linkOf(part.link)
    const items = yield* Effect.forEach(Object.entries(pieces), Effect.fnUntraced(function*([sku, count]) {
      const own = Sku.Sku.make(sku)
      return { sku: link === undefined ? own : yield* mapping.productSku(link, { sku: own }), quantity: Quantity.of(count) }
    }))
    const record = FulfilmentRecord.inspect(known, { keys }, items)
    const status = { orderNumber: OutboundOrder.OrderNumber.make(part.number), phase: row.phase, status: row.peer_status }
    const change = { before: known, known: ReportDecision.knownOf(row, known), record, row, status }
    const { findings, messages, told } = yield* erpMessages(link, change, "repeat")
    yield* StoredFulfilment.write(db, row.id, record, told)
    const now = yield* Clock.currentTimeMillis
    for (const finding of findings) yield* noteOnce({ scope: part.link, who: "runner" }, entityOf("outbound", part.number), now, "conflict", finding)
    if (link !== undefined) yield* Effect.forEach(OrderEvents.ofReport(link, change, messages), reactions.run, { discard: true })
    return true
  })

  /** Fails with a refusal, and nothing stored, if the order has no such parcel, or does not have these SKUs. */
  return (found: Found): Effect.Effect<void, DatabaseFailed | Refusal> =>
    db.transaction(Effect.gen(function*() {
      const order = yield* rows.find(found.scope, found.number)
      if (order === undefined) return yield* refuse("UNKNOWN", `the desk has no order ${found.number}`)
      const parts = yield* rows.parts(order.entity)
      const strange = Object.keys(found.pieces).find((sku) => !parts.some(({ lines }) => lines.some((line) => line.sku === sku)))
      if (strange !== undefined) return yield* refuse("PIECES_UNKNOWN", `no part of the order has the SKU ${JSON.stringify(strange)}; write it as the books name it`)
      for (const part of parts) {
        if (!(yield* storeFor(part, found))) continue
        yield* rows.becomesDue(order.entity)
        const counted = piecesText(new Map(Object.entries(found.pieces)))
        const detail = `parcel ${found.parcel} of order ${part.number} has ${counted === "" ? "nothing" : counted}${found.reason === undefined ? "" : `: ${found.reason}`}`
        return yield* note(found, "decided", detail, found.who)
      }
      const { parcels } = yield* shippedPieces.of(order.entity, parts)
      const known = parcels.flatMap(({ part, trackingNumber }) => [trackingNumber === "" ? part : trackingNumber])
      return yield* refuse("NO_PARCEL", `no warehouse has reported a parcel ${found.parcel} of the order; ${known.length === 0 ? "it has none" : `it has ${known.join(", ")}`}`)
    }))
})

export type Inspections = Effect.Success<typeof make>
