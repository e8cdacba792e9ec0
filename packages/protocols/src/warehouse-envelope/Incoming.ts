/**
 * The steps that both servers of the warehouse envelope protocol take before they handle an operation: they open the
 * request, authenticate the caller and parse the content.
 */
import { Json } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Contexts, Framing, Serving } from "../kit/index.ts"
import type { Refusal, Table } from "../wire/index.ts"
import { type Limits, openInTurns, type Outer } from "./Envelope.ts"
import { unauthenticated } from "./Fault.ts"
import { defaults, type Profile } from "./Profile.ts"
import { authenticate, type Credentials, digestOf } from "./Signature.ts"

/** The account that an accessId belongs to. */
export interface Caller extends Credentials {
  /** The accessId. */
  readonly id: string
  /** The link's id in the embedding application. This package does not interpret it. */
  readonly key: string
  readonly profile: Profile
  /** Time zone of the account: an IANA name or `UTC+8`. */
  readonly timeZone: string
}

/** The options that both servers share. */
export type Guard = Serving.Guard<Caller>

/** Describes how callers are found and authenticated. A failure is written with the common members of `answer`. */
export const entrance = (
  find: (accessId: string) => Caller | undefined,
  answer: Table.Table,
  methods: ReadonlyArray<string>
): Serving.Entrance<Outer, Caller> => ({
  open: openInTurns,
  idOf: ({ accessId }) => accessId,
  methodOf: ({ method }) => methods.find((known) => known === method),
  find: ({ accessId }) => find(accessId),
  authenticate,
  unauthenticated,
  answer,
  profile: defaults
})

/** Parses `content` and answers the call by an exchange. Errors inside the content are answered with success false. */
export const answer = <R>(
  exchange: Serving.Served,
  caller: Caller,
  outer: Outer,
  guard: Guard,
  work: (payload: never, info: Serving.Info) => Effect.Effect<unknown, Refusal.Refusal, R>
): Serving.Response<R> => {
  const content = contentOf(outer, caller, guard.limits)
  if (Result.isFailure(content)) return Effect.succeed(Serving.refuse(content.failure, exchange.answer, caller.profile))
  const info = { method: outer.method, content: outer.content, digest: digestOf(outer) }
  return Serving.answer(exchange, content.success, Contexts.ofServer(caller, guard.limits), guard, (payload) => work(payload, info))
}

const contentOf = (
  { content, isNested }: Outer,
  { signing }: Caller,
  limits: Limits = {}
): Result.Result<Json.Json, Refusal.Refusal> => {
  if (isNested && signing === "strict") return invalid("is an object; send its JSON text as a string")
  if (content === "") return Result.succeed({})
  return Result.orElse(Framing.parsed(content, limits, { advice: "send a JSON object as text" }), invalid)
}

const invalid = (message: string) => Result.fail({ code: "CONTENT_INVALID", message, path: "/content" })
