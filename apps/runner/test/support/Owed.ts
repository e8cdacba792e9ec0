/**
 * Deliveries that a test owes an ERP itself.
 */
import { ErpV1, OutboundOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Outbox } from "../../src/outbox/Outbox.ts"
import { Database } from "../../src/store/Database.ts"

/** A parcel of an order to an ERP; answers the id of the delivery. */
export const owe = (number: string, tracking: string, connection = "books") =>
  Effect.gen(function*() {
    const outbox = yield* Outbox
    const db = yield* Database
    return yield* db.transaction(outbox.put({
      connection,
      scope: "warehouse:acc-1",
      entity: `warehouse:acc-1 outbound:${number}`,
      operation: ErpV1.ReceiveOutboundStatus,
      payload: {
        orderNumber: OutboundOrder.OrderNumber.make(number),
        warehouseCode: "WH-1",
        phase: "shipped",
        status: "SHIPPED",
        trackingNumber: tracking
      },
      isState: false
    }))
  })

/** The row of a delivery. */
export const delivery = (id: string) =>
  Effect.flatMap(Database, (db) => Effect.map(db.one("select * from delivery join delivery_content using (seq) where id = $1", [id]), (row) => row!))

export const isIn = (id: string, state: string) => Effect.map(delivery(id), (row) => row.state === state)
