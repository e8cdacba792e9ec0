/**
 * The accounts at peers. Each has one adapter, which is built on first use, is paused when its credential is refused,
 * and calls no faster than its rate limit. No other module turns a plugin into an adapter.
 */
import { type AdapterError, AdapterError as Failure, type Contract, Credentials, Drift, type Operation, Transport } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { AnyPlugin } from "@crossdock/config"
import { CallLog } from "../calls/CallLog.ts"
import * as Contracts from "../Contracts.ts"
import type { Composed, ConnectedLink, ConnectedReceiver, Connection } from "../Composition.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as DriftLog from "../store/DriftLog.ts"
import * as PluginStorage from "../store/PluginStorage.ts"
import type { Vault } from "../store/Vault.ts"
import { Versions } from "../store/Versions.ts"
import { limited } from "./CallTimeLimit.ts"
import { CredentialStore } from "./CredentialStore.ts"
import * as Hosts from "./HostAllowlist.ts"
import * as OnBehalfOf from "./OnBehalfOf.ts"
import * as OpenWithTimeout from "./OpenWithTimeout.ts"
import * as Pauses from "./Pauses.ts"
import * as PeerAnswers from "./PeerAnswers.ts"
import * as PeerHealth from "./PeerHealth.ts"
import * as Redaction from "./Redaction.ts"
import * as ConnectionRates from "./ConnectionRates.ts"
import { RateLimitAcrossNodes } from "./RateLimitAcrossNodes.ts"
import * as SentCallRecords from "./SentCallRecords.ts"
import * as RatesInAnswers from "./RatesInAnswers.ts"
import type * as TurnQueue from "./TurnQueue.ts"

/** There is no connection with this id, or it has another contract. */
export class ConnectionUnknown extends Schema.TaggedError<ConnectionUnknown>("@crossdock/runner/ConnectionUnknown")(
  "ConnectionUnknown",
  { id: Schema.String }
) {}

export class Connections extends Context.Service<Connections, {
  /** All current connections, declared and stored. */
  readonly all: ReadonlyArray<Connection>
  readonly links: ReadonlyArray<ConnectedLink>
  readonly receivers: ReadonlyArray<ConnectedReceiver>
  /** Whether several runners share one database. */
  readonly nodes: "one" | "several"
  readonly plugins: ReadonlyMap<string, AnyPlugin>
  /** The protocols that links may name. */
  readonly protocols: Composed["protocols"]
  /** The contracts of this runner. */
  readonly contracts: Contracts.Registry
  readonly get: (id: string) => Connection | undefined
  readonly linkOf: (scope: string) => ConnectedLink | undefined
  /** Whether the composition declares the connection; such a connection cannot be changed at run time. */
  readonly isDeclared: (id: string) => boolean
  readonly isDeclaredLink: (scope: string) => boolean
  /** Adds a stored connection. One with the same id is replaced and reopened. */
  readonly put: (connection: Connection) => Effect.Effect<void>
  readonly putLink: (link: ConnectedLink) => Effect.Effect<void>
  /** Removes a link: its callers become unknown. Its connections stay. */
  readonly removeLink: (scope: string) => Effect.Effect<void>
  /** Closes and removes a connection, with its links. */
  readonly remove: (id: string) => Effect.Effect<void>
  /**
   * Calls an operation of a connection, at most as fast as its rate limit, and records its drift. The result and errors
   * contain no secret of the connection, and no personal data from the payload or `about`.
   */
  readonly invoke: <O extends Operation.Any>(
    id: string,
    operation: O,
    payload: O["payload"]["Type"],
    options?: CallOptions
  ) => Effect.Effect<O["success"]["Type"], AdapterError.AdapterError>
  /** The handler of the peer's callbacks; undefined if the plugin has none. */
  readonly incoming: (id: string) => Effect.Effect<Contract.CallbackHandler<any> | undefined, AdapterError.Reason>
  /** How a person authorizes the connection; undefined if it needs no authorization. */
  readonly authorizationOf: (id: string) => Authorization | undefined
  /**
   * Waits for a turn within the rate limit of an operation, for a call with `hasTurn`. Returns 0 when the turn is taken; otherwise the
   * milliseconds until the next one, which was not taken.
   */
  readonly turn: (id: string, operation: string, place: TurnQueue.Place) => Effect.Effect<number>
  /** Takes a turn of the rate limit only if there is one now. Call it outside of transactions. */
  readonly takesTurn: (id: string, operation: string, place: TurnQueue.Place) => Effect.Effect<boolean>
  /** The rates at which a connection may be called, as they are believed now; the shared one is the last. */
  readonly ratesOf: (id: string) => ReadonlyArray<ConnectionRates.Shown>
  /** Returns a turn that was just taken and is not needed. */
  readonly givesTurnBack: (id: string, operation: string) => Effect.Effect<void>
  /** Counts drift under a link or connection; it is stored within seconds. */
  readonly drift: (scope: string) => { readonly report: (finding: Drift.Finding) => Effect.Effect<void> }
  /** Stores the counted drift now, for a reader. */
  readonly storeDrift: Effect.Effect<void>
  /** Hides these secrets of a connection from now on. */
  readonly learn: (id: string, secrets: unknown) => void
  /** Replaces the secrets of a connection in a text of its peer. */
  readonly hides: (id: string) => Redaction.Hide
  /** Replaces them in the data that its peer reports. */
  readonly withoutSecrets: <A>(id: string, reported: A) => A
  readonly offers: (id: string) => ReadonlyArray<string>
  /** What the plugin of a connection states about the account; the facts of its contract. Undefined: there is no such connection. */
  readonly factsOf: (id: string) => unknown
  /** Opens the connection if necessary, and returns how a message is prepared and sent. Errors contain no secret, and those of sending nothing that `hiding` hides. */
  readonly sender: (id: string, hiding?: Effect.Effect<Redaction.Hide>) => Effect.Effect<Sender, AdapterError.AdapterError>
  /** Sets who is told when a call to a connection is answered after one that was not. */
  readonly whenBack: (told: (id: string) => void) => Effect.Effect<void>
  /** Since when no call to a connection was answered; undefined if the last one was. */
  readonly failingOf: PeerHealth.PeerHealth["failingOf"]
  readonly pausedOf: Pauses.Pauses["of"]
  readonly learnPauses: Pauses.Pauses["learn"]
  readonly takeResumed: Pauses.Pauses["takeResumed"]
  readonly pause: Pauses.Pauses["pause"]
  readonly resume: (id: string) => Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/connection/Connections") {
  static readonly layer = (composed: Composed, contracts: Contracts.Registry = Contracts.known) => Layer.effect(Connections, make(composed, contracts))
}

/** Maximum duration of a call to a warehouse; after that its response counts as lost (U-123). */
export const operationLimit = "30 seconds"

/** Maximum duration of opening a connection, so that one attempt that hangs does not keep the connection closed. */
const openingLimit = "10 seconds"

/** Milliseconds that a caller waits for its turn; if it would take longer, the call is refused with a retry time. */
export const patience = 15_000

export interface CallOptions {
  /** The caller has already taken its turn. */
  readonly hasTurn?: boolean
  /**
   * What is known about the orders of the call. It is loaded only if the peer's error message may quote personal data.
   */
  readonly about?: Effect.Effect<unknown>
}

/** Prepares and sends messages of one connection. */
export type Sender = Pick<Contracts.AnyAdapter, "prepare" | "deliver">

export interface Authorization {
  readonly url: (request: Contract.AuthorizationRequest) => URL
  readonly exchange: (callback: Contract.AuthorizationCallback) => Effect.Effect<Credentials.Obtained, AdapterError.Reason>
}

interface Opened {
  readonly connection: Connection
  readonly secrets: Redaction.LearningSecrets
  readonly rates: ConnectionRates.ConnectionRates
  readonly adapter: Effect.Effect<Contracts.AnyAdapter, AdapterError.Reason>
  readonly close: Effect.Effect<void>
}

const make = Effect.fnUntraced(function*(composed: Composed, contracts: Contracts.Registry) {
  const db = yield* Database
  const scope = yield* Effect.scope
  const context = yield* Effect.context<Transport.Transport | Database | Vault>()
  const credentials = yield* CredentialStore
  const versions = yield* Versions
  const shared = yield* RateLimitAcrossNodes
  const driftLog = yield* DriftLog.make(db)
  const held = new Map<string, Opened>()
  const links = new Map(composed.links.map((link) => [link.scope, link]))
  const declared = new Set(composed.connections.map(({ id }) => id))
  /** Cached lists, rebuilt after each change, so that one list always shows one state. */
  let lists: { all?: ReadonlyArray<Connection>; links?: ReadonlyArray<ConnectedLink> } = {}
  const declaredLinks = new Set(composed.links.map((link) => link.scope))

  const pauses = yield* Pauses.make(db, versions)
  const sent = SentCallRecords.make(yield* CallLog)
  const answers = PeerAnswers.make()
  const health = yield* PeerHealth.make(db, versions)

  /** The hosts at which an ERP may have its messages, as the operator wrote them into its links. */
  const announcedHosts = (id: string): ReadonlyArray<string> =>
    [...links.values()].flatMap(({ entrances, erp }) => erp === id ? entrances.flatMap(({ shop }) => shop?.webHookHosts ?? []) : [])

  /** The transport of a connection, limited to the hosts that its plugin declares, and those of addresses that its ERP may announce. */
  const transportOf = ({ id, plugin, settings }: Connection, hide: Redaction.Hide): Layer.Layer<Transport.Transport, never, Transport.Transport> =>
    Layer.provide(
      sent.layer({ id, plugin: plugin.id, hide }),
      Hosts.limited(plugin.id, { own: plugin.hosts?.(settings as never), announced: () => announcedHosts(id) })
    )

  const peerOf = ({ connection: { id, plugin }, secrets }: Opened): SentCallRecords.Peer => ({ id, plugin: plugin.id, hide: secrets.hide })

  const opening = Effect.fnUntraced(function*(connection: Connection) {
    // Adapters live as long as the connection, independent of the fiber that opened them.
    const own = yield* Scope.fork(scope)
    const { id, plugin } = connection
    const secrets = Redaction.learningSecrets(connection.settings)
    const credential = credentials.portOf({ id, plugin: plugin.id }, {
      learn: secrets.learn,
      hide: secrets.hide,
      refused: (because) => pauses.pause(id, because)
    })
    /** Opens the adapter on first use; if that fails, the next caller tries again. */
    const built = <Id, Adapter>(key: Context.Key<Id, Adapter>) => {
      const turn = Semaphore.makeUnsafe(1)
      let opened: Adapter | undefined
      const open = Effect.gen(function*() {
        if (opened !== undefined) return opened
        const layer: Layer.Layer<any, AdapterError.Reason, any> = plugin.layer(connection.settings as never, {
          timeZone: connection.timeZone
        })
        const ports = Layer.mergeAll(
          PluginStorage.layer(plugin.id, secrets.learn),
          Layer.succeed(Credentials.Credentials, credential),
          RatesInAnswers.reading(connection.rates.inAnswers, transportOf(connection, secrets.hide))
        )
        const provided = Layer.provide(layer, ports) as Layer.Layer<
          Id,
          AdapterError.Reason,
          Transport.Transport | Database | Vault
        >
        const services = yield* OpenWithTimeout.bounded({
          scope: own,
          open: (ofOpening) => Effect.provideContext(Layer.buildWithScope(provided, ofOpening), context),
          limit: openingLimit,
          tooLate: () => new Failure.TransportFailed({ phase: "connect", cause: "the plugin did not open the connection in time" })
        })
        opened = Context.get(services, key)
        return opened
      })
      return Effect.suspend(() => opened === undefined ? turn.withPermit(open) : Effect.succeed(opened))
    }
    return {
      connection,
      secrets,
      rates: yield* Effect.provideService(ConnectionRates.make(connection, composed.server.nodes === "several" ? shared : undefined), Scope.Scope, own),
      adapter: built(contracts.serviceOf(plugin)),
      close: Scope.close(own, Exit.void)
    } satisfies Opened
  })

  for (const connection of composed.connections) held.set(connection.id, yield* opening(connection))

  const forCall = (id: string, operation: Operation.Any) => {
    const opened = held.get(id)
    return opened !== undefined && contracts.mayCall(opened.connection.plugin, operation) ? opened : undefined
  }

  const unknown = (id: string) => Effect.die(new ConnectionUnknown({ id }))

  const authorizationOf = (id: string): Authorization | undefined => {
    const opened = held.get(id)
    const connection = opened?.connection
    const authorization: Contract.Authorization<never> | undefined = connection?.plugin.authorization
    if (opened === undefined || connection === undefined || authorization === undefined) return undefined
    const settings = connection.settings as never
    return {
      url: (request) => authorization.url(settings, request),
      exchange: (callback) =>
        Effect.provideContext(Effect.provide(authorization.exchange(settings, callback), transportOf(connection, Redaction.both(opened.secrets.hide, Redaction.secretsOf(callback).hide))), context)
    }
  }

  /** What a failed call tells its caller: without secrets of the connection, and without personal data of the order. */
  const hidden = (
    cause: Cause.Cause<AdapterError.AdapterError>,
    { rates, secrets }: Opened,
    failed: (reason: AdapterError.Reason) => AdapterError.AdapterError,
    payload: unknown,
    about: Effect.Effect<unknown> | undefined
  ): Effect.Effect<never, AdapterError.AdapterError> => {
    const found = Cause.findErrorOption(cause)
    if (Option.isNone(found)) {
      const defect = Cause.findDefect(cause)
      return Result.isFailure(defect)
        ? Effect.failCause(cause)
        : Effect.die(Redaction.inDefect(defect.success, [secrets.hide, Redaction.hiding(payload)]))
    }
    const { operation, reason } = found.value
    return Effect.andThen(rates.slowed(operation, reason), Redaction.hasWords(reason)
      ? Effect.flatMap(about ?? Effect.undefined, (known) =>
        Effect.fail(failed(Redaction.inReason(reason, [secrets.hide, Redaction.hiding([payload, known])]))))
      : Effect.fail(found.value))
  }

  return Connections.of({
    get all() {
      return lists.all ??= [...held.values()].map(({ connection }) => connection)
    },
    get links() {
      return lists.links ??= [...links.values()]
    },
    receivers: composed.receivers,
    plugins: composed.plugins,
    protocols: composed.protocols,
    contracts,
    nodes: composed.server.nodes,
    get: (id) => held.get(id)?.connection,
    linkOf: (key) => links.get(key),
    isDeclared: (id) => declared.has(id),
    isDeclaredLink: (key) => declaredLinks.has(key),
    put: Effect.fnUntraced(function*(connection) {
      const before = held.get(connection.id)
      held.set(connection.id, yield* opening(connection))
      lists = {}
      if (before !== undefined) yield* before.close
    }),
    putLink: (link) =>
      Effect.sync(() => {
        links.set(link.scope, link)
        lists = {}
      }),
    removeLink: (key) =>
      Effect.sync(() => {
        links.delete(key)
        lists = {}
      }),
    remove: Effect.fnUntraced(function*(id) {
      const before = held.get(id)
      held.delete(id)
      lists = {}
      for (const link of links.values()) {
        if (link.peer === id || link.erp === id) links.delete(link.scope)
      }
      if (before !== undefined) yield* before.close
    }),
    authorizationOf,
    turn: (id, operation, place) => held.get(id)?.rates.of(operation).take(place, patience) ?? unknown(id),
    takesTurn: (id, operation, place) => Effect.map(held.get(id)?.rates.of(operation).take(place, 0) ?? unknown(id), (away) => away === 0),
    givesTurnBack: (id, operation) => held.get(id)?.rates.of(operation).giveBack ?? unknown(id),
    ratesOf: (id) => held.get(id)?.rates.shown() ?? [],
    invoke: (id, operation, payload, options) => {
      const opened = forCall(id, operation)
      if (opened === undefined) return unknown(id)
      const failed = (reason: AdapterError.Reason) => new Failure.AdapterError({ adapter: id, operation: operation.name, reason })
      const asked = Effect.flatMap(Effect.mapError(opened.adapter, failed), (adapter) => adapter.call(operation, payload))
      const called = limited(opened.rates.learning(operation.name, asked), {
        limit: operationLimit,
        tooLate: () => Effect.fail(failed(new Failure.TransportFailed({ phase: "receive", cause: "no response within 30 s" })))
      })
      const answered = health.observed(id, operation.name, sent.operation(peerOf(opened), operation, payload, Effect.matchCauseEffect(called, {
        onSuccess: (answer) => answers.answered(id, Redaction.inAnswer(answer as typeof operation["success"]["Type"], opened.secrets)),
        onFailure: (cause) => Effect.andThen(answers.failed(id, cause), hidden(cause, opened, failed, payload, options?.about))
      })))
      // The runner's own refusal tells nothing about the peer, so it does not hold the rate.
      const inTurn = options?.hasTurn === true ? answered : Effect.flatMap(OnBehalfOf.placeOf(operation), (place) =>
        Effect.flatMap(opened.rates.of(operation.name).take(place, patience), (away) =>
          away > 0 ? Effect.fail(failed(new Failure.RateLimited({ retryAfter: Duration.millis(away) }))) : answered))
      return Effect.updateContext(inTurn, (caller: Context.Context<never>) =>
        Context.add(Context.add(caller, Drift.Drift, driftLog.reporting(id)), References.CurrentLogAnnotations, {
          ...Context.get(caller, References.CurrentLogAnnotations),
          connection: id,
          operation: operation.name
        }))
    },
    incoming: (id) => {
      const opened = held.get(id)
      return opened === undefined ? Effect.undefined : Effect.map(opened.adapter, ({ incoming }) => incoming)
    },
    drift: driftLog.reporting,
    storeDrift: driftLog.store,
    offers: (id) => held.get(id)?.connection.plugin.offers ?? [],
    factsOf: (id) => held.get(id)?.connection.facts,
    learn: (id, secrets) => held.get(id)?.secrets.learn(secrets),
    hides: (id) => held.get(id)?.secrets.hide ?? ((text) => text),
    withoutSecrets: (id, reported) => {
      const secrets = held.get(id)?.secrets
      return secrets === undefined ? reported : Redaction.inAnswer(reported, secrets)
    },
    sender: (id, hiding = Effect.succeed((text) => text)) => {
      const opened = held.get(id)
      if (opened === undefined) return unknown(id)
      const said = (reason: AdapterError.Reason) => Redaction.inReason(reason, [opened.secrets.hide])
      const failed = ({ operation, reason }: AdapterError.AdapterError) => new Failure.AdapterError({ adapter: id, operation, reason: said(reason) })
      return Effect.mapBoth(opened.adapter, {
        onSuccess: (adapter): Sender => ({
          prepare: (...message) => Result.mapError(adapter.prepare(...message), failed),
          deliver: (operation, prepared, options) => {
            const delivered = Effect.catch(opened.rates.learning(operation.name, adapter.deliver(operation, prepared, options)), (error) => Redaction.failing(failed(error), hiding))
            return health.observed(id, operation.name, sent.operation(peerOf(opened), operation, prepared.content, delivered))
          }
        }),
        onFailure: (reason) => new Failure.AdapterError({ adapter: id, operation: "open", reason: said(reason) })
      })
    },
    whenBack: answers.whenBack,
    failingOf: health.failingOf,
    pausedOf: pauses.of,
    learnPauses: pauses.learn,
    takeResumed: pauses.takeResumed,
    pause: pauses.pause,
    resume: (id) =>
      Effect.andThen(
        Effect.andThen(pauses.resume(id), credentials.forgive(id)),
        // Earlier failures do not count any more after a person has resumed the connection.
        db.query("update connection_state set failing_since = null where id = $1", [id])
      )
  })
})
