/**
 * The admin listener, on loopback only: the admin API and the metrics behind a token, health without one.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse, ProblemDetails } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as MetricsGauges from "../http/MetricsGauges.ts"
import * as Health from "../http/Health.ts"
import { ListenFailed } from "../http/Listener.ts"
import { createServer } from "../http/NodeServer.ts"
import { Api } from "./Definition.ts"
import * as Handlers from "./Handlers.ts"

export interface Options extends Handlers.Options {
  readonly port: number
}

const host = "127.0.0.1"

const problem = (status: number, title: string, code: string, message: string) =>
  ProblemDetails.toResponse({ type: ProblemDetails.blankType, status, title, code, message })

const health = Layer.mergeAll(
  HttpRouter.add("GET", "/livez", HttpServerResponse.jsonUnsafe({ ok: true })),
  HttpRouter.add(
    "GET",
    "/readyz",
    Effect.map(Health.readiness, (readiness) => HttpServerResponse.jsonUnsafe(readiness, { status: readiness.ok ? 200 : 503 }))
  )
)

const metrics = (token: Redacted.Redacted) => {
  const check = Handlers.checking(token)
  return HttpRouter.add("GET", "/metrics", (request: HttpServerRequest.HttpServerRequest) =>
    Effect.flatMap(check((request.headers.authorization ?? "").replace(/^bearer +/i, "")), (isRight) => {
      const { code, message } = Handlers.unauthorized
      return isRight
        ? Effect.map(MetricsGauges.metrics, (text) => HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" }))
        : Effect.succeed(problem(401, "Unauthorized", code, message))
    }))
}

const elsewhere = HttpRouter.add(
  "*",
  "/*",
  problem(404, "Not Found", "NO_SUCH_PATH", "this path and method do not exist; see /admin/openapi.json")
)

/** All routes, independent of the HTTP server. */
export const routes = (options: Omit<Options, "port">) =>
  Layer.mergeAll(
    HttpApiBuilder.layer(Api, { openapiPath: "/admin/openapi.json" }).pipe(Layer.provide(Handlers.layer(options))),
    health,
    metrics(options.token),
    elsewhere
  )

export const layer = (options: Options) =>
  HttpRouter.serve(routes(options), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provide(
      NodeHttpServer.layer(createServer, { host, port: options.port, gracefulShutdownTimeout: "5 seconds" }).pipe(
        Layer.catchTag("ServeError", ({ cause }) =>
          Layer.effectContext<Layer.Success<ReturnType<typeof NodeHttpServer.layer>>, ListenFailed, never>(Effect.fail(
            new ListenFailed({
              host,
              port: options.port,
              variable: "CROSSDOCK_ADMIN_PORT",
              code: (cause as { readonly code?: string } | null)?.code ?? "unknown"
            })
          )))
      )
    )
  )
