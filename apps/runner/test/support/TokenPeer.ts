/**
 * A warehouse whose access tokens last five minutes and whose refresh tokens work once, with a plugin for it.
 */
import { AdapterError, Credentials, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const { CredentialRejected, Rejected, TransportFailed } = AdapterError

const lifetime = 300_000

/** How the next exchange goes; `works` when the list is used up. */
export type Exchange = "works" | "unreachable" | "hang" | "defect"

export const tokenPeer = () => {
  const plans: Array<Exchange> = []
  const seen = { exchanges: 0, calls: 0, refused: 0 }
  const manners = { takesOldTokens: false }
  let generation = 0
  let challenge = ""
  let validUntil = Number.POSITIVE_INFINITY

  const tokens = () => ({ access: `access-token-${generation}`, refresh: `refresh-token-${generation}` })

  const issued = Effect.map(Clock.currentTimeMillis, (now): Credentials.Obtained => {
    generation++
    validUntil = now + lifetime
    const { access, refresh } = tokens()
    return {
      values: { access: Redacted.make(access), refresh: Redacted.make(refresh) },
      expiresAt: DateTime.makeUnsafe(validUntil)
    }
  })

  const exchange = (refresh: string): Effect.Effect<Credentials.Obtained, AdapterError.Reason> =>
    Effect.gen(function*() {
      seen.exchanges++
      const how = plans.shift() ?? "works"
      yield* Effect.sleep("300 millis")
      if (how === "unreachable") return yield* Effect.fail(new TransportFailed({ phase: "connect", cause: how }))
      if (how === "defect") return yield* Effect.die(new Error(`a bug that shows ${refresh}`))
      if (refresh !== tokens().refresh && !manners.takesOldTokens) {
        return yield* Effect.fail(new Rejected({ fault: { code: "invalid_grant", message: `${refresh} was used before` } }))
      }
      const obtained = yield* issued
      return how === "hang" ? yield* Effect.never : obtained
    })

  const call = (access: string): Effect.Effect<void, AdapterError.Reason> =>
    Effect.gen(function*() {
      seen.calls++
      const now = yield* Clock.currentTimeMillis
      if (access === tokens().access && now < validUntil) return
      seen.refused++
      return yield* Effect.fail(new CredentialRejected({ fault: { code: "401", message: `${access} has lapsed` } }))
    })

  const plugin = WarehouseV1.plugin({
    id: "warehouse-token",
    settings: Schema.Struct({}),
    offers: ["listWarehouses"],
    limits: { linesPerOrder: 10, ordersPerQuery: 10 },
    authorization: {
      url: (_, { codeChallenge, redirectUrl, state }) => {
        challenge = codeChallenge
        const url = new URL("https://peer.example/authorize")
        url.searchParams.set("redirect_uri", redirectUrl.href)
        url.searchParams.set("state", state)
        return url
      },
      exchange: (_, { codeVerifier, params }) => {
        const code = params["code"] === undefined ? "" : Redacted.value(params["code"])
        return code === "right-code" && Credentials.codeChallenge(codeVerifier) === challenge
          ? issued
          : Effect.fail(new Rejected({ fault: { code: "invalid_code", message: `nobody knows ${code}` } }))
      }
    },
    make: () =>
      Effect.map(Credentials.Credentials, (credentials) => {
        const using = Credentials.makeCredentialedCall(credentials, { renew: ({ values }) => exchange(Redacted.value(values["refresh"]!)) })
        const reading = using(({ values }) => call(Redacted.value(values["access"]!)))
        const unused = () => Effect.die("not called")
        return {
          handlers: {
            createOutboundOrder: unused,
            cancelOutboundOrder: unused,
            getOutboundOrders: () => Effect.as(reading, { items: [] }),
            listWarehouses: () => Effect.as(reading, { items: [] })
          }
        }
      })
  })

  return {
    plugin,
    seen,
    manners,
    issued,
    plan: (...next: ReadonlyArray<Exchange>) => void plans.push(...next),
    /** The peer takes the access token no more, whatever it said before. */
    lapse: () => {
      validUntil = Number.NEGATIVE_INFINITY
    }
  }
}

export type TokenPeer = ReturnType<typeof tokenPeer>
