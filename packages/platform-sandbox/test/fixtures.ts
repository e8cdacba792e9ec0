import { type AdapterError, PlatformV1, Quantity, SqlStorage, Transport } from "@crossdock/core"
import { InMemoryCredentials } from "@crossdock/testkit"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { platformSandbox, platformSandboxOpen } from "../src/Adapter.ts"
import { cancelOrder } from "../src/CancelOrder.ts"
import type { Goods } from "../src/OrderState.ts"
import { placeOrder } from "../src/PlaceOrder.ts"
import { Settings } from "../src/Settings.ts"
import { storedRecords } from "../src/StoredRecords.ts"

export type Written = typeof Settings.Encoded

export const settings = Schema.decodeSync(Settings)

/** One article in an order. */
export const goods = (sku: string, quantity = 1): Goods => [{ sku, quantity }]

/** A shop of one account without authorization, with its operations by short names. By itself no order arrives. */
export const open = Effect.fnUntraced(function*(account: string, written: Omit<Written, "account"> = {}) {
  const storage = yield* SqlStorage.SqlStorage
  const decoded = settings({ orders: 0, ...written, account })
  const context = yield* Layer.build(Layer.fresh(platformSandboxOpen.layer(decoded)))
  const { call } = Context.get(context, PlatformV1.Platform)
  const provider = { providerCode: "SBX-POST", providerName: "Sandbox Post" }
  const read = (...onlineOrderIds: readonly [string, ...ReadonlyArray<string>]) => call(PlatformV1.GetOrders, { onlineOrderIds, limit: 100 })
  return {
    /** When it was opened, in milliseconds since 1970. */
    opened: yield* Clock.currentTimeMillis,
    call,
    read,
    order: (onlineOrderId: string) => Effect.map(read(onlineOrderId), ({ items: [order] }) => order),
    place: (onlineOrderId: string, more: { readonly buyer?: string; readonly goods?: Goods } = {}) => placeOrder(storage, decoded, { onlineOrderId, ...more }),
    cancel: (onlineOrderId: string) => cancelOrder(storage, decoded, onlineOrderId),
    ship: (onlineOrderId: string, trackingNumber: string, parts?: Readonly<Record<string, number>>) =>
      call(PlatformV1.ReportOutgoingParcel, {
        onlineOrderId,
        trackingNumber,
        providerCode: provider.providerCode,
        ...(parts !== undefined && { lines: Object.entries(parts).map(([lineId, pieces]) => ({ lineId, quantity: Quantity.of(pieces) })) as never })
      }),
    arrange: (onlineOrderId: string) => call(PlatformV1.CreateShipment, { onlineOrderId, ...provider }),
    recall: (onlineOrderId: string, trackingNumber: string) => call(PlatformV1.CancelShipment, { onlineOrderId, trackingNumber }),
    labels: (onlineOrderId: string) => call(PlatformV1.GetLabels, { onlineOrderId }),
    records: storedRecords(storage, account)
  }
})

export type Shop = Effect.Success<ReturnType<typeof open>>

/** The shop with tokens, over credentials in memory that a person obtained first, or that nobody did. */
export const openWithTokens = Effect.fnUntraced(function*(written: Written, params: Readonly<Record<string, string>> | undefined) {
  const decoded = settings({ orders: 0, ...written })
  const redirectUrl = new URL("https://runner.example/oauth/callback/shop")
  const given = params && Object.fromEntries(Object.entries(params).map(([name, value]) => [name, Redacted.make(value)]))
  const first = given && (yield* platformSandbox.authorization!.exchange(decoded, { params: given, redirectUrl, codeVerifier: Redacted.make("verifier") }).pipe(
    Effect.provideService(Transport.Transport, { send: () => Effect.die("the sandbox sends nothing") })
  ))
  const layer = Layer.provide(platformSandbox.layer(decoded), InMemoryCredentials.layer(first))
  return Context.get(yield* Layer.build(Layer.fresh(layer)), PlatformV1.Platform)
})

/** The reason of a call that fails. */
export const reasonOf = <A>(work: Effect.Effect<A, AdapterError.AdapterError>): Effect.Effect<AdapterError.Reason, A> =>
  Effect.map(Effect.flip(work), ({ reason }) => reason)
