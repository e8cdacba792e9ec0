/**
 * All handlers of the admin API and its two middlewares: the token check, and errors as problem+json.
 */
import { timingSafeEqualSecret } from "@crossdock/core/signing"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpApiError } from "effect/http-api"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SchemaIssue from "effect/SchemaIssue"
import type { unhandled } from "effect/Types"
import type { Composed } from "../Composition.ts"
import * as AuthFailureLimit from "../http/AuthFailureLimit.ts"
import * as BooksHandlers from "./BooksHandlers.ts"
import * as ConnectionHandlers from "./ConnectionHandlers.ts"
import { type Account, accessOf, asked, Authorization, Caller, Failed, Forbidden, Invalid, Problems, Right, Unauthorized } from "@crossdock/admin-api"
import * as CallHandlers from "./CallHandlers.ts"
import * as CompareHandlers from "./CompareHandlers.ts"
import * as DeliveryHandlers from "./DeliveryHandlers.ts"
import * as DeskHandlers from "./DeskHandlers.ts"
import * as FlowHandlers from "./FlowHandlers.ts"
import * as IntentHandlers from "./IntentHandlers.ts"
import * as LinkHandlers from "./LinkHandlers.ts"
import * as MapHandlers from "./MapHandlers.ts"
import * as OrderHandlers from "./OrderHandlers.ts"
import * as PluginHandlers from "./PluginHandlers.ts"
import * as RunnerHandlers from "./RunnerHandlers.ts"
import * as SearchHandlers from "./SearchHandlers.ts"
import * as StockHandlers from "./StockHandlers.ts"

export const unauthorized = new Unauthorized({
  code: "TOKEN_REFUSED",
  message: "send the admin token as `Authorization: Bearer …`; it is in the file admin-token of the data folder, or in CROSSDOCK_ADMIN_TOKEN"
})

/** Compares in constant time. */
export const isToken = (token: Redacted.Redacted, presented: string): boolean => timingSafeEqualSecret(token, presented)

/**
 * This many wrong tokens per minute are answered at once; each further one is delayed. A request with the right token
 * is never delayed.
 */
const wrongAtOnce = 10

/** Checks a token. Wrong tokens are logged and delayed, so that nobody can try many unnoticed. */
export const checking = (token: Redacted.Redacted): (presented: string) => Effect.Effect<boolean> => {
  const failures = AuthFailureLimit.make(wrongAtOnce)
  const wrong = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (!failures.mayFail("", undefined, now)) return Effect.sleep("1 second")
    return Effect.logWarning(
      failures.failed("", undefined, now)
        ? "a wrong admin token was presented again; further ones are delayed by a second each and not logged for a minute"
        : "a wrong admin token was presented"
    )
  })
  return (presented) => isToken(token, presented) ? Effect.succeed(true) : Effect.as(wrong, false)
}

/** Who presents the admin token may do all. */
const ofToken: Account = { name: "admin token", via: "token", rights: new Set(Right.literals), links: undefined }

/** Why an account may not call an operation; undefined if it may. */
const refusalOf = ({ links, rights }: Account, group: string, endpoint: string): Forbidden | undefined => {
  const { right, scope } = accessOf(group, endpoint)
  if (!rights.has(right)) return new Forbidden({ code: "RIGHT_MISSING", message: `this needs the right ${right}, which your account does not have; ask an administrator` })
  return links !== undefined && scope === "all"
    ? new Forbidden({ code: "LIMITED_TO_LINKS", message: "this concerns all links, and your account is limited to some; ask an administrator" })
    : undefined
}

const authorization = (token: Redacted.Redacted) => {
  const check = checking(token)
  return Layer.succeed(Authorization, {
    bearer: (httpEffect, { credential, endpoint, group }) =>
      Effect.flatMap(
        check(Redacted.value(credential)),
        (isRight): Effect.Effect<Effect.Success<typeof httpEffect>, Forbidden | Unauthorized | unhandled, Exclude<Effect.Services<typeof httpEffect>, Caller>> => {
          if (!isRight) return Effect.fail(unauthorized)
          const refusal = refusalOf(ofToken, group.identifier, endpoint.identifier)
          return refusal === undefined ? Effect.provideService(httpEffect, Caller, ofToken) : Effect.fail(refusal)
        }
      )
  })
}

const issues = SchemaIssue.makeFormatterStandardSchemaV1()

const pointer = (kind: string, path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined): string =>
  [kind.toLowerCase(), ...(path ?? []).map((part) => String(typeof part === "object" ? part.key : part))]
    .map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("")

const invalidOf = (error: HttpApiError.HttpApiSchemaError): Invalid => {
  const problems = issues(error.cause.issue).issues.map(({ message, path }) => ({
    path: pointer(error.kind, path),
    message: asked(message)
  }))
  const [first] = problems
  return new Invalid({
    code: "REQUEST_INVALID",
    message: problems.length > 1 ? `${problems.length} members of the request are not valid` : first?.message ?? "the request is not valid",
    path: first?.path ?? pointer(error.kind, []),
    ...(problems.length > 1 && { problems })
  })
}

const failed = new Failed({ code: "INTERNAL", message: "the runner failed; its log has the cause" })

const afterError = (error: unhandled): Effect.Effect<never, Failed | Invalid | unhandled> => {
  if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
  return error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.andThen(Effect.logError("an admin API response does not match its schema", error.cause), Effect.fail(failed))
    : Effect.fail(invalidOf(error))
}

const problems = Layer.succeed(Problems, (httpEffect) =>
  Effect.catchDefect(Effect.catch(httpEffect, afterError), (defect) =>
    Effect.andThen(Effect.logError("an admin API handler failed", Cause.die(defect)), Effect.fail(failed))))

export interface Options {
  readonly token: Redacted.Redacted
  readonly composed: Composed
  /** The public address of the runner; undefined if none is configured. */
  readonly publicUrl?: URL | undefined
}

export const layer = ({ composed, publicUrl, token }: Options) => {
  const around = { publicUrl }
  return Layer.mergeAll(
    ConnectionHandlers.layer(around),
    BooksHandlers.layer,
    DeskHandlers.layer,
    LinkHandlers.layer(around),
    PluginHandlers.layer,
    OrderHandlers.layer,
    OrderHandlers.asns,
    DeliveryHandlers.layer(composed),
    CallHandlers.layer,
    IntentHandlers.layer,
    MapHandlers.layer,
    CompareHandlers.layer,
    StockHandlers.layer,
    FlowHandlers.layer(composed),
    SearchHandlers.layer,
    RunnerHandlers.layer(composed)
  ).pipe(Layer.provideMerge(Layer.mergeAll(authorization(token), problems)))
}
