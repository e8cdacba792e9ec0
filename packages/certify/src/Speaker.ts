/**
 * A protocol as its caller speaks it: the messages of each method, and the signed HTTP request of a call.
 */
import type { Json, Transport } from "@crossdock/core"
import type { Answers } from "@crossdock/protocols/kit"
import type { Context, Table } from "@crossdock/protocols/wire"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** The two messages of a method. */
export interface Method {
  readonly method: string
  readonly request: Table.Table
  readonly answer: Table.Table
}

/** The documents, by the prefix of their requirements. */
export type Source = "D1" | "G" | "P" | "E"

export interface Speaker {
  /** The name under which the target names the protocol. */
  readonly protocol: string
  readonly source: Source
  readonly methods: ReadonlyArray<Method>
  readonly context: Context.Context
  readonly shape: Answers.Shape
  /** The secret of the target. */
  readonly secret: Redacted.Redacted
  /** The HTTP request of a call, signed with a secret. */
  readonly requestOf: (method: string, content: Json.JsonObject, secret: Redacted.Redacted) => Effect.Effect<Transport.Request>
}
