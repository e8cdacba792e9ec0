/**
 * Judges the answer to a client's call: it can be read by its table, it is a refusal by the peer, or it is something
 * else, of which only the HTTP status and headers tell what happened.
 */
import { AdapterError, Drift, Json, RetryAfter, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Context, read, type Reading, Refusal, Table, withoutEnvelope } from "../wire/index.ts"
import type { Messages } from "./Exchange.ts"

/** The places at which the answers of a protocol hold the members that are read before their tables. */
export interface Shape {
  /**
   * The names of the member that holds an error text: the declared one first, then the other one that is read too
   * (variants.md row 03).
   */
  readonly errorMembers: readonly [declared: "message" | "errorMsg", other: "message" | "errorMsg"]
  /** Moves the members of an answer of another form to their places, before anything is read. */
  readonly unwrap?: (json: Json.JsonObject) => Json.JsonObject
  /**
   * Separates the members that decide between success and refusal from the content that the table of the answer describes, and
   * says what is unusual about the form. Default: one object holds both.
   */
  readonly split?: (json: Json.JsonObject) => Split
  /** Finds the outcomes of the single items of a request. */
  readonly itemsIn: (json: Json.JsonObject) => ReadonlyArray<Json.Json>
  /** Finds a code beside the error text and returns it unchanged (U-11). */
  readonly codeIn?: (json: Json.JsonObject) => string
  /** True if an error text in a successful answer means that a part of it is missing. */
  readonly reportsErrorBesideSuccess?: boolean
}

export interface Split {
  readonly decided: Json.JsonObject
  readonly content: Json.JsonObject
  readonly notes?: ReadonlyArray<Omit<Drift.Finding, "where">>
}

/** A refusal as the peer wrote it. */
export type Refused = Refusal.PeerRefusal

/** A judged answer: either read by its table, or refused. */
export type Judged<T> =
  | { readonly reading: Reading<T> & { readonly value: Table.Value<T> }; readonly status: number }
  | { readonly refused: Refused }

/** The members that decide between success and refusal; they are read before the rest of the answer. */
const common = Table.make("answer", [
  Table.required("success", { kind: "boolean", written: "boolean" }),
  Table.optional("message", Table.text),
  Table.optional("errorMsg", Table.text)
])

/** Judges an answer. Fails with a reason if the answer cannot be read. */
export const judge = Effect.fnUntraced(function*<Request extends Table.Table, Answer extends Table.Table>(
  shape: Shape,
  response: Transport.Response,
  { answer, failsByItem = false, hasFreeInfo = false }: Pick<Messages<Request, Answer>, "answer" | "failsByItem" | "hasFreeInfo">,
  context: Context.Context
): Effect.fn.Return<Judged<Answer>, AdapterError.Reason> {
  const parsed = Json.parse(response.body.startsWith("\uFEFF") ? response.body.slice(1) : response.body)
  const received = Result.getOrUndefined(parsed)
  const whole = shape.unwrap !== undefined && Json.isObject(received) ? shape.unwrap(received) : received
  const split = shape.split !== undefined && Json.isObject(whole) ? shape.split(whole) : undefined
  const json = split?.decided ?? whole
  if (response.status === 429) return yield* (yield* rateLimited(shape, response, json))
  if (!Json.isObject(json) || !Object.hasOwn(json, "success")) {
    const contentType = Transport.header(response.headers, "content-type")
    const told = { ...response, contentType, retryAfter: Transport.header(response.headers, "retry-after") }
    return yield* withoutEnvelope(told, parsed, yield* Clock.currentTimeMillis)
  }
  const decided = read(common, json, context)
  if (decided.value === undefined) return yield* invalid(decided.problems)
  const { success } = decided.value
  if (!success && !(failsByItem && shape.itemsIn(json).length > 0)) return { refused: refusedIn(shape, json, response.status) }
  const reading = read(answer, split?.content ?? json, context)
  const notes = split?.notes?.map((note) => ({ where: answer.name, ...note })) ?? []
  yield* Drift.reportAll([...notes, ...reading.findings])
  const { value } = reading
  if (value === undefined) return yield* invalid(reading.problems)
  if (success && shape.reportsErrorBesideSuccess === true && decided.value.errorMsg !== undefined) {
    yield* Drift.report({ where: answer.name, path: "/errorMsg", message: "is present although success is true; a part of the answer may be missing" })
  }
  if (success && hasFreeInfo && infosIn(shape.itemsIn, json).length > 0) {
    yield* Drift.report({ where: answer.name, path: "/results/*/info", message: "is present although success is true; read as success" })
  }
  return { reading: { ...reading, value }, status: response.status }
})

const invalid = (problems: ReadonlyArray<Context.Problem>): AdapterError.ResponseInvalid =>
  new AdapterError.ResponseInvalid({ cause: problems.map(({ path, message }) => `${path} ${message}`).join("; ") })

const isText = (text: Json.Json | undefined): text is string => typeof text === "string" && text !== ""

const infosIn = (itemsIn: Shape["itemsIn"], json: Json.JsonObject): ReadonlyArray<string> =>
  itemsIn(json).map((item) => (Json.isObject(item) ? item["info"] : undefined)).filter(isText)

/**
 * Takes the error text of the whole call, or else the text of the item that failed (variants.md rows 03 and 72), and what
 * the answer says about its items.
 */
const refusedIn = ({ codeIn, errorMembers, itemsIn }: Shape, json: Json.JsonObject, status: number): Refused => {
  const ofCall = errorMembers.map((name) => json[name]).find(isText)
  const code = codeIn?.(json) ?? ""
  const items = infosIn(itemsIn, json)
  return { text: ofCall ?? items[0] ?? "", about: ofCall === undefined ? "item" : "call", code, status, items }
}

const rateLimited = Effect.fnUntraced(function*(shape: Shape, response: Transport.Response, json: Json.Json | undefined) {
  const after = RetryAfter.parse(Transport.header(response.headers, "retry-after"), yield* Clock.currentTimeMillis)
  const refused = Json.isObject(json) ? refusedIn(shape, json, response.status) : undefined
  return new AdapterError.RateLimited({
    ...(after !== undefined && { retryAfter: after }),
    ...(refused !== undefined && { fault: Refusal.faultOf(Refusal.wordsOf(refused), refused.code) })
  })
})
