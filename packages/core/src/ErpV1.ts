/**
 * Version 1 of the ERP contract, the receiving part: what the runner tells an ERP.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { AdapterError, OperationUnsupported, type Reason } from "./AdapterError.ts"
import { atHome, type Connected } from "./Connected.ts"
import { InboundProgress } from "./model/InboundOrder.ts"
import { OutboundStatus } from "./model/OutboundOrder.ts"
import { PlatformOrder } from "./model/PlatformOrder.ts"
import * as Operation from "./Operation.ts"

/** A state per order number; the same again changes nothing. Document 1, pushOrderInfo. */
export const ReceiveOutboundStatus = Operation.make("receiveOutboundStatus", {
  payload: OutboundStatus,
  success: Schema.Void,
  kind: "push"
})

/** Counted once per `batchNo`, which the runner always sends. Document 1, pushAsnInfo. */
export const ReceiveInboundProgress = Operation.make("receiveInboundProgress", {
  payload: InboundProgress,
  success: Schema.Void,
  kind: "push"
})

/** An upsert per shop and online order id. Document 2, pushOrder. */
export const ReceivePlatformOrder = Operation.make("receivePlatformOrder", {
  payload: PlatformOrder,
  success: Schema.Void,
  kind: "push"
})

/** Every ERP adapter offers these. */
export const required = [ReceiveOutboundStatus, ReceiveInboundProgress] as const

/** An adapter offers these when its ERP can. */
export const optional = [ReceivePlatformOrder] as const

type RequiredOperation = (typeof required)[number]
type OptionalOperation = (typeof optional)[number]

export type AnyOperation = RequiredOperation | OptionalOperation
export type OptionalName = OptionalOperation["name"]
export type OperationName = AnyOperation["name"]

/** All operations by name. */
export const operations: { readonly [O in AnyOperation as O["name"]]: O } = Object.fromEntries(
  [...required, ...optional].map((operation) => [operation.name, operation])
) as never

export type Handlers<Offers extends OptionalName = never> =
  & Operation.Handlers<RequiredOperation>
  & Pick<Operation.Handlers<OptionalOperation>, Offers>

/**
 * A message as it leaves, for the protocols that repeat it byte for byte. `content` is what a repeat carries unchanged;
 * the signature is made for each attempt.
 */
export interface Prepared {
  readonly content: string
}

export interface Adapter {
  readonly id: string
  readonly offers: ReadonlyArray<OptionalName>
  readonly call: <O extends AnyOperation>(
    operation: O,
    payload: O["payload"]["Type"]
  ) => Effect.Effect<O["success"]["Type"], AdapterError>
  /** The bytes a push will carry; stored with the delivery before the first attempt. */
  readonly prepare: <O extends AnyOperation>(
    operation: O,
    payload: O["payload"]["Type"]
  ) => Effect.Effect<Prepared, AdapterError>
  /** Sends what `prepare` made, once. `deliveryId` is the same in every attempt. */
  readonly deliver: (
    operation: AnyOperation,
    prepared: Prepared,
    options: { readonly deliveryId: string }
  ) => Effect.Effect<void, AdapterError>
}

/** The ERP reached by the current connection. */
export class Erp extends Context.Service<Erp, Adapter>()("@crossdock/core/ErpV1/Erp") {}

/** One push of a protocol: what it carries, and how that is sent. */
export interface Push<O extends Operation.Any> {
  readonly prepare: (payload: O["payload"]["Type"]) => Effect.Effect<Prepared, Reason>
  readonly deliver: (
    prepared: Prepared,
    options: { readonly deliveryId: string }
  ) => Effect.Effect<void, Reason>
}

export type Pushes<Offers extends OptionalName = never> =
  & { readonly [O in RequiredOperation as O["name"]]: Push<O> }
  & { readonly [O in Extract<OptionalOperation, { readonly name: Offers }> as O["name"]]: Push<O> }

export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string> {
  readonly contract: "erp/v1"
  readonly id: Id
  readonly title: string
  readonly settings: Settings
  readonly offers: ReadonlyArray<OptionalName>
  /** The hosts it may call with these settings, `host`, `host:port` or `*.domain`; the runner lets it call no others. */
  readonly hosts?: (settings: Settings["Type"]) => ReadonlyArray<string>
  /** Fails with a reason when the connection cannot be opened; the same again may succeed later. */
  readonly layer: (settings: Settings["Type"], connected?: Connected) => Layer.Layer<Erp, Reason, R>
}

const isOffered = (name: OperationName, offers: ReadonlyArray<OptionalName>): boolean =>
  required.some((operation) => operation.name === name) || offers.some((offered) => offered === name)

/** That a push under a name is the one of the operation of that name, `Pushes` says and the compiler cannot follow. */
const pushOf = <O extends AnyOperation>(pushes: Pushes, { name }: O): Push<O> | undefined => {
  const byName: { readonly [Name in OperationName]?: unknown } = pushes
  return byName[name] as Push<O> | undefined
}

/** Declares an ERP plugin; `make` returns both halves of every push it offers. */
export const plugin = <
  const Id extends string,
  Settings extends Schema.Codec<any, any>,
  R,
  const Offers extends OptionalName = never
>(spec: {
  readonly id: Id
  readonly title?: string
  readonly settings: Settings
  readonly offers: ReadonlyArray<Offers>
  /** Absent: it may call any host that its settings name. */
  readonly hosts?: (settings: Settings["Type"]) => ReadonlyArray<string>
  readonly make: (
    settings: Settings["Type"],
    connected: Connected
  ) => Effect.Effect<Pushes<NoInfer<Offers>>, Reason, R>
}): Plugin<Settings, Exclude<R, Scope.Scope>, Id> => ({
  contract: "erp/v1",
  id: spec.id,
  title: spec.title ?? spec.id,
  settings: spec.settings,
  offers: spec.offers,
  ...(spec.hosts && { hosts: spec.hosts }),
  layer: (settings, connected = atHome) =>
    Layer.effect(
      Erp,
      Effect.map(spec.make(settings, connected), (pushes) => {
        const offered = <O extends AnyOperation>(operation: O) =>
          isOffered(operation.name, spec.offers) ? pushOf(pushes, operation) : undefined
        const named = <A, E extends Reason>(operation: AnyOperation, work: Effect.Effect<A, E>) =>
          work.pipe(
            Effect.mapError((reason) => new AdapterError({ adapter: spec.id, operation: operation.name, reason })),
            Effect.withSpan(`${spec.id}.${operation.name}`, { kind: "client" }, { captureStackTrace: false })
          )
        const prepare: Adapter["prepare"] = (operation, payload) =>
          named(operation, offered(operation)?.prepare(payload) ?? Effect.fail(new OperationUnsupported()))
        const deliver: Adapter["deliver"] = (operation, prepared, options) =>
          named(operation, offered(operation)?.deliver(prepared, options) ?? Effect.fail(new OperationUnsupported()))
        return Erp.of({
          id: spec.id,
          offers: spec.offers,
          prepare,
          deliver,
          call: (operation, payload) =>
            Effect.flatMap(prepare(operation, payload), (prepared) =>
              deliver(operation, prepared, { deliveryId: "unstored" }))
        })
      })
    )
})
