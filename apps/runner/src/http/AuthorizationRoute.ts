/**
 * The route to which a peer redirects a person who has granted access, with a code and the state that the runner issued.
 */
import type { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Authorization from "../connection/Authorization.ts"
import type { Connections } from "../connection/Connections.ts"
import type { FailedAuthentications } from "./FailedAuthentications.ts"
import { decoded, type Serve } from "./Route.ts"

const page = (status: number, text: string): Transport.Response => ({
  status,
  headers: [
    ["content-type", "text/plain; charset=utf-8"],
    ["cache-control", "no-store"],
    ["referrer-policy", "no-referrer"],
    ["x-content-type-options", "nosniff"]
  ],
  body: `${text}\n`
})

/** The page for a person whom a peer redirected to this runner. */
const pageOf = (id: string, outcome: Authorization.Outcome): Transport.Response => {
  switch (outcome.is) {
    case "authorized":
      return page(200, `The connection ${id} is authorized.${outcome.isResumed ? " It was paused and is running again." : ""} You can close this page.`)
    case "denied":
      return page(403, `Access was not granted, so the connection ${id} is unchanged. To try again: crossdock connections authorize ${id}`)
    case "failed":
      return page(502, `The connection ${id} is not authorized: ${outcome.message}. To try again: crossdock connections authorize ${id}`)
    case "unknown":
      return page(400, "This address is not valid: it is unknown, was used before, or is older than ten minutes. Nothing was changed. Run `crossdock connections authorize` to make a new one.")
  }
}

const tooManyPages = page(429, "Too many invalid addresses were opened; wait 60 seconds.")

const notKept = page(503, "The database did not answer, so nothing was stored. Run `crossdock connections authorize` to make a new address.")

export const make = Effect.fnUntraced(function*({ connections, publicUrl, tries }: {
  readonly connections: Connections["Service"]
  readonly publicUrl: URL | undefined
  readonly tries: FailedAuthentications
}) {
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof Authorization.finish>>>()
  const serve: Serve = Effect.fnUntraced(function*({ method, remoteAddress, url }) {
    const id = decoded(url.pathname.split("/")[3] ?? "")
    const finished = publicUrl === undefined || method !== "GET"
      ? Effect.succeed<Authorization.Outcome>({ is: "unknown" })
      : Effect.provideContext(Authorization.finish(id, url.searchParams, publicUrl), context)
    const outcome = yield* Effect.result(Effect.annotateLogs(finished, { connection: id }))
    if (Result.isFailure(outcome)) return notKept
    if (outcome.success.is !== "unknown") return pageOf(id, outcome.success)
    const mayFail = yield* tries.mayFail(id, remoteAddress)
    yield* tries.onAuthentication({ accessId: id, remoteAddress, ok: false, isKnown: connections.get(id) !== undefined })
    return mayFail ? pageOf(id, outcome.success) : tooManyPages
  })
  return serve
})
