/**
 * All handlers of the admin API, and the middleware that gives errors the form of problem+json.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { HttpApiError } from "effect/http-api"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as SchemaIssue from "effect/SchemaIssue"
import type { unhandled } from "effect/Types"
import type { Composed } from "../Composition.ts"
import type { FirstSignIn } from "../accounts/FirstSignIn.ts"
import type { OidcSettings } from "../oidc/OidcSettings.ts"
import { OidcSignIn } from "../oidc/OidcSignIn.ts"
import * as TrustedProxies from "../http/TrustedProxies.ts"
import * as AuditHandlers from "./AuditHandlers.ts"
import * as Authorization from "./Authorization.ts"
import * as BooksHandlers from "./BooksHandlers.ts"
import * as ConnectionHandlers from "./ConnectionHandlers.ts"
import { asked, Failed, Invalid, Problems } from "@crossdock/admin-api"
import * as CallHandlers from "./CallHandlers.ts"
import * as CompareHandlers from "./CompareHandlers.ts"
import * as DeliveryHandlers from "./DeliveryHandlers.ts"
import * as DeskHandlers from "./DeskHandlers.ts"
import * as EventHandlers from "./EventHandlers.ts"
import * as FlowHandlers from "./FlowHandlers.ts"
import * as IntentHandlers from "./IntentHandlers.ts"
import * as LinkHandlers from "./LinkHandlers.ts"
import * as MapHandlers from "./MapHandlers.ts"
import * as OrderHandlers from "./OrderHandlers.ts"
import * as PeopleHandlers from "./PeopleHandlers.ts"
import * as PlaygroundHandlers from "./PlaygroundHandlers.ts"
import * as PluginHandlers from "./PluginHandlers.ts"
import { pointer } from "./Responses.ts"
import * as RunnerHandlers from "./RunnerHandlers.ts"
import * as SearchHandlers from "./SearchHandlers.ts"
import * as SessionHandlers from "./SessionHandlers.ts"
import * as SignatureHandlers from "./SignatureHandlers.ts"
import * as StockHandlers from "./StockHandlers.ts"

const issues = SchemaIssue.makeFormatterStandardSchemaV1()

const keysOf = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> = []) => path.map((part) => typeof part === "object" ? part.key : part)

const invalidOf = (error: HttpApiError.HttpApiSchemaError): Invalid => {
  const problems = issues(error.cause.issue).issues.map(({ message, path }) => ({
    path: pointer(error.kind.toLowerCase(), keysOf(path)),
    message: asked(message)
  }))
  const [first] = problems
  return new Invalid({
    code: "REQUEST_INVALID",
    message: problems.length > 1 ? `${problems.length} members of the request are not valid` : first?.message ?? "the request is not valid",
    path: first?.path ?? pointer(error.kind.toLowerCase(), []),
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
  /** The version of the runner. Default: it is not known. */
  readonly version?: string
  /** How the first administrator signs in; undefined if nobody can. */
  readonly first?: FirstSignIn | undefined
  /** The provider by which people sign in beside passwords. Default: none. */
  readonly oidc?: OidcSettings | undefined
  /** Which build of the console is served; undefined if none is. */
  readonly build?: string | undefined
}

export const layer = ({ build, composed, first, oidc, publicUrl, token, version }: Options) => {
  const around = { publicUrl }
  const proxies = TrustedProxies.proxies(composed.server.trustedProxies)
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
    EventHandlers.layer({ token, proxies, build }),
    SearchHandlers.layer,
    SignatureHandlers.layer,
    PlaygroundHandlers.layer({ composed, publicUrl }),
    RunnerHandlers.nodes,
    RunnerHandlers.layer(composed, { publicUrl, version }),
    PeopleHandlers.layer,
    AuditHandlers.layer,
    SessionHandlers.layer({ proxies, first })
  ).pipe(Layer.provideMerge(Layer.mergeAll(Authorization.layer({ token, proxies }), problems, OidcSignIn.layer(oidc))))
}
