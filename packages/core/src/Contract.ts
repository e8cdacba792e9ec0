/**
 * What every contract is made of: its id, the operations that each plugin implements, those that it may offer, the facts
 * that it states and the events that its peers report. The types of plugins and adapters follow from one call of `make`.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { AdapterError, OperationUnsupported, type Reason, type RequestInvalid } from "./AdapterError.ts"
import { type ConnectionInfo, defaultConnectionInfo } from "./ConnectionInfo.ts"
import type { Obtained, Values } from "./Credentials.ts"
import type * as Operation from "./Operation.ts"
import type * as Transport from "./Transport.ts"

type Operations = ReadonlyArray<Operation.Any>

export interface Contract<
  Id extends string,
  Required extends Operations,
  Optional extends Operations,
  Facts extends object = {},
  Event = never
> {
  readonly id: Id
  /** Every plugin implements these. */
  readonly required: Required
  /** A plugin offers these when its peer can. */
  readonly optional: Optional
  /** All operations by name. */
  readonly operations: { readonly [O in Required[number] | Optional[number] as O["name"]]: O }
  /** Operations that an offered one demands beside it, by its name. */
  readonly demands: Readonly<Record<string, string>>
  /** The names of the facts that each plugin states. */
  readonly facts: ReadonlyArray<keyof Facts & string>
  /** What is wrong with a payload by the facts of a plugin, before the plugin sees it. */
  readonly check?: ((operation: Operation.Any, payload: unknown, facts: Facts) => RequestInvalid | undefined) | undefined
  /** Of the type alone. */
  readonly _types?: { readonly facts: Facts; readonly event: Event }
}

export type Any = Contract<string, Operations, Operations, any, any>

type RequiredOperation<C extends Any> = C["required"][number]
type OptionalOperation<C extends Any> = C["optional"][number]

export type AnyOperation<C extends Any> = RequiredOperation<C> | OptionalOperation<C>
export type PreparedOperation<C extends Any> = Extract<AnyOperation<C>, { readonly isPrepared: true }>
export type OptionalName<C extends Any> = OptionalOperation<C>["name"]
export type OperationName<C extends Any> = AnyOperation<C>["name"]
export type FactsOf<C extends Any> = NonNullable<C["_types"]>["facts"]
export type EventOf<C extends Any> = NonNullable<C["_types"]>["event"]

/** An implementation of every required operation, and of each optional one that is offered. */
export type Handlers<C extends Any, Offers extends string = never> = {
  readonly [O in RequiredOperation<C> | Extract<OptionalOperation<C>, { readonly name: Offers }> as O["name"]]: Operation.Implementation<O>
}

/** Takes an event for good: it succeeds only once the event is stored. When it fails, the peer must be made to call again. */
export type Emit<E> = (event: E) => Effect.Effect<void, Reason>

/**
 * A call from the peer is a request answered by a response, like at any other server. It verifies who calls, emits what it
 * is told, and answers with success only when `emit` has succeeded. In a runner the peer calls
 * `<public address>/callbacks/<connection>`.
 */
export type Incoming<E> = (request: Transport.Request, emit: Emit<E>) => Effect.Effect<Transport.Response>

/** What `make` of a plugin returns: both directions over one login. */
export type Made<C extends Any, Offers extends string = never, Receives extends boolean = false> = Receives extends true
  ? { readonly handlers: Handlers<C, Offers>; readonly incoming: Incoming<EventOf<C>> }
  : { readonly handlers: Handlers<C, Offers>; readonly incoming?: never }

/** One open connection. */
export interface Adapter<C extends Any> {
  readonly id: string
  readonly offers: ReadonlyArray<OptionalName<C>>
  readonly facts: FactsOf<C>
  /** Of an operation whose message is prepared, it prepares and delivers once, stored by nobody. */
  readonly call: <O extends AnyOperation<C>>(
    operation: O,
    payload: O["payload"]["Type"]
  ) => Effect.Effect<O["success"]["Type"], AdapterError>
  /** The bytes that each attempt will carry; stored with the delivery before the first one. */
  readonly prepare: <O extends PreparedOperation<C>>(
    operation: O,
    payload: O["payload"]["Type"]
  ) => Result.Result<Operation.Prepared, AdapterError>
  /** Sends what `prepare` made, once. `deliveryId` is the same in every attempt. */
  readonly deliver: (
    operation: PreparedOperation<C>,
    prepared: Operation.Prepared,
    options: { readonly deliveryId: string }
  ) => Effect.Effect<void, AdapterError>
  /** Answers a call from the peer. Absent: the plugin receives none. */
  readonly incoming?: Incoming<EventOf<C>> | undefined
}

/** What the runner wants in the address at which a person grants access. */
export interface AuthorizationRequest {
  readonly state: string
  readonly redirectUrl: URL
  /** The S256 challenge of PKCE (RFC 7636), for a peer that knows it: only who has the verifier can exchange the code. */
  readonly codeChallenge: string
}

/** What came back with the person. */
export interface AuthorizationCallback {
  readonly params: Values
  readonly redirectUrl: URL
  /** The verifier behind the challenge that `url` was given. */
  readonly codeVerifier: Redacted.Redacted
}

/** How a person lets a connection act for an account at the peer, in the browser. */
export interface Authorization<Settings> {
  /** Where the person grants access. The peer sends the person on to `redirectUrl`, with `state` as it is. */
  readonly url: (settings: Settings, request: AuthorizationRequest) => URL
  /** Exchanges what the peer added to `redirectUrl`, such as `code`, once. The runner has checked `state` before. */
  readonly exchange: (settings: Settings, callback: AuthorizationCallback) => Effect.Effect<Obtained, Reason, Transport.Transport>
}

export interface Plugin<C extends Any, Service, Settings extends Schema.Codec<any, any>, R, Id extends string = string> {
  readonly contract: C["id"]
  readonly id: Id
  /** For people: what it reaches. */
  readonly title: string
  readonly settings: Settings
  readonly offers: ReadonlyArray<OptionalName<C>>
  /** What callers must respect and cannot discover by calling, for one connection. */
  readonly facts: (settings: Settings["Type"]) => FactsOf<C>
  /** Tried out against the real peer: the column Debug of the capability matrix. */
  readonly isTried: boolean
  /** Its peer may call back. */
  readonly receives: boolean
  /** Where below `<public address>/callbacks/<connection>` the peer calls; none: with these settings it does not. */
  readonly callbackPaths: (settings: Settings["Type"]) => ReadonlyArray<string>
  /** The hosts it may call with these settings, `host`, `host:port` or `*.domain`; the runner lets it call no others. */
  readonly hosts?: (settings: Settings["Type"]) => ReadonlyArray<string>
  /** Absent: no person has to grant anything. */
  readonly authorization?: Authorization<Settings["Type"]>
  /** Fails with a reason when the connection cannot be opened; the same again may succeed later. */
  readonly layer: (settings: Settings["Type"], connection?: ConnectionInfo) => Layer.Layer<Service, Reason, R>
}

/** Each fact as it is, or by the settings of a connection, such as the limits of an account. */
type Stated<F extends object, Settings> = { readonly [K in keyof F]: F[K] | ((settings: Settings) => F[K]) }

export interface Spec<
  C extends Any,
  Id extends string,
  Settings extends Schema.Codec<any, any>,
  R,
  Offers extends string,
  Receives extends boolean
> {
  readonly id: Id
  readonly title?: string
  readonly settings: Settings
  readonly offers: ReadonlyArray<Offers>
  /** Absent: not yet. */
  readonly isTried?: boolean
  /** Absent: it may call any host that its settings name. */
  readonly hosts?: (settings: Settings["Type"]) => ReadonlyArray<string>
  /** How a person authorizes a connection; `make` then finds what was obtained in `Credentials`. Absent: nobody has to. */
  readonly authorization?: Authorization<Settings["Type"]>
  /** `true` when the peer calls back; `make` then returns `incoming` beside the handlers. */
  readonly receives?: Receives
  /** Such as `/reports/orders`, where the peer calls below its address; absent: at the address itself. */
  readonly callbackPaths?: (settings: Settings["Type"]) => ReadonlyArray<string>
  readonly make: (
    settings: Settings["Type"],
    connection: ConnectionInfo
  ) => Effect.Effect<Made<C, NoInfer<Offers>, NoInfer<Receives>>, Reason, R>
}

/** What a contract is made of beside its id; what is left out is empty. */
export interface Definition<Required extends Operations, Optional extends Operations, Facts extends object, Demands> {
  readonly required: Required
  readonly optional: Optional
  readonly demands?: Demands
  readonly facts?: ReadonlyArray<keyof Facts & string>
  readonly check?: (operation: Operation.Any, payload: unknown, facts: Facts) => RequestInvalid | undefined
}

export const make = <
  const Id extends string,
  const Required extends Operations,
  const Optional extends Operations,
  Facts extends object = {},
  Event = never,
  const Demands extends Readonly<Record<string, string>> = {}
>(
  id: Id,
  definition: Definition<Required, Optional, Facts, Demands>
): Contract<Id, Required, Optional, Facts, Event> & { readonly demands: Demands } => ({
  id,
  facts: [],
  ...definition,
  demands: definition.demands ?? ({} as Demands),
  operations: Object.fromEntries([...definition.required, ...definition.optional].map((operation) => [operation.name, operation])) as never
})

/** The offered operations whose companion is not offered, in words. */
type Lacking<C extends Any, Offers extends string> = {
  [Name in Extract<keyof C["demands"], Offers>]: C["demands"][Name] extends Offers ? never : `${Name} also needs ${C["demands"][Name]}`
}[Extract<keyof C["demands"], Offers>]

/** An operation that is offered without the one it demands is a type error that names what is missing. */
export type Complete<C extends Any, Offers extends string> = [Lacking<C, Offers>] extends [never] ? unknown
  : { readonly offers: Lacking<C, Offers> }

/** The function that declares plugins of a contract: the one place where a plugin becomes the layer of an adapter. */
export const pluginFor = <C extends Any, Self>(contract: C, service: Context.Service<Self, Adapter<C>>) =>
<
  const Id extends string,
  Settings extends Schema.Codec<any, any>,
  R,
  const Offers extends OptionalName<C> = never,
  const Receives extends boolean = false
>(
  spec: Spec<C, Id, Settings, R, Offers, Receives> & Stated<FactsOf<C>, Settings["Type"]> & Complete<C, Offers>
): Plugin<C, Self, Settings, Exclude<R, Scope.Scope>, Id> => {
  const stated: Readonly<Record<string, unknown>> = { ...spec }
  const facts = (settings: Settings["Type"]): FactsOf<C> =>
    Object.fromEntries(contract.facts.map((name) => {
      const fact = stated[name]
      return [name, typeof fact === "function" ? fact(settings) : fact]
    }))
  return {
    contract: contract.id,
    id: spec.id,
    title: spec.title ?? spec.id,
    settings: spec.settings,
    offers: spec.offers,
    facts,
    isTried: spec.isTried ?? false,
    receives: spec.receives ?? false,
    callbackPaths: (settings) => (spec.receives === true ? (spec.callbackPaths?.(settings) ?? [""]) : []),
    ...(spec.hosts && { hosts: spec.hosts }),
    ...(spec.authorization && { authorization: spec.authorization }),
    layer: (settings, connection = defaultConnectionInfo) =>
      Layer.effect(service, Effect.map(spec.make(settings, connection), (made) => adapterOf(contract, spec, facts(settings), made)))
  }
}

const adapterOf = <C extends Any>(
  contract: C,
  { id, offers }: { readonly id: string; readonly offers: ReadonlyArray<OptionalName<C>> },
  facts: FactsOf<C>,
  { handlers, incoming }: { readonly handlers: object; readonly incoming?: Incoming<EventOf<C>> }
): Adapter<C> => {
  const offered = new Set<string>([...contract.required.map(({ name }) => name), ...offers])
  const byName: Readonly<Record<string, unknown>> = { ...handlers }
  // The casts are safe: `Handlers` is keyed by the names of operations.
  const handlerOf = <O extends Operation.Any>({ name }: O) => (offered.has(name) ? byName[name] : undefined) as Operation.Handler<O> | undefined
  const pushOf = <O extends Operation.Any>({ name }: O) => (offered.has(name) ? byName[name] : undefined) as Operation.Push<O> | undefined

  const failure = (operation: Operation.Any) => (reason: Reason) => new AdapterError({ adapter: id, operation: operation.name, reason })
  const traced = <A>(operation: Operation.Any, work: Effect.Effect<A, Reason>) =>
    work.pipe(
      Effect.mapError(failure(operation)),
      Effect.withSpan(`${id}.${operation.name}`, { kind: "client" }, { captureStackTrace: false })
    )

  const prepare = (operation: Operation.Any, payload: unknown): Result.Result<Operation.Prepared, AdapterError> => {
    const invalid = contract.check?.(operation, payload, facts)
    return Result.mapError(
      invalid === undefined ? pushOf(operation)?.prepare(payload) ?? Result.fail(new OperationUnsupported()) : Result.fail(invalid),
      failure(operation)
    )
  }
  const deliver: Adapter<C>["deliver"] = (operation, prepared, options) =>
    traced(operation, pushOf(operation)?.deliver(prepared, options) ?? Effect.fail(new OperationUnsupported()))
  const call = (operation: Operation.Any, payload: unknown): Effect.Effect<any, AdapterError> => {
    if (operation.isPrepared) {
      return Effect.flatMap(Effect.fromResult(prepare(operation, payload)), (prepared) =>
        deliver(operation as PreparedOperation<C>, prepared, { deliveryId: "unstored" }))
    }
    const invalid = contract.check?.(operation, payload, facts)
    return traced(operation, invalid === undefined ? handlerOf(operation)?.(payload) ?? Effect.fail(new OperationUnsupported()) : Effect.fail(invalid))
  }
  return { id, offers, facts, call, prepare, deliver, incoming }
}
