/**
 * What a person's decision about a create changes: an outbound order that was given up has failed. Nothing is stored of an inbound
 * order; the ERP learns it from its next call.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connections } from "../../connection/Connections.ts"
import { DecidedCreates } from "../../intents/CreateEntry.ts"
import * as Entities from "../../records/Entities.ts"
import { Kinds, parse } from "../../records/Kinds.ts"
import { Database } from "../../store/Database.ts"
import { Reactions } from "./Reactions.ts"

export const layer = Layer.effect(
  DecidedCreates,
  Effect.gen(function*() {
    const db = yield* Database
    const connections = yield* Connections
    const reactions = yield* Reactions
    const entities = Entities.make(db, yield* Kinds)
    const isOutbound = (operation: string): boolean => operation === WarehouseV1.CreateOutboundOrder.name

    return DecidedCreates.of({
      givenUp: Effect.fnUntraced(function*(intent, { asked, code, reason, sent }) {
        if (!isOutbound(intent.operation)) return
        const { orderNumber, warehouseCode } = asked as typeof WarehouseV1.CreateOutboundOrder.payload.Type
        yield* entities.failed({
          ...parse(intent.entity),
          scope: intent.scope,
          generation: intent.generation,
          connection: intent.connection,
          numberSent: intent.number_sent,
          warehouseCode,
          peerWarehouseCode: (sent as typeof WarehouseV1.CreateOutboundOrder.payload.Type).warehouseCode,
          status: code,
          reason,
          now: yield* Clock.currentTimeMillis
        })
        const link = connections.linkOf(intent.scope)
        if (link !== undefined) yield* reactions.run({ _tag: "OutboundGivenUp", link, order: { orderNumber, warehouseCode }, code, reason })
      }),
      reopened: Effect.fnUntraced(function*(intent) {
        if (!isOutbound(intent.operation)) return
        yield* db.query(
          `update entity set peer_number = null, is_open = 1, checked_at = 0, updated_at = $4,
             phase = case when phase = 'failed' then null else phase end,
             peer_status = case when phase = 'failed' then null else peer_status end, failed_reason = null
           where scope = $1 and kind = 'outbound' and number = $2 and generation = $3`,
          [intent.scope, parse(intent.entity).number, intent.generation, yield* Clock.currentTimeMillis]
        )
      })
    })
  })
)
