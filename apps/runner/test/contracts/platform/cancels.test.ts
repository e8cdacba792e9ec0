/**
 * Cancels of shipments whose answers are lost or refused: each is settled by what the platform shows of the shipment.
 */
import type { AnyPlugin } from "@crossdock/config"
import { AdapterError, type PlatformShipment, PlatformV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as FakeShop from "../../support/FakeShop.ts"
import { Dispatch } from "../../../src/contracts/platform/Dispatch.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as Shop from "../../support/Shop.ts"
import { during, inWorldOn, type Options, type World } from "../../support/World.ts"

const trackingNumber = "T-1"
const lost = new AdapterError.TransportFailed({ phase: "receive", cause: "lost" })
const unreachable = new AdapterError.TransportFailed({ phase: "connect", cause: "no" })
const page = new AdapterError.PeerUnavailable({ status: 502 })
const gone = new AdapterError.Rejected({ fault: { code: "SHIPMENT_NOT_FOUND", message: "there is none" } })
const left = new AdapterError.Rejected({ fault: { code: "ALREADY_SHIPPED", message: "it has left" } })

/** What one cancel does: whether it takes effect, and how it ends. */
interface Turn {
  readonly takesEffect: boolean
  readonly failure?: AdapterError.Reason
}

/** A shop that arranges the shipment T-1. `shows`: where it is shown while it exists. */
const shop = ({ phase, shows, turns }: { readonly turns: ReadonlyArray<Turn>; readonly shows: "order" | "nowhere"; readonly phase?: PlatformShipment.TrackingPhase }) => {
  const seen = { cancels: 0, exists: false }
  const plugin = PlatformV1.plugin({
    id: "shop-cancels",
    settings: Schema.Struct({}),
    limits: { ordersPerQuery: 50, callsPerSecond: 1000 },
    offers: ["createShipment", "cancelShipment", "trackParcel"],
    make: () =>
      Effect.succeed({
        handlers: {
          getOrders: () =>
            Effect.sync(() => ({ items: [FakeShop.order("SO-1", 1, { fulfillments: shows === "order" && seen.exists ? [{ trackingNumber }] : [] })] })),
          createShipment: () => Effect.sync(() => {
            seen.exists = true
            return { trackingNumber }
          }),
          cancelShipment: () => Effect.suspend(() => {
            const { failure, takesEffect } = turns[seen.cancels++] ?? { takesEffect: false, failure: gone }
            if (takesEffect) seen.exists = false
            return failure === undefined ? Effect.succeed({}) : Effect.fail(failure)
          }),
          trackParcel: () => Effect.sync(() => ({ phase: seen.exists ? "created" as const : phase ?? "unknown" as const, status: "?", events: [] }))
        }
      })
  })
  return { seen, plugin: plugin as unknown as AnyPlugin }
}

onBothDatabases("a cancel of a shipment", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const options = (plugin: AnyPlugin): Options => ({ plugin, links: [{ protocol: "platform", shop: Shop.shop }], server: { callerDeadline: "5 seconds" } })
  const call = <O extends PlatformV1.AnyOperation>(w: World, operation: O, payload: O["payload"]["Type"]) =>
    Effect.flatMap(Dispatch, (dispatch) =>
      Effect.match(during(dispatch.call(w.link, operation, payload, { content: JSON.stringify(payload) })), {
        onFailure: ({ code, isUnproven }) => isUnproven === true ? `${code}, unproven` : code,
        onSuccess: () => "ok"
      }))
  const arrange = (w: World) => call(w, PlatformV1.CreateShipment, { onlineOrderId: "SO-1", providerCode: "P", providerName: "Post" })
  const cancel = (w: World) => call(w, PlatformV1.CancelShipment, { onlineOrderId: "SO-1", trackingNumber })

  for (const [what, given, answers, cancels] of [
    ["is done if the platform has shown the shipment and shows it no more after a lost answer", { shows: "order", turns: [{ takesEffect: true, failure: lost }] }, ["ok", "ok"], 1],
    ["is done if an error page hid that it took effect", { shows: "order", turns: [{ takesEffect: true, failure: page }] }, ["ok"], 1],
    ["is sent again if the shipment is still shown after a lost answer", { shows: "order", turns: [{ takesEffect: false, failure: lost }, { takesEffect: true }] }, ["ok"], 2],
    ["is sent again if nothing was sent", { shows: "nowhere", turns: [{ takesEffect: false, failure: unreachable }, { takesEffect: true }] }, ["ok"], 2],
    ["is not sent again, and its outcome is said to be unknown, if the platform shows the shipment nowhere", { shows: "nowhere", turns: [{ takesEffect: false, failure: lost }] }, ["NO_ANSWER, unproven"], 1],
    ["is done if the carrier says that it is cancelled", { shows: "nowhere", phase: "cancelled", turns: [{ takesEffect: true, failure: lost }] }, ["ok"], 1],
    ["is done if its repeat is refused because the first one took effect", { shows: "nowhere", turns: [{ takesEffect: true, failure: lost }, { takesEffect: false, failure: gone }] }, ["NO_ANSWER, unproven", "ok", "ok"], 2],
    ["is refused in the words of the platform if the shipment has left", { shows: "order", turns: [{ takesEffect: false, failure: left }, { takesEffect: false, failure: left }] }, ["ALREADY_SHIPPED", "ALREADY_SHIPPED"], 2]
  ] as const) {
    const made = shop(given)
    inWorld(`${what}`, options(made.plugin), (w) =>
      Effect.gen(function*() {
        made.seen.cancels = 0
        assert.strictEqual(yield* arrange(w), "ok")
        for (const answer of answers) assert.strictEqual(yield* cancel(w), answer)
        assert.strictEqual(made.seen.cancels, cancels)
      }))
  }

  const stranger = shop({ shows: "nowhere", turns: [] })
  inWorld("of one that this runner did not arrange is refused in the words of the platform", options(stranger.plugin), (w) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* cancel(w), "SHIPMENT_NOT_FOUND")
      assert.strictEqual(yield* cancel(w), "SHIPMENT_NOT_FOUND")
    }))
})
