/**
 * Plugins of shops and of an ERP that leave every answer to `support/ScriptedPeers.ts`, so that a test makes and ends at will what no
 * simulated peer does: a sign-in that expires, a registration that is refused, an article whose stock is not counted.
 */
import { AdapterError, Credentials, ErpV1, type Operation, PlatformV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const url = process.env.SCRIPTED_PEERS ?? "http://127.0.0.1:9"

const Settings = Schema.Struct({ name: Schema.NonEmptyString })
type Settings = typeof Settings.Type
type Answer = { readonly is: unknown } | { readonly refused: string; readonly isOfCredential?: boolean }

const lost = (phase: "connect" | "receive") => (cause: unknown) => new AdapterError.TransportFailed({ phase, cause: String(cause) })

const asked = Effect.fnUntraced(function*({ name }: Settings, operation: string, payload: unknown) {
  const response = yield* Effect.tryPromise({
    try: () => fetch(`${url}/${name}/${operation}`, { method: "POST", body: JSON.stringify(payload) }),
    catch: lost("receive")
  })
  const answer = yield* Effect.tryPromise({ try: () => response.json() as Promise<Answer>, catch: lost("receive") })
  if ("is" in answer) return answer.is
  const fault = { code: "REFUSED", message: answer.refused }
  return yield* Effect.fail(answer.isOfCredential === true ? new AdapterError.CredentialRejected({ fault }) : new AdapterError.Rejected({ fault }))
})

/** The handler of an operation, which sends its payload and reads the answer by the schemas of the contract. */
const handler = <O extends Operation.Any>(settings: Settings, { name, payload: sent, success }: O) =>
  (payload: O["payload"]["Type"]): Effect.Effect<O["success"]["Type"], AdapterError.Reason> =>
    Effect.flatMap(asked(settings, name, Schema.encodeSync(sent as Schema.Codec<unknown, unknown>)(payload)), (answer) =>
      Effect.mapError(Schema.decodeUnknownEffect(success as Schema.Codec<unknown, unknown>)(answer), (error) => new AdapterError.ResponseInvalid({ cause: error })))

const limits: PlatformV1.Limits = { ordersPerQuery: 10, stockUpdatesPerCall: 10, visibilityDelay: "1 second", pollInterval: "1 second" }
const nothing = () => Effect.succeed({ status: 200, headers: [], body: "" })

/** A shop without credentials. It takes registrations of callbacks, and is told of its access. */
export const scriptedShop = PlatformV1.plugin({
  id: "scripted-shop",
  settings: Settings,
  limits,
  offers: ["listProducts", "updateStock", "setShopAccess", "subscribe", "renew", "unsubscribe"],
  receives: true,
  make: (settings) =>
    Effect.succeed({
      handlers: {
        getOrders: handler(settings, PlatformV1.GetOrders),
        listProducts: handler(settings, PlatformV1.ListProducts),
        updateStock: handler(settings, PlatformV1.UpdateStock),
        setShopAccess: handler(settings, PlatformV1.ReportShopAccess),
        subscribe: handler(settings, PlatformV1.Subscribe),
        renew: handler(settings, PlatformV1.RenewSubscription),
        unsubscribe: handler(settings, PlatformV1.Unsubscribe)
      },
      incoming: nothing
    })
})

const obtained = (answer: unknown): Credentials.Obtained => {
  const { expiresAt, token } = answer as { readonly token: string; readonly expiresAt: string }
  return { values: { token: Redacted.make(token) }, expiresAt: DateTime.makeUnsafe(expiresAt) }
}

/** A shop that a person authorizes: whoever opens its address has granted access, and is sent back. */
export const scriptedShopWithSignIn = PlatformV1.plugin({
  id: "scripted-shop-with-sign-in",
  settings: Settings,
  limits,
  offers: [],
  authorization: {
    url: ({ name }, { redirectUrl, state }) => {
      const back = new URL(redirectUrl)
      back.searchParams.set("code", `code-of-${name}`)
      back.searchParams.set("state", state)
      return back
    },
    exchange: (settings) => Effect.map(asked(settings, "exchange", {}), obtained)
  },
  make: (settings) =>
    Effect.map(Credentials.Credentials, (credentials) => {
      const use = Credentials.makeCredentialedCall(credentials, { renew: () => Effect.map(asked(settings, "refresh", {}), obtained), margin: "1 second" })
      const read = handler(settings, PlatformV1.GetOrders)
      return { handlers: { getOrders: (payload: typeof PlatformV1.GetOrders.payload.Type) => use(() => read(payload)) } }
    })
})

const push = <O extends Operation.Any & { readonly isPrepared: true }>(settings: Settings, { name, payload: schema }: O): Operation.PreparedHandler<O> => ({
  prepare: (payload) => Result.succeed({ content: JSON.stringify(Schema.encodeSync(schema)(payload)) }),
  deliver: ({ content }) => Effect.as(asked(settings, name, JSON.parse(content)), {} as never)
})

/** An ERP that is the source of outbound orders. */
export const scriptedErp = ErpV1.plugin({
  id: "scripted-erp",
  settings: Settings,
  offers: ["listOutboundOrders"],
  make: (settings) =>
    Effect.succeed({
      handlers: {
        receiveOutboundStatus: push(settings, ErpV1.ReceiveOutboundStatus),
        receiveInboundProgress: push(settings, ErpV1.ReceiveInboundProgress),
        listOutboundOrders: handler(settings, ErpV1.ListOutboundOrders)
      }
    })
})
