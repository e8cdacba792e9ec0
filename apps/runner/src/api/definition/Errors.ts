/**
 * How the admin API refuses: every failure is application/problem+json with `code`, `message` and mostly `path`.
 */
import * as Schema from "effect/Schema"
import { HttpApiError, HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { described } from "./CommonSchemas.ts"

/** One thing that does not fit: where, and what is wrong with it and how to mend it. */
export const Problem = Schema.Struct({
  path: Schema.String.annotate(described("JSON pointer, such as /payload/settings/secretKey")),
  message: Schema.String
})
export type Problem = typeof Problem.Type

/** What a schema says of a member that does not fit, as what to do. It quotes no value: that may be a secret in the wrong place. */
export const asked = (message: string): string => {
  const text = message.replace(/,? got [^]*$/, "")
  return text === "Missing key"
    ? "it is missing; set it"
    : text === "Expected no excess property"
    ? "there is no such member; correct its name, or leave it out"
    : text
}

const refusal = {
  /** Stable, for programs. */
  code: Schema.String,
  /** What is wrong and how to mend it, for people. */
  message: Schema.String,
  /** JSON pointer into the request: `/query/limit`, `/payload/ids/0`. */
  path: Schema.optionalKey(Schema.String)
}
const type = "about:blank"

/** The request does not fit; `problems` is there when there are several. */
export class Invalid
  extends HttpApiError.Problem<Invalid>()("Invalid", { type, status: 400, title: "Bad Request" }, {
    ...refusal,
    problems: Schema.optionalKey(Schema.Array(Problem))
  })
{}
/** The token is missing or another one. */
export class Unauthorized
  extends HttpApiError.Problem<Unauthorized>()("Unauthorized", { type, status: 401, title: "Unauthorized" }, refusal)
{}
export class NotFound extends HttpApiError.Problem<NotFound>()("NotFound", { type, status: 404, title: "Not Found" }, refusal) {}
/** What was asked does not go with the state that it meets. */
export class Conflict extends HttpApiError.Problem<Conflict>()("Conflict", { type, status: 409, title: "Conflict" }, refusal) {}
/** A connection or link that does not fit what there is; all that is wrong with it is told, and nothing was changed. */
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
/** The peer did not answer as it promises. */
export class PeerFailed extends HttpApiError.Problem<PeerFailed>()("PeerFailed", { type, status: 502, title: "Bad Gateway" }, refusal) {}
/** The database did not answer; nothing was changed. */
export class Unavailable
  extends HttpApiError.Problem<Unavailable>()("Unavailable", { type, status: 503, title: "Service Unavailable" }, refusal)
{}

/** The token of the file `admin-token` in the data folder, or of CROSSDOCK_ADMIN_TOKEN. */
export class Authorization extends HttpApiMiddleware.Service<Authorization>()("@crossdock/runner/api/Authorization", {
  requiredForClient: true,
  security: { bearer: HttpApiSecurity.bearer },
  error: Unauthorized
}) {}

/** Every failure leaves as a problem that says what and where. */
export class Problems extends HttpApiMiddleware.Service<Problems>()("@crossdock/runner/api/Problems", {
  error: [Invalid, Unavailable, Failed]
}) {}
