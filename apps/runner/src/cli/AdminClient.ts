/**
 * A client of the admin API, typed by the API's definition. It turns each failure into a sentence and an exit code.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { HttpClientError, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as AdminHosts from "../AdminHosts.ts"
import { Api, asked, Authorization, type Problem } from "@crossdock/admin-api"
import { invocation } from "../LaunchCommand.ts"
import { CommandFailed, exitCodes, unreachable, usage } from "./CommandErrors.ts"
import { admin, clientConfig, token } from "./Flags.ts"

export type Client = HttpApiClient.ForApi<typeof Api>

const addressOf = Effect.gen(function*() {
  const given = yield* admin
  const { adminHost, adminPort } = yield* clientConfig
  const text = Option.getOrElse(given, () => `http://${AdminHosts.inUrl(AdminHosts.nearAddress(adminHost))}:${adminPort}`)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    return yield* Effect.fail(usage(`--admin ${JSON.stringify(text)} is not a valid address; write one such as http://127.0.0.1:8081`))
  }
  return new URL(text)
})

const tokenOf = Effect.gen(function*() {
  const given = yield* token
  const { adminToken, dataFolder } = yield* clientConfig
  if (Option.isSome(given)) return given.value
  if (Option.isSome(adminToken)) return adminToken.value
  const files = yield* FileSystem.FileSystem
  const file = `${dataFolder}/admin-token`
  return yield* Effect.matchEffect(files.readFileString(file), {
    onFailure: () =>
      Effect.fail(unreachable(
        `the admin token is missing: ${file} cannot be read. Start the runner here (${invocation.start}), run this command in the runner's folder, or set CROSSDOCK_ADMIN_TOKEN`
      )),
    onSuccess: (text) => Effect.succeed(Redacted.make(text.trim()))
  })
})

interface Refusal {
  readonly _tag: string
  readonly code: string
  readonly message: string
  readonly path?: string
  readonly problems?: ReadonlyArray<Problem>
}

const isRefusal = Schema.is(Schema.Struct({ _tag: Schema.String, code: Schema.String, message: Schema.String }))

const exitOf: Readonly<Record<string, 1 | 2 | 3>> = {
  Invalid: exitCodes.usage,
  Unauthorized: exitCodes.unreachable,
  Unavailable: exitCodes.unreachable
}

const issues = SchemaIssue.makeFormatterStandardSchemaV1()

/** Every member that does not match the schema, with its JSON pointer. */
export const problemsOf = (error: Schema.SchemaError): ReadonlyArray<Problem> =>
  issues(error.issue).issues.map(({ message, path }) => ({
    path: (path ?? []).map((part) => `/${String(typeof part === "object" ? part.key : part)}`).join(""),
    message: asked(message)
  }))

/** An argument that the API's schema refuses; the request was not sent. */
const unfit = (error: Schema.SchemaError): CommandFailed => {
  const [first] = problemsOf(error)
  const path = first?.path.slice(1) ?? ""
  return usage(`${path === "" ? "an argument" : path} is not valid: ${first?.message ?? "correct it"}`)
}

/** Decodes JSON that a person wrote into the payload of a request. The error lists every member that is not valid. */
export const taken = <A, I>(schema: Schema.Codec<A, I>, json: unknown): Effect.Effect<A, CommandFailed> =>
  Effect.mapError(Schema.decodeUnknownEffect(schema)(json, { errors: "all", onExcessProperty: "error" }), (error) => {
    const problems = problemsOf(error)
    const [first] = problems
    return new CommandFailed({
      exit: exitCodes.usage,
      code: "REQUEST_INVALID",
      message: problems.length > 1 ? `${problems.length} members are not valid; nothing was sent` : `${first?.message ?? "the JSON is not valid"}; nothing was sent`,
      ...(first !== undefined && { path: first.path === "" ? "/" : first.path }),
      problems
    })
  })

/** Removes `/payload` from a JSON pointer: the person typed only what is inside it. */
const within = (path: string): string => path.replace(/^\/payload(?=\/)/, "")

/** Turns any failure of a request into a message that says what to do. Failures before `isSent` are wrong arguments. */
export const toFailure = (error: unknown, address: URL, isSent: boolean): CommandFailed => {
  if (error instanceof CommandFailed) return error
  if (!isSent && Schema.isSchemaError(error)) return unfit(error)
  if (isRefusal(error)) {
    const { _tag, code, path, problems, message } = error as Refusal
    return new CommandFailed({
      exit: exitOf[_tag] ?? exitCodes.problem,
      code,
      message,
      ...(path !== undefined && { path: within(path) }),
      ...(problems !== undefined && { problems: problems.map((one) => ({ path: within(one.path), message: one.message })) })
    })
  }
  if (HttpClientError.isHttpClientError(error) && error.reason._tag === "TransportError") {
    return unreachable(`no runner answers at ${address.origin}. Start it with ${invocation.start}, or give its admin address with --admin or CROSSDOCK_ADMIN_PORT`)
  }
  return unreachable(`the service at ${address.origin} is not a runner of this version. Correct --admin or CROSSDOCK_ADMIN_PORT, or restart the runner`)
}

/** Makes the function that sends requests to the runner's admin API. The token is looked up for each, because a restarted runner may have another. */
export const asking = Effect.gen(function*() {
  const address = yield* addressOf
  let credential = Redacted.make("")
  let isSent = false
  const client = yield* HttpApiClient.make(Api, { baseUrl: address }).pipe(
    Effect.provide(HttpApiMiddleware.layerClient(Authorization, ({ next, request }) => {
      isSent = true
      return next(HttpClientRequest.bearerToken(request, credential))
    }))
  )
  return <A, E>(question: (client: Client) => Effect.Effect<A, E>) =>
    Effect.gen(function*() {
      credential = yield* tokenOf
      isSent = false
      return yield* Effect.mapError(question(client), (error) => toFailure(error, address, isSent))
    })
})

/** Sends requests one after another with one client. */
export type Ask = Effect.Success<typeof asking>

/** The HTTP client of `asking`. */
export const http = NodeHttpClient.layerUndici

/** Sends one request to the runner's admin API with the admin token. */
export const ask = <A, E>(question: (client: Client) => Effect.Effect<A, E>) =>
  Effect.flatMap(asking, (one) => one(question)).pipe(Effect.provide(http))
