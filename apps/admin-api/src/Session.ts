/**
 * Signing in to the admin API in a browser: sessions, and what they may do.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Right, Role } from "./Access.ts"
import { described, Instant } from "./CommonSchemas.ts"
import { Forbidden, NotFound, PeerFailed, TooManyGuesses, Unauthorized } from "./Errors.ts"

/** The header of each request that changes something and comes with the cookie of a session. */
export const csrfHeader = "x-crossdock-csrf"

/** The longest name of an account. */
export const longestName = 100

export const SessionState = Schema.Struct({
  name: Schema.String,
  via: Schema.Literals(["session", "token"]),
  role: Schema.optionalKey(Role.annotate(described("Absent: the admin token of the runner"))),
  links: Schema.optionalKey(Schema.Array(Schema.String).annotate(described("The scopes of the links to which the account is limited. Absent: it is not limited"))),
  rights: Schema.Array(Right),
  csrf: Schema.optionalKey(Schema.String.annotate(described(`What each request that changes something sends as ${csrfHeader}. Only of a session`))),
  until: Schema.optionalKey(Instant.annotate(described("When the session ends at the latest; it also ends after 30 minutes without a request. Only of a session")))
})
export type SessionState = typeof SessionState.Type

const Password = Schema.RedactedFromValue(Schema.String.check(Schema.isMaxLength(1024)).annotate({ writeOnly: true }), { label: "password" })
const Code = Schema.RedactedFromValue(Schema.String.check(Schema.isMaxLength(1024)).annotate({ writeOnly: true }), { label: "code" })

export const SignInWays = Schema.Struct({
  oidc: Schema.optionalKey(Schema.Struct({ name: Schema.String }).annotate(described("The provider of OpenID Connect by which people sign in too. Absent: there is none")))
})
export type SignInWays = typeof SignInWays.Type

export const SessionGroup = HttpApiGroup.make("session").add(
  HttpApiEndpoint.post("create", "/", {
    payload: Schema.Struct({ name: Schema.String.check(Schema.isMaxLength(longestName)), password: Password }),
    success: SessionState,
    error: [Unauthorized, Forbidden, TooManyGuesses]
  }),
  HttpApiEndpoint.post("first", "/first", {
    payload: Schema.Struct({ code: Code.annotate(described("The code that the runner prints at its start while nobody has an account")) }),
    success: SessionState,
    error: [Unauthorized, Forbidden, TooManyGuesses]
  }),
  HttpApiEndpoint.get("ways", "/ways", { success: SignInWays }),
  HttpApiEndpoint.post("beginOidc", "/oidc", {
    payload: Schema.Struct({
      returnTo: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(2000)).annotate(described("The path of the console's page to which the browser comes back. Absent, or not of this runner: the first page")))
    }),
    success: Schema.Struct({ location: Schema.String.annotate(described("Where the browser goes to sign in. The cookie of this answer belongs to it; both are good once, for ten minutes")) }),
    error: [Forbidden, NotFound, PeerFailed, TooManyGuesses]
  }),
  HttpApiEndpoint.get("show", "/", { success: SessionState }),
  HttpApiEndpoint.delete("end", "/", { success: HttpApiSchema.NoContent })
).prefix("/admin/session")
