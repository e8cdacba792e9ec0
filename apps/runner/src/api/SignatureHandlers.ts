/**
 * Handlers for the diagnosis of signatures. It uses the stored secrets of the callers that the account sees, and tells only the verdict. The
 * calls that were refused of late are shown with what was sent, personal data for a reason, but for headers that hold a secret.
 */
import { CallWindow } from "@crossdock/protocols/kit"
import type { Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { HttpApiBuilder } from "effect/http-api"
import { CallLog } from "../calls/CallLog.ts"
import * as MaskedBody from "../calls/MaskedBody.ts"
import * as SecretRemoval from "../calls/SecretRemoval.ts"
import type { RefusedCall } from "../calls/RefusedSignatures.ts"
import { Database } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import { revealing } from "./CallHandlers.ts"
import { instant, member, notFound, stored } from "./Responses.ts"
import { Api, Caller, TooManyGuesses } from "@crossdock/admin-api"
import { Connections } from "../connection/Connections.ts"
import * as Diagnosis from "../signatures/Diagnosis.ts"
import * as CallerLinks from "./CallerLinks.ts"

/** So many verdicts an account gets, because each says whether a guessed secret is right. */
export const rate = { calls: 30, millis: 60_000 } as const
const mostAccounts = 1000

const tooMany = new TooManyGuesses({
  code: "TOO_MANY_GUESSES",
  message: `an account may have ${rate.calls} signatures a minute examined; wait a minute`
})

const signersOf = ({ links, receivers }: CallerLinks.Seen): ReadonlyArray<Diagnosis.Signer> => [
  ...links.flatMap(({ entrances, scope }) =>
    entrances.map(({ credentials, earlierSecret, id, profile, protocol, secretKey, signing }): Diagnosis.Signer => ({
      protocol, id, scope, secretKey, signing, earlierSecret,
      secretHeader: Redacted.isRedacted(credentials["warehouseSecret"]) ? credentials["warehouseSecret"] as Redacted.Redacted : undefined,
      isAnyTime: profile["timestampTolerance"] === "off"
    }))),
  // Senders of callbacks and of orders of shops sign as callers of these protocols do.
  ...receivers.flatMap(({ accessId: id, earlierSecret, scope, secretKey, shop, signing }) =>
    ["warehouse", ...(shop === undefined ? [] : ["platform"])].map((protocol): Diagnosis.Signer => ({ protocol, id, scope, secretKey, signing, earlierSecret })))
]

export const layer = HttpApiBuilder.group(Api, "signature", Effect.fnUntraced(function*(handlers) {
  const connections = yield* Connections
  const log = yield* CallLog
  const revealed = revealing(yield* Database, yield* Vault)

  /** The calls that the account sees. Those of nobody's id are seen by whoever is not limited. */
  const refused = Effect.gen(function*() {
    const { scopes } = yield* CallerLinks.seen(connections)
    return log.refusedSignatures.latest(yield* Clock.currentTimeMillis).filter(({ scope }) => scopes === undefined || scopes.includes(scope))
  })
  const shown = ({ at, protocol, request: { remoteAddress }, requestId, scope }: RefusedCall) =>
    ({ requestId, at: instant(at), protocol, scope, ...member("remoteAddress", remoteAddress) })

  const found = Effect.fnUntraced(function*(requestId: string) {
    const call = (yield* refused).find((one) => one.requestId === requestId)
    if (call === undefined) return yield* Effect.fail(notFound("refused call", requestId, "they are kept for an hour, by the node that refused them"))
    const { body, headers, method, url } = call.request
    return { call, request: { method, url: url.href, headers: SecretRemoval.inHeadersBesideSignatures(headers), body } }
  })

  const windows = new Map<string, (now: number) => number>()
  const windowOf = (account: string) => {
    let window = windows.get(account)
    if (window === undefined) {
      const [oldest] = windows.keys()
      if (windows.size >= mostAccounts && oldest !== undefined) windows.delete(oldest)
      windows.set(account, window = CallWindow.make(rate))
    }
    return window
  }

  return handlers.handleAll({
    refused: () => Effect.map(refused, (calls) => ({ items: calls.map(shown) })),
    showRefused: ({ params: { requestId } }) =>
      Effect.map(found(requestId), ({ call, request }) => ({ ...shown(call), ...member("request", MaskedBody.content({ request }, "in").request) })),
    revealRefused: ({ params: { requestId }, payload }) =>
      stored(Effect.gen(function*() {
        const { call, request } = yield* found(requestId)
        yield* revealed(payload, `the refused call ${requestId}`)
        return { ...shown(call), request }
      })),
    diagnose: Effect.fnUntraced(function*({ payload: { body, headers = [], method = "POST", protocol, sign, theirs, url = "/" } }) {
      const now = yield* Clock.currentTimeMillis
      const account = yield* Caller
      if (windowOf(account.id ?? account.name)(now) > 0) return yield* Effect.fail(tooMany)
      const seen = yield* CallerLinks.seen(connections)
      const request: Transport.Request = { method, url: URL.parse(url, "http://runner.invalid") ?? new URL("http://runner.invalid"), headers, body }
      return Diagnosis.diagnose({ protocol, request, sign, theirs }, signersOf(seen), now)
    })
  })
}))
