/** Odoo as a source of orders: its deliveries are the orders of warehouses. What is shipped is written back to the delivery. */
import { type AdapterError, ErpV1, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readEach } from "../values.ts"
import { readyOrderOf } from "./mapping.ts"
import type { Received } from "./peer.ts"

export const Settings = Schema.Struct({ pieceUnit: Schema.Int })

/** Calls the JSON-RPC endpoint. The cursor is the last `write_date` with the id. */
export interface Client {
  readonly deliveries: (asked: typeof ErpV1.ListOutboundOrders.payload.Type) => Effect.Effect<{ readonly records: ReadonlyArray<Received>; readonly last?: string }, AdapterError.Reason>
  readonly write: (message: Operation.PreparedMessage) => Effect.Effect<void, AdapterError.Reason>
}

const encodeStatus = Schema.encodeSync(Schema.fromJsonString(ErpV1.ReceiveOutboundStatus.payload))
const encodeProgress = Schema.encodeSync(Schema.fromJsonString(ErpV1.ReceiveInboundProgress.payload))

export const odoo = ({ deliveries, write }: Client) =>
  ErpV1.plugin({
    id: "erp-odoo",
    settings: Settings,
    pollInterval: "1 minute",
    offers: ["listOutboundOrders"],
    make: (company) =>
      Effect.succeed({
        handlers: {
          listOutboundOrders: (asked) =>
            Effect.map(deliveries(asked), ({ last, records }) => {
              const { items, unreadable } = readEach(records, ({ picking }) => picking.name, (received) => readyOrderOf(company, received))
              return { items: items.filter((one) => one !== undefined), unreadable, ...(last !== undefined && { nextCursor: last }) }
            }),
          receiveOutboundStatus: {
            prepare: (status) => Result.succeed({ content: encodeStatus(status) }),
            deliver: (message) => Effect.as(write(message), {})
          },
          receiveInboundProgress: {
            prepare: (progress) => Result.succeed({ content: encodeProgress(progress) }),
            deliver: (message) => Effect.as(write(message), {})
          }
        }
      })
  })
