/**
 * The admin listener, on loopback unless the operator says otherwise: the admin API and the metrics behind a token, health without one.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse, ProblemDetails } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as MetricsAnswer from "../http/MetricsAnswer.ts"
import * as Health from "../http/Health.ts"
import { ListenFailed } from "../http/Listener.ts"
import { createServer, type Unreadable } from "../http/NodeServer.ts"
import { fileURLToPath } from "node:url"
import * as AdminHosts from "../AdminHosts.ts"
import * as TrustedProxies from "../http/TrustedProxies.ts"
import * as ConsoleFiles from "./ConsoleFiles.ts"
import { Api } from "@crossdock/admin-api"
import * as Authorization from "./Authorization.ts"
import * as Handlers from "./Handlers.ts"
import * as OidcRoutes from "./OidcRoutes.ts"

export interface Options extends Handlers.Options {
  readonly port: number
  /** Default: the loopback interface. */
  readonly host?: string
  /** Names under which it may be addressed. */
  readonly names?: ReadonlyArray<string>
  /** Opens the metrics alone, beside the admin token. */
  readonly metricsToken?: Redacted.Redacted | undefined
  /** The folder of the built console. Default: beside the program. */
  readonly consoleFolder?: string
}

const problem = (status: number, title: string, code: string, message: string) =>
  ProblemDetails.toResponse({ type: ProblemDetails.blankType, status, title, code, message })

/** The same form for a request that Node could not read. */
const unread = ({ code, message, status, title }: Unreadable) => ({
  headers: [["content-type", "application/problem+json"]] as const,
  body: JSON.stringify({ type: ProblemDetails.blankType, title, status, code, message })
})

const health = Layer.mergeAll(
  HttpRouter.add("GET", "/livez", HttpServerResponse.jsonUnsafe({ ok: true })),
  HttpRouter.add(
    "GET",
    "/readyz",
    Effect.map(Health.readiness, (readiness) => HttpServerResponse.jsonUnsafe(readiness, { status: readiness.ok ? 200 : 503 }))
  )
)

const metrics = ({ metricsToken, token }: Pick<Options, "metricsToken" | "token">) => {
  const isMetricsToken = (presented: string): boolean => metricsToken !== undefined && Authorization.isToken(metricsToken, presented)
  const checked = Authorization.checking(token)
  const check = (presented: string) => isMetricsToken(presented) ? Effect.succeed(true) : checked(presented)
  return HttpRouter.add("GET", "/metrics", (request: HttpServerRequest.HttpServerRequest) =>
    Effect.flatMap(check((request.headers.authorization ?? "").replace(/^bearer +/i, "")), (isRight) => {
      const { code, message } = Authorization.unauthorized
      return isRight
        ? Effect.map(MetricsAnswer.metrics, (text) => HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" }))
        : Effect.succeed(problem(401, "Unauthorized", code, message))
    }))
}

const nowhere = problem(404, "Not Found", "NO_SUCH_PATH", "this path and method do not exist; see /admin/openapi.json")

/** Every other path: the console's pages and files, and a refusal for the rest. */
const elsewhere = (folder: string) => {
  const fileFor = ConsoleFiles.reading(folder)
  return HttpRouter.add("*", "/*", ({ headers, method, url }: HttpServerRequest.HttpServerRequest) => {
    const file = method === "GET" || method === "HEAD"
      ? fileFor?.({ path: url.replace(/[?#].*$/, ""), accept: headers.accept, acceptEncoding: headers["accept-encoding"] })
      : undefined
    return Effect.succeed(file === undefined ? nowhere : HttpServerResponse.uint8Array(file.body, { status: file.status, headers: file.headers, contentType: file.headers["content-type"] }))
  })
}

const unsupported = problem(415, "Unsupported Media Type", "CONTENT_TYPE_INVALID", "this content type is not read here; send the one that /admin/openapi.json names")

/** A path that cannot be decoded belongs to no route. */
const isNowhere = (error: unknown): boolean => HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/** Gives the two refusals that the HTTP server writes by itself the form of all others. */
const inProblemForm = HttpRouter.middleware((answer) =>
  answer.pipe(
    Effect.map((response) => response.status === 415 ? unsupported : response),
    Effect.catch((error) => isNowhere(error) ? Effect.succeed(nowhere) : Effect.fail(error))
  ), { global: true })

/** What is answered here is of this moment and for one account, so nobody keeps it; the console's files say themselves for how long they are kept. */
const unkept = HttpRouter.middleware((answer) =>
  Effect.map(answer, (response) =>
    response.headers["cache-control"] === undefined
      ? HttpServerResponse.setHeaders(response, { "cache-control": "no-store", "x-content-type-options": "nosniff" })
      : response), { global: true })

/** Refuses requests under names that nobody listed, so that no page in a browser reaches the listener under a name of its own. */
const guarded = ({ host = AdminHosts.loopback, names = [] }: Pick<Options, "host" | "names">) => {
  const takes = AdminHosts.taking([host, ...names])
  return HttpRouter.middleware((answer) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
      takes(headers.host)
        ? answer
        : Effect.succeed(problem(403, "Forbidden", "HOST_REFUSED", "the admin listener is not addressed under this name; use its address in digits, or add the name to CROSSDOCK_ADMIN_NAMES"))), { global: true })
}

/** All routes, independent of the HTTP server. */
export const routes = (options: Omit<Options, "port">) => {
  const folder = options.consoleFolder ?? fileURLToPath(new URL("console", import.meta.url))
  return Layer.mergeAll(
    Layer.merge(
      HttpApiBuilder.layer(Api, { openapiPath: "/admin/openapi.json" }),
      OidcRoutes.returning(TrustedProxies.proxies(options.composed.server.trustedProxies))
    ).pipe(Layer.provide(Handlers.layer({ ...options, build: ConsoleFiles.buildOf(folder) }))),
    health,
    metrics(options),
    elsewhere(folder),
    inProblemForm,
    unkept,
    guarded(options)
  )
}

/** A number has up to 255 characters, each of which can take twelve in a path. The router's own limit, 100, would hide such an order. */
const longestParameter = 4096

export const layer = (options: Options) =>
  HttpRouter.serve(routes(options), { routerConfig: { maxParamLength: longestParameter }, disableLogger: true, disableListenLog: true }).pipe(
    Layer.provide(
      NodeHttpServer.layer(() => createServer(undefined, unread), { host: options.host ?? AdminHosts.loopback, port: options.port, gracefulShutdownTimeout: "5 seconds" }).pipe(
        Layer.catchTag("ServeError", ({ cause }) =>
          Layer.effectContext<Layer.Success<ReturnType<typeof NodeHttpServer.layer>>, ListenFailed, never>(Effect.fail(
            new ListenFailed({
              host: options.host ?? AdminHosts.loopback,
              port: options.port,
              variable: "CROSSDOCK_ADMIN_PORT",
              code: (cause as { readonly code?: string } | null)?.code ?? "unknown"
            })
          )))
      )
    )
  )
