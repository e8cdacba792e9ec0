/**
 * An operation is data: a name, two schemas, a kind, and whether its message is prepared. Nothing about a vendor, nothing
 * about HTTP.
 */
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
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
  out K extends Kind = Kind,
  out P extends boolean = boolean
> {
  readonly name: Name
  readonly payload: Payload
  readonly success: Success
  readonly kind: K
  /** The message is written down before the first attempt, and each attempt carries it byte for byte. */
  readonly isPrepared: P
}

export type Any = Operation<string, Schema.Codec<any, any>, Schema.Codec<any, any>>

/** How a plugin implements an operation that it answers at once. */
export type Handler<O extends Any> = (
  payload: O["payload"]["Type"]
) => Effect.Effect<O["success"]["Type"], Reason>

/**
 * A message as it leaves, for the protocols that repeat it byte for byte. `content` is what a repeat carries unchanged;
 * the signature is made for each attempt.
 */
export interface Prepared {
  readonly content: string
}

/** How a plugin implements an operation whose message is prepared: what it carries, and how that is sent. */
export interface Push<O extends Any> {
  /** Synchronous and pure: it is called before any transaction, and possibly again for the same payload. */
  readonly prepare: (payload: O["payload"]["Type"]) => Result.Result<Prepared, Reason>
  /** Sends what `prepare` made, once. `deliveryId` is the same in every attempt. */
  readonly deliver: (prepared: Prepared, options: { readonly deliveryId: string }) => Effect.Effect<void, Reason>
}

/** One function, or the two halves of a prepared push. */
export type Implementation<O extends Any> = O extends { readonly isPrepared: true } ? Push<O> : Handler<O>

export const make = <
  const Name extends string,
  Payload extends Schema.Codec<any, any>,
  Success extends Schema.Codec<any, any>,
  const K extends Kind,
  const P extends boolean = false
>(
  name: Name,
  options: { readonly payload: Payload; readonly success: Success; readonly kind: K; readonly isPrepared?: P }
): Operation<Name, Payload, Success, K, P> => ({ name, ...options, isPrepared: (options.isPrepared ?? false) as P })
