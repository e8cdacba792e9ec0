/**
 * What a person's decision about a create changes: an outbound order that was given up has failed. Nothing is stored of an inbound
 * order; the ERP learns it from its next call.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import type { DecidedCreate } from "../../intents/CreateEntry.ts"
import * as Entities from "../../records/Entities.ts"
import { Database } from "../../store/Database.ts"
import type { OrderEvent } from "./OrderEvents.ts"
import { Reactions } from "../../outbox/Reactions.ts"

export const outbound = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const reactions = yield* Reactions
  const entities = Entities.make(db)

  const decided: DecidedCreate = {
    operation: WarehouseV1.CreateOutboundOrder.name,
    givenUp: Effect.fnUntraced(function*(intent, { asked, code, reason, sent }) {
      const { orderNumber, warehouseCode } = asked as typeof WarehouseV1.CreateOutboundOrder.payload.Type
      yield* entities.failed({
        intent,
        warehouseCode,
        peerWarehouseCode: (sent as typeof WarehouseV1.CreateOutboundOrder.payload.Type).warehouseCode,
        status: code,
        reason,
        now: yield* Clock.currentTimeMillis
      })
      const link = connections.linkOf(intent.scope)
      if (link !== undefined) yield* reactions.run<OrderEvent>({ _tag: "OutboundGivenUp", link, order: { orderNumber, warehouseCode }, code, reason })
    }),
    reopened: Effect.fnUntraced(function*(intent) {
      yield* db.query(
        `update entity set peer_number = null, is_open = 1, checked_at = 0, updated_at = $2,
           phase = case when phase = 'failed' then null else phase end,
           peer_status = case when phase = 'failed' then null else peer_status end, failed_reason = null
         where id = $1 and is_known = 1`,
        [intent.entity, yield* Clock.currentTimeMillis]
      )
    })
  }
  return decided
})
