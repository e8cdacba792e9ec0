/**
 * Announces the inbound orders of an ERP that leaves this to the runner (E-447). When the ERP has accepted an order, the same
 * transaction stores the create at the warehouse, and the end of that create owes the ERP a message.
 */
import { BooksV1 } from "@crossdock/books"
import { InboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { notStored, Refusal } from "../../engine/Refusal.ts"
import type { CreateEnd } from "../../intents/CreateEnds.ts"
import { Intents } from "../../intents/Intents.ts"
import { Outbox, owed } from "../../outbox/Outbox.ts"
import { Database, type Row } from "../../store/Database.ts"
import * as ErpReceivers from "../ErpReceivers.ts"
import { Cancels } from "../warehouse/Cancels.ts"
import { kinds } from "../warehouse/OrderKinds.ts"
import * as AnnouncedOrder from "./AnnouncedOrder.ts"

type Draft = typeof BooksV1.SubmitInboundOrder.payload.Type
type Submitted = typeof BooksV1.SubmitInboundOrder.success.Type
type AtWarehouse = typeof WarehouseV1.CreateInboundOrder.success.Type
type Outcome = Pick<typeof BooksV1.ReceiveInboundAnnouncement.payload.Type, "outcome" | "reason" | "referenceNumber">

const failed = (reason: string): Outcome => ({ outcome: "failed", reason })

export class InboundAnnouncements extends Context.Service<InboundAnnouncements, {
  /**
   * Cancels an inbound order of an ERP at the warehouse to which the runner has announced it. Nothing is done if it was not announced.
   * It fails with an answer if the warehouse keeps the order, for example because it has received goods, and otherwise if that is not known.
   */
  readonly cancel: (erp: string, asnNumber: InboundOrder.AsnNumber) => Effect.Effect<void, Refusal>
  /** Whether the runner has announced an inbound order of an ERP to a warehouse, or is about to. */
  readonly has: (erp: string, asnNumber: InboundOrder.AsnNumber) => Effect.Effect<boolean, Refusal>
}>()("@crossdock/runner/contracts/books/InboundAnnouncements") {
  static readonly layer = Layer.effect(InboundAnnouncements, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const intents = yield* Intents
  const outbox = yield* Outbox
  const cancels = yield* Cancels

  const isTold = (erp: string): boolean => ErpReceivers.offers(connections, erp, BooksV1.ReceiveInboundAnnouncement.name)

  /** The links that announce orders of an ERP. */
  const linksOf = (erp: string): ReadonlyArray<ConnectedLink> =>
    connections.links.filter((link) => ErpReceivers.all(link).includes(erp) && Object.keys(link.warehouseNames).length > 0)

  /** Owes the ERP a message about an order, in the queue of what `link` reports of it. */
  const tell = Effect.fnUntraced(function*(erp: string, link: ConnectedLink, number: string, outcome: Outcome) {
    yield* outbox.put(owed({
      connection: erp,
      ...ErpReceivers.about(link, kinds.inbound.kind, number),
      operation: BooksV1.ReceiveInboundAnnouncement,
      payload: { asnNumber: InboundOrder.AsnNumber.make(number), at: yield* DateTime.now, ...outcome }
    }))
  })

  /** Stores the create at the warehouse. */
  const announce = Effect.fnUntraced(function*(own: ConnectedLink, draft: Draft, submitted: Submitted) {
    const { asnNumber, warehouseName } = submitted
    const name = draft.warehouseName
    const link = linksOf(own.erp).find(({ warehouseNames }) => Object.hasOwn(warehouseNames, name))
    if (link === undefined) {
      return yield* tell(own.erp, own, asnNumber, failed(`no link announces orders at ${JSON.stringify(name)}; write the name into warehouseNames of a link to its warehouse`))
    }
    if (!connections.offers(link.peer).includes(WarehouseV1.CreateInboundOrder.name)) {
      return yield* tell(own.erp, link, asnNumber, failed(`the warehouse of ${JSON.stringify(warehouseName)} takes no inbound orders`))
    }
    const order = AnnouncedOrder.announced(draft, submitted, link.warehouseNames[name]!)
    const put = yield* intents.put(link, WarehouseV1.CreateInboundOrder, order, own.erp)
    if ("refusal" in put) yield* tell(own.erp, link, asnNumber, failed(`${put.refusal.code}: ${put.refusal.message}`))
  })

  const submitted = (_: Row, link: ConnectedLink, end: CreateEnd) => {
    if (end.is !== "created") return Effect.void
    const draft = end.asked as Draft
    const order = end.success as Submitted
    return draft.sendsToWarehouse === true && order.phase !== "cancelled" ? announce(link, draft, order) : Effect.void
  }

  const announced = (intent: Row, link: ConnectedLink, end: CreateEnd) => {
    const erp: string | null = intent.put_by
    if (erp === null || !isTold(erp)) return Effect.void
    if (end.is !== "created") return tell(erp, link, intent.number, failed(end.reason))
    const { referenceNumber } = end.success as AtWarehouse
    return tell(erp, link, intent.number, { outcome: "sent", ...(referenceNumber !== undefined && { referenceNumber }) })
  }

  yield* intents.whenEnded(BooksV1.SubmitInboundOrder.name, { concerns: ({ erp }) => isTold(erp), ended: submitted })
  yield* intents.whenEnded(WarehouseV1.CreateInboundOrder.name, {
    concerns: ({ warehouseNames }) => Object.keys(warehouseNames).length > 0,
    ended: announced
  })

  /** Whether the newest create of this number at a link was stored for the ERP. */
  const isAnnouncedBy = (erp: string, link: ConnectedLink, number: string) =>
    Effect.map(
      db.one(
        `select i.put_by from intent i join entity e on e.id = i.entity where e.scope = $1 and e.kind = $2 and e.number = $3
         order by e.generation desc limit 1`,
        [link.scope, kinds.inbound.kind, number]
      ),
      (row) => row?.put_by === erp
    )

  /** The links at which an order was announced. */
  const announcedAt = (erp: string, asnNumber: string) =>
    Effect.mapError(Effect.filter(linksOf(erp), (link) => isAnnouncedBy(erp, link, asnNumber)), () => notStored)

  const keeps = (asnNumber: string, why: string) =>
    new Refusal({ code: "ASN_STATE_INVALID", message: `the warehouse keeps ${asnNumber}: ${why}`, isAnswer: true })

  return InboundAnnouncements.of({
    has: (erp, asnNumber) => Effect.map(announcedAt(erp, asnNumber), (links) => links.length > 0),
    cancel: Effect.fnUntraced(function*(erp, asnNumber) {
      for (const link of yield* announcedAt(erp, asnNumber)) {
        const failure = yield* Effect.mapError(cancels.oneInbound(link, asnNumber), (refusal) =>
          refusal.isAnswer === true ? keeps(asnNumber, `${refusal.code}: ${refusal.message}`) : refusal)
        if (failure !== undefined) return yield* keeps(asnNumber, failure)
      }
    })
  })
})
