/**
 * The case verify-dispatch with node:http alone. Reads PORT. BOUNDS=off omits the limit of nesting, for the row raw-min, which
 * is shown for information.
 */
import { type Envelope, verify } from "../common/Envelope.ts"
import type { Order } from "../common/Order.ts"
import { failures } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"
import { orderOf } from "./Order.ts"
import { type Door, door, listen } from "./Server.ts"

const handle = (order: Order): string => `W-${order.orderNumber}`

const created = (content: Record<string, unknown>): unknown => ({ success: true, data: { warehouseOrderNumber: handle(orderOf(content)) } })

const bounded = door(failures.warehouse, { createOrder: created })

const bare: Door = {
  failure: failures.warehouse,
  work: (_, body) => {
    const envelope: Envelope = JSON.parse(body)
    verify(envelope)
    return created(JSON.parse(envelope.content))
  }
}

listen({ "/warehouse": settings.hasBounds ? bounded : bare })
