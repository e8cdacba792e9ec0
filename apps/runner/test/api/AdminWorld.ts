/**
 * The admin API over the rooms of a world: the typed client wired to the handlers without a socket, or a real listener.
 */
import * as Effect from "effect/Effect"
import { HttpClientRequest, HttpServer } from "effect/http"
import { HttpApiMiddleware, HttpApiTest } from "effect/http-api"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Api, Authorization } from "@crossdock/admin-api"
import type { FirstSignIn } from "../../src/accounts/FirstSignIn.ts"
import type { OidcSettings } from "../../src/oidc/OidcSettings.ts"
import * as Handlers from "../../src/api/Handlers.ts"
import * as Listener from "../../src/api/Listener.ts"
import { freePort } from "../support/Ports.ts"
import type { World } from "../support/World.ts"

export const token = Redacted.make("t0ken of a world")

/** A client that presents a token; another one is refused. */
export const client = (w: World, presented = Redacted.value(token), publicUrl?: URL) =>
  Effect.gen(function*() {
    const context = yield* Layer.build(Layer.mergeAll(
      Handlers.layer({ token, composed: w.composed, publicUrl }),
      HttpServer.layerServices,
      HttpApiMiddleware.layerClient(Authorization, ({ next, request }) => next(HttpClientRequest.bearerToken(request, presented)))
    ))
    const groups = ["connections", "books", "links", "plugins", "orders", "asns", "desk", "deliveries", "calls", "intents", "maps", "stock", "flow", "search", "signature", "playground", "nodes", "runner", "session", "people", "audit"] as const
    return yield* HttpApiTest.groups(Api, groups).pipe(Effect.provideContext(context))
  })

/** The API over the rooms of a world at a port of this machine, until the scope closes. Default: any free port. */
export const listening = (w: World, given?: number, first?: FirstSignIn, oidc?: OidcSettings) =>
  Effect.gen(function*() {
    const port = given ?? (yield* freePort)
    yield* Layer.build(Listener.layer({ port, token, composed: w.composed, first, oidc }))
    return port
  })
