/**
 * A warehouse that wants settings, a secret among them, registers callbacks and is called with a secret that it knows.
 */
import { AdapterError, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const Settings = Schema.Struct({
  endpoint: Schema.URLFromString.annotate({ title: "Endpoint", description: "Where it answers" }),
  secretKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "secretKey" }).annotate({ title: "Secret key" }),
  batches: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 })).annotate({ title: "Batches" }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(2))
  ),
  callbacks: Schema.optionalKey(
    Schema.Struct({ segment: Schema.NonEmptyString, key: Schema.RedactedFromValue(Schema.NonEmptyString) }).annotate({ title: "Callbacks" })
  )
})

/** `knows` is the secret that the vendor accepts now. */
export const vendor = (knows: string) => {
  const said: Array<string> = []
  const vendorKnows = { secret: knows }
  const plugin = WarehouseV1.plugin({
    id: "warehouse-vendor",
    title: "A vendor",
    settings: Settings,
    limits: { linesPerOrder: 10, ordersPerQuery: 10 },
    offers: ["listWarehouses", "subscribe", "unsubscribe"],
    make: (settings) => {
      const asked = <A>(answer: A) =>
        Effect.suspend((): Effect.Effect<A, AdapterError.Reason> =>
          Redacted.value(settings.secretKey) === vendorKnows.secret
            ? Effect.succeed(answer)
            : Effect.fail(new AdapterError.CredentialRejected({ fault: { code: "SIGN", message: "the signature is wrong" } })))
      return Effect.succeed({
        handlers: {
          createOutboundOrder: () => asked({ warehouseOrderNumber: "V-1" }),
          cancelOutboundOrder: () => asked({}),
          getOutboundOrders: () => asked({ items: [] }),
          listWarehouses: () => asked({ items: [{ code: "V-1", name: "First" }] }),
          subscribe: ({ callbackUrl }: typeof WarehouseV1.Subscribe.payload.Type) =>
            Effect.tap(asked({ subscriptionId: "sub-1" }), () => Effect.sync(() => said.push(`subscribe ${callbackUrl.href}`))),
          unsubscribe: ({ subscriptionId }: typeof WarehouseV1.Unsubscribe.payload.Type) =>
            Effect.as(Effect.sync(() => said.push(`unsubscribe ${subscriptionId}`)), {})
        },
        incoming: () => Effect.succeed({ status: 200, headers: [], body: "taken" })
      })
    },
    receives: true
  })
  return { plugin, said, vendorKnows }
}
