/**
 * An operation is data: a name, two schemas and one kind. Nothing about a vendor, nothing about HTTP.
 */
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Reason } from "./AdapterError.ts"

/**
 * What repeating it means. `push` and `read`: the same again changes nothing further. `cancel`: the same again, once
 * the state was read. `create`: never blindly again; it goes through an intent.
 */
export type Kind = "push" | "create" | "read" | "cancel"

export interface Operation<
  out Name extends string,
  Payload extends Schema.Codec<any, any>,
  Success extends Schema.Codec<any, any>,
  out K extends Kind = Kind
> {
  readonly name: Name
  readonly payload: Payload
  readonly success: Success
  readonly kind: K
}

export type Any = Operation<string, Schema.Codec<any, any>, Schema.Codec<any, any>>

/** How a plugin implements an operation. */
export type Handler<O extends Any> = (
  payload: O["payload"]["Type"]
) => Effect.Effect<O["success"]["Type"], Reason>

export type Handlers<Ops extends Any> = { readonly [O in Ops as O["name"]]: Handler<O> }

export const make = <
  const Name extends string,
  Payload extends Schema.Codec<any, any>,
  Success extends Schema.Codec<any, any>,
  const K extends Kind
>(
  name: Name,
  options: { readonly payload: Payload; readonly success: Success; readonly kind: K }
): Operation<Name, Payload, Success, K> => ({ name, ...options })
