/** The mistakes of an author, each of which the compiler names in a few lines. Read by mistakes.test.ts, compiled by nobody else. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as ErpV1 from "../../src/ErpV1.ts"
import * as PlatformV1 from "../../src/PlatformV1.ts"
import * as WarehouseV1 from "../../src/WarehouseV1.ts"

const settings = Schema.Struct({ url: Schema.String })
const limits = { linesPerOrder: 5, ordersPerQuery: 5 }
const three = {
  createOutboundOrder: () => Effect.succeed({ warehouseOrderNumber: "W-1" }),
  cancelOutboundOrder: () => Effect.succeed({}),
  getOutboundOrders: () => Effect.succeed({ items: [] })
}
const push = { prepare: () => Result.succeed({ content: "" }), deliver: () => Effect.succeed({}) }

// offers an operation without a handler
WarehouseV1.plugin({ id: "a", settings, limits, offers: ["listStock"], make: () => Effect.succeed({ handlers: three }) })

// offers an operation that there is not
WarehouseV1.plugin({ id: "b", settings, limits, offers: ["listStonk"], make: () => Effect.succeed({ handlers: three }) })

// forgets its limits
WarehouseV1.plugin({ id: "c", settings, offers: [], make: () => Effect.succeed({ handlers: three }) })

// offers a create that nobody can settle
WarehouseV1.plugin({ id: "d", settings, limits, offers: ["createInboundOrder"], make: () => Effect.succeed({ handlers: { ...three, createInboundOrder: () => Effect.succeed({}) } }) })

// says that its peer calls back and answers no call
WarehouseV1.plugin({ id: "e", settings, limits, offers: [], receives: true, make: () => Effect.succeed({ handlers: three }) })

// gives a handler in place of a prepared push
ErpV1.plugin({ id: "f", settings, offers: [], make: () => Effect.succeed({ handlers: { receiveOutboundStatus: () => Effect.succeed({}), receiveInboundProgress: push } }) })

// forgets a required operation
ErpV1.plugin({ id: "g", settings, offers: [], make: () => Effect.succeed({ handlers: { receiveOutboundStatus: push } }) })

// answers with something else than the operation promises
WarehouseV1.plugin({ id: "h", settings, limits, offers: [], make: () => Effect.succeed({ handlers: { ...three, createOutboundOrder: () => Effect.succeed({ number: 1 }) } }) })

// offers a cancel of shipments that it cannot create
PlatformV1.plugin({ id: "i", settings, limits: { ordersPerQuery: 1 }, offers: ["cancelShipment"], make: () => Effect.succeed({ handlers: { getOrders: () => Effect.succeed({ items: [] }), cancelShipment: () => Effect.succeed({}) } }) })

// offers a stock update without a handler
PlatformV1.plugin({ id: "j", settings, limits: { ordersPerQuery: 1 }, offers: ["updateStock"], make: () => Effect.succeed({ handlers: { getOrders: () => Effect.succeed({ items: [] }) } }) })

// waits for a number of seconds that is a number of milliseconds
WarehouseV1.plugin({ id: "l", settings, limits: { ...limits, visibilityDelay: 60 }, offers: [], make: () => Effect.succeed({ handlers: three }) })

// polls after a number without a unit
PlatformV1.plugin({ id: "m", settings, limits: { ordersPerQuery: 1, pollInterval: 60n }, offers: [], make: () => Effect.succeed({ handlers: { getOrders: () => Effect.succeed({ items: [] }) } }) })

// tells a window of time without a unit
PlatformV1.plugin({ id: "n", settings, limits: { ordersPerQuery: 1, updateWindow: [3600, 0] }, offers: [], make: () => Effect.succeed({ handlers: { getOrders: () => Effect.succeed({ items: [] }) } }) })

// asks an ERP again after a number without a unit
ErpV1.plugin({ id: "o", settings, pollInterval: 300, offers: [], make: () => Effect.succeed({ handlers: { receiveOutboundStatus: push, receiveInboundProgress: push } }) })

// computes a limit without a unit
WarehouseV1.plugin({ id: "p", settings, limits: () => ({ ...limits, visibilityDelay: 60 }), offers: [], make: () => Effect.succeed({ handlers: three }) })

// has a handler that it does not offer
WarehouseV1.plugin({ id: "q", settings, limits, offers: [], make: () => Effect.succeed({ handlers: { ...three, upsertProduct: () => Effect.succeed({}) } }) })

// names paths of callbacks that it does not receive
WarehouseV1.plugin({ id: "r", settings, limits, offers: [], callbackPaths: () => ["/reports"], make: () => Effect.succeed({ handlers: three }) })

// does not know before it runs whether it receives callbacks
WarehouseV1.plugin({ id: "s", settings, limits, offers: [], receives: Math.random() > 2, make: () => Effect.succeed({ handlers: three }) })

// subscribes to callbacks that it does not receive
WarehouseV1.plugin({ id: "t", settings, limits, offers: ["subscribe", "unsubscribe"], make: () => Effect.succeed({ handlers: { ...three, subscribe: () => Effect.succeed({ subscriptionId: "1" }), unsubscribe: () => Effect.succeed({}) } }) })

// subscribes to callbacks and can never end it
WarehouseV1.plugin({ id: "u", settings, limits, offers: ["subscribe"], receives: true, make: () => Effect.succeed({ handlers: { ...three, subscribe: () => Effect.succeed({ subscriptionId: "1" }) }, incoming: () => Effect.succeed({ status: 200, headers: [], body: "" }) }) })

// allots stock that nobody can look up
ErpV1.plugin({ id: "v", settings, offers: ["allotStock"], make: () => Effect.succeed({ handlers: { receiveOutboundStatus: push, receiveInboundProgress: push, allotStock: () => Effect.succeed({}) } }) })
