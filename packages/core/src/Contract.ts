/**
 * The parts of a contract: its id, the required and optional operations, the facts that a plugin states and the events
 * that peers report. The types of plugins and adapters are derived from them.
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
import type { Obtained, SecretValues } from "./Credentials.ts"
import type * as Operation from "./Operation.ts"
import type { Subscription } from "./Subscriptions.ts"
import type * as Transport from "./Transport.ts"

type Operations = ReadonlyArray<Operation.Any>

/**
 * A contract between the runner and one kind of plugin, as data: which operations there are, and what else a plugin states. `WarehouseV1`,
 * `ErpV1` and `PlatformV1` are such contracts; `make` makes one, and `pluginFor` the function that declares its plugins.
 */
export interface Contract<Id extends string, Required extends Operations, Optional extends Operations, Facts extends object = {}, Event = never> {
  readonly id: Id
  /** Every plugin implements these. */
  readonly required: Required
  /** A plugin may offer these. */
  readonly optional: Optional
  /** All operations by name. */
  readonly operations: { readonly [O in Required[number] | Optional[number] as O["name"]]: O }
  /** For an optional operation, by its name: the name of the other operation that a plugin must offer with it. */
  readonly demands: Readonly<Record<string, string>>
  /** The names of the facts that each plugin states. */
  readonly facts: ReadonlyArray<keyof Facts & string>
  /** Validates a payload against the facts of a plugin before the plugin is called. Returns undefined if it is valid. */
  readonly check?: ((operation: Operation.Any, payload: unknown, facts: Facts) => RequestInvalid | undefined) | undefined
  /** Only carries types; never present at run time. */
  readonly _types?: { readonly facts: Facts; readonly event: Event }
}

/** Any contract, for code that works with all of them. */
export type Any = Contract<string, Operations, Operations, any, any>

type RequiredOperation<C extends Any> = C["required"][number]
type OptionalOperation<C extends Any> = C["optional"][number]

/** One of the operations of a contract, required or optional, as a union type. */
export type AnyOperation<C extends Any> = RequiredOperation<C> | OptionalOperation<C>
/**
 * One of the operations of a contract whose messages are made and stored before they are sent (`isPrepared: true`), such as those that the
 * runner sends to an ERP. Only these may be passed to `prepare` and `deliver` of an `OpenConnection`; `never` if the contract has none.
 */
export type PreparedOperation<C extends Any> = Extract<AnyOperation<C>, { readonly isPrepared: true }>
/** The names of the optional operations of a contract: what a plugin may list in `offers`. */
export type OptionalName<C extends Any> = OptionalOperation<C>["name"]
/** The names of all operations of a contract, such as `"createOutboundOrder"`. */
export type OperationName<C extends Any> = AnyOperation<C>["name"]
type FactsOf<C extends Any> = NonNullable<C["_types"]>["facts"]
/** The events that the peers of a contract send by themselves: what a callback handler stores. `never` if the contract has none. */
export type EventOf<C extends Any> = NonNullable<C["_types"]>["event"]

/** An operation of a plugin: a function, or `prepare` and `deliver` if the operation is prepared. */
type Implementation<O extends Operation.Any> = O extends { readonly isPrepared: true } ? Operation.PreparedHandler<O> : Operation.Handler<O>

/**
 * What a plugin implements, by the name of the operation: every required operation, and each optional one that it offers. `make` of the plugin
 * returns it as the member `handlers`.
 */
export type Handlers<C extends Any, Offers extends string = never> = {
  readonly [O in RequiredOperation<C> | Extract<OptionalOperation<C>, { readonly name: Offers }> as O["name"]]: Implementation<O>
}

/**
 * The function that the runner gives to a callback handler, to store an event with. It succeeds only after the event is in the database. If
 * it fails, the plugin must answer the peer so that it repeats the call.
 */
export type StoreEvent<E> = (event: E) => Effect.Effect<void, Reason>

/** What the runner tells a callback handler beside the request itself. */
export interface CallbackInfo {
  /** The registrations of the connection, the newest first: of several while one takes the place of another. Empty if there is none. */
  readonly subscriptions: ReadonlyArray<Pick<Subscription, "subscriptionId" | "secret">>
}

/**
 * Handles a callback (webhook) of the peer: it verifies the caller, stores the events, and answers with success only after
 * `storeEvent` has succeeded. In a runner the peer calls `<public address>/callbacks/<connection>`. A peer that gave a secret with the
 * registration signs with it; `info` has it, and is absent only if a test calls the plugin without one.
 */
export type CallbackHandler<E> = (request: Transport.Request, storeEvent: StoreEvent<E>, info?: CallbackInfo) => Effect.Effect<Transport.Response>

/** A handler of an operation that is not offered would never be called, so it is a type error. */
type Unoffered<C extends Any, Offers extends string> = {
  readonly [Name in Exclude<OptionalName<C>, Offers>]?: "a handler that `offers` does not name is never called"
}

/** What a plugin implements: these handlers, and no others. */
type ExactHandlers<C extends Any, Offers extends string, All = Handlers<C, Offers> & Unoffered<C, Offers>> = { readonly [Name in keyof All]: All[Name] }

/** What `make` of a plugin returns: the handlers, and `incoming` if the plugin receives callbacks. */
type PluginImplementation<C extends Any, Offers extends string = never, Receives extends boolean = false> = Receives extends true
  ? { readonly handlers: ExactHandlers<C, Offers>; readonly incoming: CallbackHandler<EventOf<C>> }
  : { readonly handlers: ExactHandlers<C, Offers>; readonly incoming?: never }

/**
 * A plugin at work: one account at one peer, reachable by its settings. The runner opens it with `layer` of the `Plugin` and calls it; the
 * author of a plugin writes none, because `plugin` of the contract makes it from the handlers. Calls fail with an `AdapterError`.
 */
export interface OpenConnection<C extends Any> {
  /** The id of the plugin. */
  readonly id: string
  /** The names of the optional operations that may be called. */
  readonly offers: ReadonlyArray<OptionalName<C>>
  /** The facts of this connection, such as limits. */
  readonly facts: FactsOf<C>
  /**
   * Calls an operation. One that is not offered fails with `OperationUnsupported`. An operation with a prepared message is prepared and
   * delivered once, without being stored.
   */
  readonly call: <O extends AnyOperation<C>>(
    operation: O,
    payload: O["payload"]["Type"]
  ) => Effect.Effect<O["success"]["Type"], AdapterError>
  /** Prepares the message that each attempt will send. The runner stores it before the first attempt. */
  readonly prepare: <O extends PreparedOperation<C>>(
    operation: O,
    payload: O["payload"]["Type"]
  ) => Result.Result<Operation.PreparedMessage, AdapterError>
  /** Sends a prepared message once. */
  readonly deliver: <O extends PreparedOperation<C>>(
    operation: O,
    prepared: Operation.PreparedMessage,
    options: Operation.SendOptions
  ) => Effect.Effect<O["success"]["Type"], AdapterError>
  /** Handles a callback of the peer. Absent if the plugin receives none. */
  readonly incoming?: CallbackHandler<EventOf<C>> | undefined
}

/** What a plugin gets from the runner to make the URL at which a person grants access (OAuth 2, authorization code). */
export interface AuthorizationRequest {
  /** A random text that the peer must return with the person. It works once. */
  readonly state: string
  /** The address of the runner to which the peer sends the person back. */
  readonly redirectUrl: URL
  /** The S256 challenge of PKCE (RFC 7636), for a peer that supports it: the code can be exchanged only with the verifier. */
  readonly codeChallenge: string
}

/** What the runner gives to a plugin after the peer has sent the person back to `redirectUrl`. */
export interface AuthorizationCallback {
  /** The query parameters that the peer added, such as `code`. */
  readonly params: SecretValues
  /** The same as in the `AuthorizationRequest`; many peers demand it beside the code. */
  readonly redirectUrl: URL
  /** The PKCE verifier of the challenge that was passed to `url`. */
  readonly codeVerifier: Redacted.Redacted
}

/** How a person grants a connection access to an account at the peer, in the browser. */
export interface Authorization<Settings> {
  /** The URL at which the person grants access. The peer must redirect the person to `redirectUrl` with the same `state`. */
  readonly url: (settings: Settings, request: AuthorizationRequest) => URL
  /** Exchanges the parameters that the peer added to `redirectUrl`, such as `code`, for a credential. Called once, after the runner has checked `state`. */
  readonly exchange: (settings: Settings, callback: AuthorizationCallback) => Effect.Effect<Obtained, Reason, Transport.Transport>
}

/**
 * Settings of a connection as an operator wrote them and the runner stored them: plain JSON, perhaps of an earlier release, which no schema
 * has checked yet. Secrets are in it as text.
 */
export type StoredSettings = Readonly<Record<string, unknown>>

/**
 * A function of a plugin that turns the stored settings of one release into those of the next, when settings were renamed or split. It gets what operators have stored, so it must not assume that a setting is
 * there or valid; the schema of the settings checks the result of the last one.
 */
export type SettingsUpgrade = (settings: StoredSettings) => StoredSettings

/**
 * A plugin as a value: what the author of a plugin exports and a composition lists. `plugin` of a contract makes it from `PluginOptions`; the
 * runner reads it and opens connections with `layer`.
 */
export interface Plugin<C extends Any, Service, Settings extends Schema.Codec<any, any>, R, Id extends string = string> {
  /** The id of its contract, such as `warehouse/v1`. */
  readonly contract: C["id"]
  /** The id of the plugin, such as `warehouse-acme`. */
  readonly id: Id
  /** The name of the peer's system, for people. */
  readonly title: string
  /** The schema of what an operator enters to connect one account. */
  readonly settings: Settings
  /** How settings of earlier releases become the present ones: the first entry upgrades version 1. Absent: there was no other form. */
  readonly settingsUpgrades?: ReadonlyArray<SettingsUpgrade>
  /** The names of the optional operations that it implements. */
  readonly offers: ReadonlyArray<OptionalName<C>>
  /** The facts of one connection, such as limits, that callers must respect and cannot find out by calling. */
  readonly facts: (settings: Settings["Type"]) => FactsOf<C>
  /** Whether the plugin was tested against the real peer. `crossdock matrix` shows it. */
  readonly isTestedAgainstPeer: boolean
  /** Whether the plugin receives callbacks. */
  readonly receives: boolean
  /** The paths below `<public address>/callbacks/<connection>` that the peer calls. Empty if it sends no callbacks with these settings. */
  readonly callbackPaths: (settings: Settings["Type"]) => ReadonlyArray<string>
  /** The hosts that the plugin may call with these settings: `host`, `host:port` or `*.domain`. The runner blocks all others. If absent, it may call any. */
  readonly hosts?: (settings: Settings["Type"]) => ReadonlyArray<string>
  /** Present if a person must authorize the connection in the browser. */
  readonly authorization?: Authorization<Settings["Type"]>
  /** Opens a connection. It fails with a reason if that is not possible now; a later attempt may succeed. */
  readonly layer: (settings: Settings["Type"], connection?: ConnectionInfo) => Layer.Layer<Service, Reason, R>
}

/** Each fact as a value, or as a function of the settings, such as limits that depend on the account. */
type Stated<F extends object, Settings> = { readonly [K in keyof F]: F[K] | ((settings: Settings) => F[K]) }

/** What the author of a plugin passes to `plugin` of a contract, beside the facts of that contract (such as `limits`). */
export interface PluginOptions<C extends Any, Id extends string, Settings extends Schema.Codec<any, any>, R, Offers extends string, Receives extends boolean> {
  /** Names the plugin in connections, logs and errors, such as `warehouse-acme`. The names of its tables begin with it, so it must not change. */
  readonly id: Id
  /** The name of the peer's system, for people. Default: the id. */
  readonly title?: string
  /** The schema of what an operator enters to connect one account. A member that is `Redacted` is a secret, and the runner stores it encrypted. */
  readonly settings: Settings
  /**
   * How settings that operators have stored for earlier releases become the present ones. The first entry upgrades version 1 to version
   * 2, and so on; `settings` is the form after the last. Never change or remove an entry that was published. Default: none.
   */
  readonly settingsUpgrades?: ReadonlyArray<SettingsUpgrade>
  /** The names of the optional operations that `make` returns handlers for; `[]` if there are none. */
  readonly offers: ReadonlyArray<Offers>
  /** Whether the plugin was tested against the real peer. Default: false. */
  readonly isTestedAgainstPeer?: boolean
  /** The hosts that the plugin may call with these settings: `host`, `host:port` or `*.domain`. The runner blocks all others. Default: any. */
  readonly hosts?: (settings: Settings["Type"]) => ReadonlyArray<string>
  /** How a person authorizes a connection. `make` then gets the credential from `Credentials`. Default: no authorization. */
  readonly authorization?: Authorization<Settings["Type"]>
  /** `true` if the peer sends callbacks; `make` must then return `incoming` beside the handlers. Default: false. */
  readonly receives?: Receives
  /** Paths such as `/reports/orders`, if the peer calls below its callback URL. Default: the URL itself. It needs `receives: true`. */
  readonly callbackPaths?: NoInfer<Receives> extends true ? (settings: Settings["Type"]) => ReadonlyArray<string> : "it needs `receives: true`"
  /**
   * Opens one connection: returns `{ handlers }`, and `incoming` beside `handlers` if `receives` is true. It takes services such as `Transport`
   * from the context. It fails with a reason if the connection cannot be opened now.
   */
  readonly make: (
    settings: Settings["Type"],
    connection: ConnectionInfo
  ) => Effect.Effect<PluginImplementation<C, NoInfer<Offers>, NoInfer<Receives>>, Reason, R>
}

/** The parts of a contract beside its id. Parts that are left out are empty. */
interface Definition<Required extends Operations, Optional extends Operations, Facts extends object, Demands> {
  readonly required: Required
  readonly optional: Optional
  readonly demands?: Demands
  readonly facts?: ReadonlyArray<keyof Facts & string>
  readonly check?: (operation: Operation.Any, payload: unknown, facts: Facts) => RequestInvalid | undefined
}

/**
 * Makes a contract from its id, such as `warehouse/v1`, and its operations. Only who defines a contract of their own needs it; a plugin is
 * declared with `plugin` of its contract.
 */
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

/** A sentence for each offered operation that demands another one which is not offered. */
type Lacking<C extends Any, Offers extends string> = {
  [Name in Extract<keyof C["demands"], Offers>]: C["demands"][Name] extends Offers ? never : `${Name} also needs ${C["demands"][Name]}`
}[Extract<keyof C["demands"], Offers>]

/** A sentence if callbacks are subscribed to and not received, or if it is not known before the plugin runs whether they are. */
type Unreceived<Offers extends string, Receives extends boolean> = boolean extends Receives ? "`receives` must be written as `true` or `false`"
  : Receives extends true ? never
  : "subscribe" extends Offers ? "subscribe also needs `receives: true`"
  : never

/**
 * Makes the compiler refuse a plugin whose `offers` lack something: `unknown`, which changes nothing, if they are complete; otherwise a type
 * whose `offers` is a sentence that names the mistake, such as `renew also needs subscribe`. Who offers `subscribe` must write `receives: true`.
 */
export type CompleteOffers<C extends Any, Offers extends string, Receives extends boolean = false> = [Lacking<C, Offers> | Unreceived<Offers, Receives>] extends [never] ? unknown
  : { readonly offers: Lacking<C, Offers> | Unreceived<Offers, Receives> }

/**
 * The type of `plugin` of a contract: the function that makes a plugin from `PluginOptions` and the facts of the contract. Each fact, such as
 * `limits`, is written beside the options, as a value or as a function of the settings. `offers` is `[]` if it offers nothing; options that
 * cannot work do not compile.
 */
export interface DefinePlugin<C extends Any, Self> {
  <
    const Id extends string,
    Settings extends Schema.Codec<any, any>,
    R,
    const Offers extends OptionalName<C> = never,
    const Receives extends boolean = false
  >(
    options: PluginOptions<C, Id, Settings, R, Offers, Receives> & Stated<FactsOf<C>, Settings["Type"]> & CompleteOffers<C, Offers, Receives>
  ): Plugin<C, Self, Settings, Exclude<R, Scope.Scope>, Id>
}

/**
 * Makes the function that declares plugins of a contract, such as `WarehouseV1.plugin`. `service` is the tag under which an open connection
 * is found. Only who defines a contract of their own needs it.
 */
export const pluginFor = <C extends Any, Self>(contract: C, service: Context.Service<Self, OpenConnection<C>>): DefinePlugin<C, Self> =>
(options) => {
  type Settings = (typeof options)["settings"]["Type"]
  const stated: Readonly<Record<string, unknown>> = { ...options }
  const facts = (settings: Settings): FactsOf<C> =>
    Object.fromEntries(contract.facts.map((name) => {
      const fact = stated[name]
      return [name, typeof fact === "function" ? fact(settings) : fact]
    }))
  return {
    contract: contract.id,
    id: options.id,
    title: options.title ?? options.id,
    settings: options.settings,
    ...(options.settingsUpgrades && { settingsUpgrades: options.settingsUpgrades }),
    offers: options.offers,
    facts,
    isTestedAgainstPeer: options.isTestedAgainstPeer ?? false,
    receives: options.receives ?? false,
    callbackPaths: (settings) => (options.receives === true ? (typeof options.callbackPaths === "function" ? options.callbackPaths(settings) : [""]) : []),
    ...(options.hosts && { hosts: options.hosts }),
    ...(options.authorization && { authorization: options.authorization }),
    layer: (settings, connection = defaultConnectionInfo) =>
      Layer.effect(service, Effect.map(options.make(settings, connection), (implementation) => adapterOf(contract, options, facts(settings), implementation)))
  }
}

/** What a plugin says of the forms that its settings had. */
type Upgradable = { readonly settingsUpgrades?: ReadonlyArray<SettingsUpgrade> }

/** The version of the settings that a plugin reads now: 1, and one more for each entry of `settingsUpgrades`. The runner stores it with the settings. */
export const settingsVersion = (plugin: Upgradable): number => (plugin.settingsUpgrades ?? []).length + 1

/** Applies the upgrades that settings stored with `version` still need, oldest first, and returns them in the present form. Throws what an upgrade throws. */
export const upgradeSettings = (plugin: Upgradable, settings: StoredSettings, version: number): StoredSettings =>
  (plugin.settingsUpgrades ?? []).slice(version - 1).reduce((upgraded, upgrade) => upgrade(upgraded), settings)

const adapterOf = <C extends Any>(
  contract: C,
  { id, offers }: { readonly id: string; readonly offers: ReadonlyArray<OptionalName<C>> },
  facts: FactsOf<C>,
  { handlers, incoming }: { readonly handlers: object; readonly incoming?: CallbackHandler<EventOf<C>> }
): OpenConnection<C> => {
  const offered = new Set<string>([...contract.required.map(({ name }) => name), ...offers])
  const byName: Readonly<Record<string, unknown>> = { ...handlers }
  // The casts are safe: `Handlers` is keyed by the names of operations.
  const handlerOf = <O extends Operation.Any>({ name }: O) => (offered.has(name) ? byName[name] : undefined) as Operation.Handler<O> | undefined
  const pushOf = <O extends Operation.Any>({ name }: O) => (offered.has(name) ? byName[name] : undefined) as Operation.PreparedHandler<O> | undefined

  const failure = (operation: Operation.Any) => (reason: Reason) => new AdapterError({ adapter: id, operation: operation.name, reason })
  /** Without a tracer a span would cost several microseconds and nobody would read it, so none is made. */
  const traced = <A>(operation: Operation.Any, work: Effect.Effect<A, Reason>): Effect.Effect<A, AdapterError> => {
    const named = Effect.mapError(work, failure(operation))
    return Effect.withFiber((fiber) =>
      fiber.cache.tracer === undefined
        ? named
        : Effect.withSpan(named, `${id}.${operation.name}`, { kind: "client", captureStackTrace: false }))
  }

  const prepare = (operation: Operation.Any, payload: unknown): Result.Result<Operation.PreparedMessage, AdapterError> => {
    const invalid = contract.check?.(operation, payload, facts)
    return Result.mapError(
      invalid === undefined ? pushOf(operation)?.prepare(payload) ?? Result.fail(new OperationUnsupported()) : Result.fail(invalid),
      failure(operation)
    )
  }
  const deliver: OpenConnection<C>["deliver"] = (operation, prepared, options) =>
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
