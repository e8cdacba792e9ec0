/**
 * The sandbox against the laws of `platform/v1`. What the shop holds is read from the tables; there is no wire to break, so the
 * one fault is a database that commits and then fails.
 */
import { SqlStorage } from "@crossdock/core"
import { InMemoryCredentials, PlatformV1Suite } from "@crossdock/testkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { cancelOrder } from "../src/CancelOrder.ts"
import { refundOrder } from "../src/RefundOrder.ts"
import { platformSandbox, platformSandboxOpen } from "../src/Adapter.ts"
import { placeOrder } from "../src/PlaceOrder.ts"
import type { Settings } from "../src/Settings.ts"
import { storedRecords } from "../src/StoredRecords.ts"
import * as Tokens from "../src/Tokens.ts"
import { settings } from "./fixtures.ts"
import { sqlite } from "./storages.ts"

/** A storage whose transactions commit and then fail, while `isFailing` says so. */
const failing = () => {
  const state = { isFailing: false }
  const layer = Layer.effect(SqlStorage.SqlStorage, Effect.map(SqlStorage.SqlStorage, (storage) => SqlStorage.SqlStorage.of({
    ...storage,
    transaction: (work) =>
      Effect.flatMap(storage.transaction(work), (done) =>
        state.isFailing ? Effect.fail(new SqlStorage.StorageFailed({ cause: "the connection to the database was lost" })) : Effect.succeed(done))
  }))).pipe(Layer.provide(sqlite))
  return { state, layer }
}

const fixtureOf = (decoded: Settings, state: { isFailing: boolean }): PlatformV1Suite.Options<typeof Settings, SqlStorage.SqlStorage>["fixture"] => {
  const read = Effect.flatMap(SqlStorage.SqlStorage, (storage) => storedRecords(storage, decoded.account))
  return {
    placeOrder: (onlineOrderId, { buyer }) =>
      Effect.flatMap(SqlStorage.SqlStorage, (storage) => placeOrder(storage, decoded, { onlineOrderId, buyer })),
    actions: {
      cancel: (onlineOrderId) => Effect.flatMap(SqlStorage.SqlStorage, (storage) => cancelOrder(storage, decoded, onlineOrderId)),
      refund: (onlineOrderId) => Effect.flatMap(SqlStorage.SqlStorage, (storage) => Effect.as(refundOrder(storage, decoded, onlineOrderId), `R-${onlineOrderId}`))
    },
    shipments: (onlineOrderId) =>
      Effect.map(read, ({ parcels }) => parcels.filter((each) => each.onlineOrderId === onlineOrderId)
        .map(({ lines, providerCode, trackingNumber }) => ({ trackingNumber, providerCode, ...(lines !== undefined && { lines }) }))),
    product: { productId: "P-1010", variantId: "V-1010" },
    products: ["1008", "1009", "1010"].map((number) => ({ productId: `P-${number}`, variantId: `V-${number}` })),
    stockByLocation: Effect.map(read, ({ stock }) =>
      stock.filter(({ productId }) => productId === "P-1010").map(({ available, location }) => ({ locationId: location, available }))),
    stock: Effect.map(read, ({ stock }) => stock.filter(({ productId }) => productId === "P-1010").reduce((sum, { available }) => sum + available, 0)),
    announced: Effect.map(read, ({ announced }) => announced),
    authorization: {
      grant: ({ searchParams }) => Effect.sync(() => Object.fromEntries([...searchParams].map(([name, value]) => [name, Redacted.make(value)]))),
      wrong: { code: Redacted.make("code-of-nobody") },
      accepts: ({ accessToken }) => Effect.match(Tokens.demandAccess(decoded, accessToken), { onSuccess: () => true, onFailure: () => false })
    },
    // The lists that never change and the tokens need no database.
    faults: (injection, operation) =>
      injection !== "lose-answer" || ["listOrderStatuses", "listProductStatuses", "listShippingProviders", "listLocations", "authorization"].includes(operation)
        ? undefined
        : {
          during: (call) => Effect.acquireUseRelease(
            Effect.sync(() => void (state.isFailing = true)),
            () => call,
            () => Effect.sync(() => void (state.isFailing = false))
          )
        }
  }
}

const openShop = failing()
const open = settings({ account: "open" })
PlatformV1Suite.suite({
  plugin: platformSandboxOpen,
  settings: open,
  fixture: fixtureOf(open, openShop.state),
  layer: openShop.layer,
  report: { name: "crossdock-conformance-platform-sandbox-open" }
})

const shop = failing()
const withTokens = settings({ account: "with-tokens" })
const first = Effect.runSync(platformSandbox.authorization!.exchange(withTokens, {
  params: { code: Redacted.make("sandbox-code") },
  redirectUrl: new URL("https://runner.example/"),
  codeVerifier: Redacted.make("verifier")
}) as Effect.Effect<Parameters<typeof InMemoryCredentials.layer>[0]>)
PlatformV1Suite.suite({
  plugin: platformSandbox,
  settings: withTokens,
  fixture: fixtureOf(withTokens, shop.state),
  layer: Layer.merge(shop.layer, InMemoryCredentials.layer(first))
})
