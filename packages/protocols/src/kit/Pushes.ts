/**
 * Pushes: messages that are prepared once and sent until the receiver accepts them.
 */
import { type AdapterError, Json, type Operation, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Context, Refusal, type Table, write } from "../wire/index.ts"
import * as Answers from "./Answers.ts"

/** The protocol-specific parts of a push. */
export interface Pushed<Payload, Content extends Table.Table> {
  readonly context: Context.Context
  readonly content: Content
  readonly toWire: (payload: Payload) => Table.WriteValue<Content>
  readonly answer: Table.Table
  readonly shape: Answers.Shape
  /** Signs a content and sends it, with these headers beside its own. */
  readonly post: (content: string, headers: Transport.Headers, options: Operation.SendOptions) => Effect.Effect<Transport.Response, AdapterError.Reason>
  /** Looks up an error text in the plugin's fault table; returns undefined for a text that the table does not list. */
  readonly toReason: Refusal.ToReason | undefined
}

/** Makes a push. `prepare` fixes the content for all attempts; each attempt is signed anew (U-19). */
export const make = <Payload, Content extends Table.Table>({ answer, content, context, post, shape, toReason, toWire }: Pushed<Payload, Content>) => ({
  prepare: (payload: Payload): Result.Result<Operation.PreparedMessage, AdapterError.Reason> => {
    const { json, problems } = write(content, toWire(payload), context)
    return json === undefined ? Result.fail(Refusal.notWritten(problems, content)) : Result.succeed({ content: Json.stringify(json) })
  },
  deliver: Effect.fnUntraced(function*(prepared: Operation.PreparedMessage, options: Operation.SendOptions) {
    const response = yield* post(prepared.content, [["x-crossdock-delivery-id", options.deliveryId]], options)
    const judged = yield* Answers.judge(shape, response, { answer }, context)
    if ("refused" in judged) return yield* Refusal.reasonOfPush(judged.refused, toReason)
    return {}
  })
})
