/**
 * Errors of the admin API: each is application/problem+json with `code`, `message` and, if a place is known, `path`.
 */
import * as Schema from "effect/Schema"
import { HttpApiError, HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { Caller } from "./Access.ts"
import { described } from "./CommonSchemas.ts"

/** One member that is not valid: where it is, what is wrong and what to do. */
export const Problem = Schema.Struct({
  path: Schema.String.annotate(described("JSON pointer, such as /payload/settings/secretKey")),
  message: Schema.String
})
export type Problem = typeof Problem.Type

/**
 * Turns a schema's message about a member into what to do. It quotes no value, because that may be a misplaced secret.
 */
export const asked = (message: string): string => {
  const text = message.replace(/,? got [^]*$/, "")
  return text === "Missing key"
    ? "this member is missing; add it"
    : text === "Expected no excess property"
    ? "this member does not exist; correct its name, or remove it"
    : text
}

const refusal = {
  /** Stable, for programs. */
  code: Schema.String,
  /** What is wrong and what to do, for people. */
  message: Schema.String,
  /** JSON pointer into the request: `/query/limit`, `/payload/ids/0`. */
  path: Schema.optionalKey(Schema.String)
}
const type = "about:blank"

/** The request is not valid. `problems` is present if there are several problems. */
export class Invalid
  extends HttpApiError.Problem<Invalid>()("Invalid", { type, status: 400, title: "Bad Request" }, {
    ...refusal,
    problems: Schema.optionalKey(Schema.Array(Problem))
  })
{}
/** The token is missing or wrong, or the session has ended. */
export class Unauthorized
  extends HttpApiError.Problem<Unauthorized>()("Unauthorized", { type, status: 401, title: "Unauthorized" }, refusal)
{}
/** The account may not call this operation. */
export class Forbidden
  extends HttpApiError.Problem<Forbidden>()("Forbidden", { type, status: 403, title: "Forbidden" }, refusal)
{}
/** Too many wrong passwords or codes. */
export class TooManyGuesses
  extends HttpApiError.Problem<TooManyGuesses>()("TooManyGuesses", { type, status: 429, title: "Too Many Requests" }, refusal)
{}
export class NotFound extends HttpApiError.Problem<NotFound>()("NotFound", { type, status: 404, title: "Not Found" }, refusal) {}
/** The request conflicts with the current state. */
export class Conflict extends HttpApiError.Problem<Conflict>()("Conflict", { type, status: 409, title: "Conflict" }, refusal) {}
/**
 * The connection or link is not valid together with the existing ones. All problems are listed, and nothing was
 * changed.
 */
export class NotTaken
  extends HttpApiError.Problem<NotTaken>()("NotTaken", { type, status: 422, title: "Unprocessable Content" }, {
    ...refusal,
    problems: Schema.Array(Problem)
  })
{}
/** A defect of the runner; its log has the cause. */
export class Failed
  extends HttpApiError.Problem<Failed>()("Failed", { type, status: 500, title: "Internal Server Error" }, refusal)
{}
/** The peer did not answer as its protocol requires. */
export class PeerFailed extends HttpApiError.Problem<PeerFailed>()("PeerFailed", { type, status: 502, title: "Bad Gateway" }, refusal) {}
/** The database did not answer; nothing was changed. */
export class Unavailable
  extends HttpApiError.Problem<Unavailable>()("Unavailable", { type, status: 503, title: "Service Unavailable" }, refusal)
{}

/**
 * Finds the account that makes a call: by the token from the file `admin-token` of the data folder or from CROSSDOCK_ADMIN_TOKEN, by the named
 * token of a script, or by the cookie of a session. The document names the cookie too (`SessionSecurity.ts`).
 */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: Caller }>()("@crossdock/runner/api/Authorization", {
  requiredForClient: true,
  security: { bearer: HttpApiSecurity.bearer },
  error: [Invalid, Unauthorized, Forbidden, Unavailable]
}) {}

/** Middleware that turns every failure into a problem+json response. */
export class Problems extends HttpApiMiddleware.Service<Problems>()("@crossdock/runner/api/Problems", {
  error: [Invalid, Unavailable, Failed]
}) {}
