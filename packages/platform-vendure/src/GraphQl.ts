/**
 * A client for Vendure's Admin API. It posts documents, decodes the data, and maps both layers of errors to reasons.
 */
import { AdapterError, Json, Transport } from "@crossdock/core"
import { Refusal, SchemaPointer } from "@crossdock/http-kit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import * as Faults from "./Faults.ts"
import type { Settings } from "./Settings.ts"

export type Answer<A> = Effect.Effect<A, AdapterError.Reason>

/** A document of GraphQL and the schema of its `data`, which ignores other members. */
export interface Document<A> {
  /** The name for people, such as `query Orders`. */
  readonly name: string
  readonly text: string
  readonly data: Schema.Decoder<A>
}

/** What a document gets for its variables. */
export type Variables = Readonly<Record<string, unknown>>

export interface GraphQl {
  readonly send: <A>(document: Document<A>, variables?: Variables) => Answer<A>
  /** Like `send`, with the answer as Vendure wrote it. */
  readonly sendAndKeep: <A>(document: Document<A>, variables?: Variables) => Answer<{ readonly data: A; readonly body: string }>
  /** Runs the effects with one name one after another, so that two calls of this connection never work on one order. */
  readonly alone: (name: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** The most members and list elements in one answer: a page of 200 orders, or one order with 10,000 lines. */
const maxMembers = 2_000_000

const Envelope = Schema.Struct({ data: Schema.optionalKey(Schema.Unknown) })
const decodeEnvelope = Schema.decodeUnknownResult(Envelope)

const invalid = (name: string, place: string) =>
  new AdapterError.ResponseInvalid({ cause: `the answer to ${name} does not have the promised shape${place === "" ? "" : ` at ${place}`}` })

/** Returns the `data` of an answer, or the reason for which there is none. */
const dataOf = (name: string, response: Transport.Response, now: number): Result.Result<unknown, AdapterError.Reason> => {
  const { body, status } = response
  const json = Result.getOrUndefined(Json.parse(body, { maxMembers }))
  if (status < 200 || status > 299) return Result.fail(Refusal.fromResponse(response, json, { fault: Faults.faultIn, faults: Faults.faults }, now))
  if (json === undefined) return Result.fail(Refusal.isPage(response) ? new AdapterError.PeerUnavailable({ status }) : invalid(name, ""))
  const fault = Faults.faultIn(json)
  if (fault !== undefined) return Result.fail(Refusal.toReason(Faults.faults, fault))
  return Result.mapBoth(decodeEnvelope(json), { onSuccess: ({ data }) => data, onFailure: () => invalid(name, "") })
}

/** Keeps one semaphore for each name, for as long as somebody holds it or waits for it. */
const locks = (): GraphQl["alone"] => {
  const held = new Map<string, { readonly semaphore: Semaphore.Semaphore; users: number }>()
  return (name) => (effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const lock = held.get(name) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
        lock.users++
        held.set(name, lock)
        return lock
      }),
      (lock) => lock.semaphore.withPermits(1)(effect),
      (lock) =>
        Effect.sync(() => {
          lock.users--
          if (lock.users === 0) held.delete(name)
        })
    )
}

export const make: (settings: Pick<Settings, "adminApiUrl" | "apiKey" | "channelToken">) => Effect.Effect<GraphQl, never, Transport.Transport> =
  Effect.fnUntraced(function*({ adminApiUrl, apiKey, channelToken }) {
    const transport = yield* Transport.Transport
    const headers: Transport.Headers = [
      ["accept", "application/json"],
      ["content-type", "application/json"],
      ["vendure-api-key", Redacted.value(apiKey)],
      ...(channelToken === undefined ? [] : [["vendure-token", Redacted.value(channelToken)] as const])
    ]

    const sendAndKeep: GraphQl["sendAndKeep"] = Effect.fnUntraced(function*<A>({ data, name, text }: Document<A>, variables: Variables = {}) {
      const response = yield* transport.send({ method: "POST", url: adminApiUrl, headers, body: JSON.stringify({ query: text, variables }) })
      const found = yield* Effect.fromResult(dataOf(name, response, yield* Clock.currentTimeMillis))
      const decoded = yield* Effect.mapError(Schema.decodeUnknownEffect(data)(found), (error) => invalid(name, SchemaPointer.make(error)))
      return { data: decoded, body: response.body }
    })

    return {
      sendAndKeep,
      send: (document, variables) => Effect.map(sendAndKeep(document, variables), ({ data }) => data),
      alone: locks()
    }
  })
