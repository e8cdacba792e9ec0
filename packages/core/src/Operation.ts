/**
 * An operation of a contract as data: a name, two schemas, a kind, and whether its message is prepared. It knows nothing
 * of vendors or HTTP.
 */
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Reason } from "./AdapterError.ts"

/**
 * What an operation does at the peer, by which the runner decides how to repeat it:
 * - `push` and `read`: a repeat changes nothing more, so the runner may call again at any time
 * - `create`: a repeat might create a second record. The runner stores what it intends before it calls, and after a lost answer reads whether
 *   the record is there before it calls again
 * - `cancel`: a repeat must do no harm. After a lost answer the runner reads the state before it calls again; after `PeerUnavailable` it may
 *   call again at once
 */
export type Kind = "push" | "create" | "read" | "cancel"

/**
 * One operation of a contract as data: its name, the schemas of what it is called with and of what it answers, and how it may be repeated.
 * The constants of the contracts, such as `WarehouseV1.ListStock`, are operations.
 */
export interface Operation<
  out Name extends string,
  out OperationKind extends Kind,
  Payload extends Schema.Codec<any, any>,
  Success extends Schema.Codec<any, any>,
  out IsPrepared extends boolean = boolean
> {
  /** The name in `offers`, in tables and in logs. */
  readonly name: Name
  /** How the runner may repeat it. */
  readonly kind: OperationKind
  /** The schema of what a handler is called with. */
  readonly payload: Payload
  /** The schema of what a handler answers. */
  readonly success: Success
  /** Whether the runner stores the message before the first attempt and sends it byte for byte in each attempt. */
  readonly isPrepared: IsPrepared
}

/** Any operation, for code that works with all of them. */
export type Any = Operation<string, Kind, Schema.Codec<any, any>, Schema.Codec<any, any>>

/**
 * The answer of an operation that has nothing to tell: `{}`. An operation may get optional members in its place in a later release.
 * Nothing can have the one member that it declares, so the compiler refuses a handler that answers with any other value.
 */
export const Empty = Schema.Struct({ "~empty": Schema.optionalKey(Schema.Never) })
export type Empty = typeof Empty.Type

/**
 * What a plugin writes for an operation: a function that carries it out once, in as many requests as that takes, and answers, or fails with
 * a reason. It does not retry. An operation with `isPrepared` has a `PreparedHandler` instead.
 */
export type Handler<O extends Any> = (
  payload: O["payload"]["Type"]
) => Effect.Effect<O["success"]["Type"], Reason>

/**
 * A message that is ready to send, which the runner stores before the first attempt. Each attempt sends `content` unchanged; only the
 * signature is made anew.
 */
export interface PreparedMessage {
  readonly content: string
}

/** What the runner passes to `deliver` beside the message, in each attempt to send it. */
export interface SendOptions {
  /** The id of the message, the same in every attempt. */
  readonly deliveryId: string
  /**
   * Where this message is to go: the address that the receiver has announced for it and that the runner allows. An ERP may announce one to
   * the runner for the orders and refunds of a shop (`receivePlatformOrder` and `receiveRefund`); other messages have none. If absent, the
   * message goes to the address in the settings.
   */
  readonly sendTo?: URL
}

/**
 * What a plugin writes for an operation whose message is stored before it is sent (`isPrepared: true`): one function that makes the message,
 * and one that sends it.
 */
export interface PreparedHandler<O extends Any> {
  /** Makes the message. It must be pure: the runner calls it before any transaction, and may call it again for the same payload. */
  readonly prepare: (payload: O["payload"]["Type"]) => Result.Result<PreparedMessage, Reason>
  /** Sends the message once, and answers what the operation answers. */
  readonly deliver: (prepared: PreparedMessage, options: SendOptions) => Effect.Effect<O["success"]["Type"], Reason>
}

/** Makes an operation. Only who defines a contract of their own needs it. `isPrepared` is false if it is left out. */
export const make = <
  const Name extends string,
  const OperationKind extends Kind,
  Payload extends Schema.Codec<any, any>,
  Success extends Schema.Codec<any, any>,
  const IsPrepared extends boolean = false
>(
  name: Name,
  options: { readonly kind: OperationKind; readonly payload: Payload; readonly success: Success; readonly isPrepared?: IsPrepared }
): Operation<Name, OperationKind, Payload, Success, IsPrepared> => ({ name, ...options, isPrepared: (options.isPrepared ?? false) as IsPrepared })
