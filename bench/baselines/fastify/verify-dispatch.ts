/** The case verify-dispatch with fastify and ajv. Reads PORT. */
import type { Order } from "../common/Order.ts"
import { failures } from "../common/Refusal.ts"
import { listen, make, serve } from "./App.ts"
import { orderOf } from "./Order.ts"
import { answer } from "./Schemas.ts"

const handle = (order: Order) => `W-${order.orderNumber}`

const app = make()
serve(app, {
  path: "/warehouse",
  failure: failures.warehouse,
  response: answer,
  operations: { createOrder: (content) => ({ success: true, data: { warehouseOrderNumber: handle(orderOf(content)) } }) }
})
await listen(app)
