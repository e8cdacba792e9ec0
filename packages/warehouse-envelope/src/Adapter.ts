/**
 * Any provider that serves the envelope of document 1 as a warehouse: all its operations, within the limits of the
 * account.
 */
import { AdapterError, type Transport, WarehouseV1 } from "@crossdock/core"
import { Client, Profile } from "@crossdock/protocols/warehouse-envelope"
import { Listed } from "@crossdock/protocols/wire"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { callbackPaths, incoming } from "./Incoming.ts"
import { limits, Settings } from "./Settings.ts"

export const warehouseEnvelope: WarehouseV1.Plugin<typeof Settings, Transport.Transport, "warehouse-envelope"> = WarehouseV1.plugin({
  id: "warehouse-envelope",
  title: "Warehouse by the envelope of document 1",
  settings: Settings,
  hosts: ({ serviceUrl }) => [serviceUrl.host],
  limits,
  offers: Client.offers,
  make: Effect.fnUntraced(function*(settings, { timeZone }) {
    const { listedFaults, profile, ...account } = settings
    const client = yield* Client.make({
      ...account,
      timeZone,
      profile: Result.getOrThrow(Profile.profileFrom(profile)), // checked where the settings are decoded
      toReason: Listed.toReason(listedFaults)
    })
    return {
      ...client,
      createOutboundOrder: (order) =>
        order.lines.length > settings.linesPerOrder
          ? Effect.fail(tooLong(order.lines.length, settings.linesPerOrder))
          : client.createOutboundOrder(order),
      getOutboundOrders: (asked) =>
        inParts(asked.orderNumbers, settings.ordersPerQuery, (orderNumbers) => client.getOutboundOrders({ ...asked, orderNumbers })),
      getInboundOrders: (asked) =>
        inParts(asked.asnNumbers, settings.ordersPerQuery, (asnNumbers) => client.getInboundOrders({ ...asked, asnNumbers }))
    }
  }),
  incoming,
  callbackPaths
})

const tooLong = (lines: number, most: number) =>
  new AdapterError.RequestInvalid({ path: "/lines", says: `this warehouse takes ${most} lines per order, not ${lines}` })

/** Asks part after part; one that fails fails the whole, so that nothing unasked passes for absent. */
const inParts = <Number, Found>(
  numbers: Arr.NonEmptyReadonlyArray<Number>,
  size: number,
  ask: (part: Arr.NonEmptyArray<Number>) => Effect.Effect<ReadonlyArray<Found>, AdapterError.Reason>
): Effect.Effect<ReadonlyArray<Found>, AdapterError.Reason> =>
  Effect.map(Effect.forEach(Arr.chunksOf(numbers, size), ask), (parts) => parts.flat())
