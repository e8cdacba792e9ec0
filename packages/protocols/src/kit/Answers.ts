/**
 * What an answer says to a client: read by its table, refused by the peer, or a proof of something else.
 */
import { AdapterError, Drift, Json, RetryAfter, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Context, read, type Reading, Refusal, Table, withoutEnvelope } from "../wire/index.ts"
import type { Messages } from "./Exchange.ts"

/** Where the answers of a protocol hold what is read before their tables. */
export interface Shape {
  /** Members of an error text, the declared one first; the other name is read too (row 03). */
  readonly errorMembers: readonly [declared: "message" | "errorMsg", other: "message" | "errorMsg"]
  /** The outcomes of single things that were asked for. */
  readonly itemsIn: (json: Json.JsonObject) => ReadonlyArray<Json.Json>
  /** A code that stands beside the text, as it was (U-11). */
  readonly codeIn?: (json: Json.JsonObject) => string
  /** An error text beside success tells that a part is missing. */
  readonly reportsErrorBesideSuccess?: boolean
}

/** A refusal in the peer's words. */
export interface Refused {
  readonly text: string
  readonly code: string
  readonly about: Refusal.About
}

/** What an answer says: read by its table, or refused. */
export type Judged<T> = { readonly reading: Reading<T> & { readonly value: Table.Value<T> } } | { readonly refused: Refused }

/** The members that decide, read before anything else. */
const common = Table.make("answer", [
  Table.required("success", { kind: "boolean", written: "boolean" }),
  Table.optional("message", Table.text),
  Table.optional("errorMsg", Table.text)
])

/** Reads an answer; fails with what an unreadable one proves. */
export const judge = Effect.fnUntraced(function*<Request extends Table.Table, Answer extends Table.Table>(
  shape: Shape,
  response: Transport.Response,
  { answer, failsByItem = false }: Pick<Messages<Request, Answer>, "answer" | "failsByItem">,
  context: Context.Context
): Effect.fn.Return<Judged<Answer>, AdapterError.Reason> {
  const parsed = Json.parse(response.body.startsWith("\uFEFF") ? response.body.slice(1) : response.body)
  const json = Result.getOrUndefined(parsed)
  if (response.status === 429) return yield* (yield* rateLimited(shape, response, json))
  if (!Json.isObject(json) || !Object.hasOwn(json, "success")) {
    const contentType = Transport.header(response.headers, "content-type")
    const told = { ...response, contentType, retryAfter: Transport.header(response.headers, "retry-after") }
    return yield* withoutEnvelope(told, parsed, yield* Clock.currentTimeMillis)
  }
  const decided = read(common, json, context)
  if (decided.value === undefined) return yield* invalid(decided.problems)
  const { success } = decided.value
  if (!success && !(failsByItem && shape.itemsIn(json).length > 0)) return { refused: refusedIn(shape, json) }
  const reading = read(answer, json, context)
  yield* Drift.reportAll(reading.findings)
  const { value } = reading
  if (value === undefined) return yield* invalid(reading.problems)
  if (success && shape.reportsErrorBesideSuccess === true && decided.value.errorMsg !== undefined) {
    yield* Drift.report({ where: answer.name, path: "/errorMsg", message: "stands beside success; a part of what was asked may be missing" })
  }
  return { reading: { ...reading, value } }
})

const invalid = (problems: ReadonlyArray<Context.Problem>): AdapterError.ResponseInvalid =>
  new AdapterError.ResponseInvalid({ cause: problems.map(({ path, message }) => `${path} ${message}`).join("; ") })

const isText = (text: Json.Json | undefined): text is string => typeof text === "string" && text !== ""

/** The text of the whole call, else what the thing that failed says (rows 03 and 72). */
const refusedIn = ({ codeIn, errorMembers, itemsIn }: Shape, json: Json.JsonObject): Refused => {
  const ofCall = errorMembers.map((name) => json[name]).find(isText)
  const code = codeIn?.(json) ?? ""
  if (ofCall !== undefined) return { text: ofCall, about: "call", code }
  const ofItem = itemsIn(json).map((item) => (Json.isObject(item) ? item["info"] : undefined)).find(isText)
  return { text: ofItem ?? "", about: "item", code }
}

const rateLimited = Effect.fnUntraced(function*(shape: Shape, response: Transport.Response, json: Json.Json | undefined) {
  const after = RetryAfter.parse(Transport.header(response.headers, "retry-after"), yield* Clock.currentTimeMillis)
  const refused = Json.isObject(json) ? refusedIn(shape, json) : undefined
  return new AdapterError.RateLimited({
    ...(after !== undefined && { retryAfter: after }),
    ...(refused !== undefined && { fault: Refusal.faultOf(refused.text, refused.code) })
  })
})

/** A refusal as a reason. */
export const reasonOf = ({ about, code, text }: Refused, toReason: Refusal.ToReason | undefined): AdapterError.Reason =>
  Refusal.reasonOf(text, toReason, code, about)
