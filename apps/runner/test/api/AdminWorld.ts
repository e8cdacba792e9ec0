/**
 * The admin API over the rooms of a world: the typed client wired to the handlers, without a socket.
 */
import * as Effect from "effect/Effect"
import { HttpClientRequest, HttpServer } from "effect/http"
import { HttpApiMiddleware, HttpApiTest } from "effect/http-api"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Api, Authorization } from "../../src/api/Definition.ts"
import * as Handlers from "../../src/api/Handlers.ts"
import type { World } from "../support/World.ts"

export const token = Redacted.make("the admin token")

/** A client that presents a token; another one is refused. */
export const client = (w: World, presented = Redacted.value(token)) =>
  Effect.gen(function*() {
    const context = yield* Layer.build(Layer.mergeAll(
      Handlers.layer({ token, composed: w.composed }),
      HttpServer.layerServices,
      HttpApiMiddleware.layerClient(Authorization, ({ next, request }) => next(HttpClientRequest.bearerToken(request, presented)))
    ))
    const groups = ["connections", "orders", "deliveries", "intents", "maps", "runner"] as const
    return yield* HttpApiTest.groups(Api, groups).pipe(Effect.provideContext(context))
  })
