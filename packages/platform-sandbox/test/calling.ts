/**
 * The fixture of the shop that calls back: what it holds is read from its tables, and its callbacks are those that it would send.
 */
import { PlatformV1, SqlStorage, type Subscriptions, type Transport } from "@crossdock/core"
import type { PlatformV1Suite } from "@crossdock/testkit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { platformSandboxCalling } from "../src/Adapter.ts"
import { cancelOrder } from "../src/CancelOrder.ts"
import { placeOrder } from "../src/PlaceOrder.ts"
import { callbacksOf } from "../src/Registrations.ts"
import type { Settings } from "../src/Settings.ts"
import { storedRecords } from "../src/StoredRecords.ts"

type Fixture = PlatformV1Suite.Options<typeof platformSandboxCalling.settings, SqlStorage.SqlStorage>["fixture"]

/** The address to which the laws about single callbacks are sent. */
const address = new URL("https://runner.example/callbacks/of-the-suite")

export const fixtureOf = (settings: Settings): Fixture => {
  const read = Effect.flatMap(SqlStorage.SqlStorage, (storage) => storedRecords(storage, settings.account))
  const place = (onlineOrderId: string, buyer?: string) =>
    Effect.flatMap(SqlStorage.SqlStorage, (storage) => placeOrder(storage, settings, { onlineOrderId, ...(buyer !== undefined && { buyer }) }))
  const calledBack = (onlineOrderId: string, to: URL) =>
    Effect.map(Effect.flatMap(SqlStorage.SqlStorage, (storage) => callbacksOf(storage, settings, onlineOrderId)), (all) => all.filter(({ url }) => url.href === to.href))
  const registered: Effect.Effect<Subscriptions.Subscription, unknown, SqlStorage.SqlStorage> = Effect.scoped(
    Effect.flatMap(Layer.build(Layer.fresh(platformSandboxCalling.layer(settings))), (context) =>
      Context.get(context, PlatformV1.Platform).call(PlatformV1.Subscribe, { callbackUrl: address }))
  )
  return {
    placeOrder: (onlineOrderId, { buyer }) => place(onlineOrderId, buyer),
    actions: { cancel: (onlineOrderId) => Effect.flatMap(SqlStorage.SqlStorage, (storage) => cancelOrder(storage, settings, onlineOrderId)) },
    shipments: (onlineOrderId) =>
      Effect.map(read, ({ parcels }) => parcels.filter((each) => each.onlineOrderId === onlineOrderId)
        .map(({ lines, providerCode, trackingNumber }) => ({ trackingNumber, providerCode, ...(lines !== undefined && { lines }) }))),
    product: { productId: "P-1010", variantId: "V-1010" },
    stock: Effect.map(read, ({ stock }) => stock.filter(({ productId }) => productId === "P-1010").reduce((sum, { available }) => sum + available, 0)),
    announced: Effect.map(read, ({ announced }) => announced),
    subscriptions: {
      held: Effect.map(read, ({ registrations }) => registrations.map(({ callbackUrl, id }) => ({ id, callbackUrl }))),
      callbacks: (callbackUrl) => calledBack("S-1", callbackUrl)
    },
    callbacks: {
      registered: Effect.map(registered, (held) => [held]),
      order: (onlineOrderId, sign) =>
        Effect.andThen(registered, Effect.map(calledBack(onlineOrderId, address), ([request]): Transport.Request => ({
          ...request!,
          headers: request!.headers.flatMap(([name, value]) => name !== "x-sandbox-signature" || sign === "genuine" ? [[name, value] as const] : sign === "forged" ? [[name, [...value].toReversed().join("")] as const] : [])
        }))),
      isAccepted: ({ status }) => status === 200
    }
  }
}
