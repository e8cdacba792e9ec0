/**
 * All services of the runner on one database, without its listeners.
 */
import { layer as transport } from "@crossdock/transport-undici"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { Composed } from "./Composition.ts"
import { CallLog } from "./calls/CallLog.ts"
import * as Contracts from "./Contracts.ts"
import { Connections } from "./connection/Connections.ts"
import { CredentialStore } from "./connection/CredentialStore.ts"
import { Accounts } from "./accounts/Accounts.ts"
import { AuditLog } from "./accounts/AuditLog.ts"
import { Passwords } from "./accounts/Passwords.ts"
import { Sessions } from "./accounts/Sessions.ts"
import * as CallHops from "./http/CallHops.ts"
import * as SendGuard from "./connection/SendGuard.ts"
import { NodeLeases } from "./connection/NodeLeases.ts"
import { RateLimitAcrossNodes } from "./connection/RateLimitAcrossNodes.ts"
import { ClosingConnections } from "./connection/ClosingConnections.ts"
import { StoredConnections } from "./connection/StoredConnections.ts"
import { Cancels } from "./contracts/warehouse/Cancels.ts"
import type { ContractRows } from "./contracts/ContractRows.ts"
import { Dispatch as ErpDispatch } from "./contracts/books/Dispatch.ts"
import { InboundAnnouncements } from "./contracts/books/InboundAnnouncements.ts"
import { OrderSource } from "./contracts/erp/OrderSource.ts"
import * as PlatformComparison from "./contracts/platform/Comparison.ts"
import { Dispatch as PlatformDispatch } from "./contracts/platform/Dispatch.ts"
import { IssuedTokens } from "./contracts/platform/IssuedTokens.ts"
import { LabelFetch } from "./contracts/platform/LabelFetch.ts"
import { Labels } from "./contracts/platform/Labels.ts"
import { Shipments } from "./contracts/platform/Shipments.ts"
import * as OrderReadings from "./contracts/platform/OrderReadings.ts"
import { TakenByRunner } from "./contracts/platform/OrderReceivers.ts"
import { Reports as PlatformReports } from "./contracts/platform/Reports.ts"
import { ShopStates } from "./contracts/platform/ShopStates.ts"
import * as WarehouseComparison from "./contracts/warehouse/Comparison.ts"
import { Dispatch } from "./contracts/warehouse/Dispatch.ts"
import { Events } from "./contracts/warehouse/Events.ts"
import { Desk } from "./desk/Desk.ts"
import * as DueOrders from "./desk/DueOrders.ts"
import * as ParcelNumbers from "./desk/ParcelNumbers.ts"
import { Stock } from "./desk/stock/Stock.ts"
import * as StockComparison from "./desk/stock/StockComparison.ts"
import * as CreateEntry from "./intents/CreateEntry.ts"
import { Intents } from "./intents/Intents.ts"
import { OrderContents } from "./intents/OrderContents.ts"
import { Outbox } from "./outbox/Outbox.ts"
import { PayloadCompletion } from "./outbox/PayloadCompletion.ts"
import { Reads } from "./contracts/warehouse/Reads.ts"
import { Reports } from "./contracts/warehouse/Reports.ts"
import { Restored } from "./engine/RestoreMode.ts"
import { Readings } from "./jobs/Readings.ts"
import { PersonalData } from "./jobs/PersonalData.ts"
import { FindingWatch } from "./findings/FindingWatch.ts"
import { Notifier } from "./findings/Notifier.ts"
import * as NotifierSettings from "./findings/NotifierSettings.ts"
import { placeOf as databasePlace } from "./store/DatabasePlace.ts"
import { Retention } from "./jobs/Retention.ts"
import { fenceOf, KeyRotation } from "./KeyRotation.ts"
import { Mapping } from "./mapping/NameMapping.ts"
import * as SecretKey from "./SecretKey.ts"
import { IncomingEvents } from "./records/IncomingEvents.ts"
import { BackgroundMigrations } from "./jobs/BackgroundMigrations.ts"
import { Erasure } from "./jobs/Erasure.ts"
import { Comparisons } from "./records/Comparisons.ts"
import { Kinds } from "./records/Kinds.ts"
import { Reactions } from "./outbox/Reactions.ts"
import { Hints } from "./hints/Hints.ts"
import * as ContractRegistry from "./ContractRegistry.ts"
import { Database } from "./store/Database.ts"
import { Vault } from "./store/Vault.ts"
import { Versions } from "./store/Versions.ts"
import { Background, type Places } from "./metrics/BackgroundReadings.ts"

const comparisons = Layer.effect(Comparisons, Effect.map(Effect.all([WarehouseComparison.make, PlatformComparison.make, StockComparison.make]), (some) => some.flat()))

/** The services on an existing database, vault and transport. `node` must be unique among the nodes. */
export const engineLayer = (composed: Composed, node: string, contracts: ReadonlyArray<ContractRows> = ContractRegistry.all) =>
  Layer.mergeAll(Dispatch.layer(composed), ErpDispatch.layer(composed), PlatformDispatch.layer(composed), Desk.layer(composed), comparisons).pipe(
    Layer.provideMerge(Layer.mergeAll(InboundAnnouncements.layer, OrderSource.layer)),
    Layer.provideMerge(Layer.mergeAll(Cancels.layer(composed), Retention.layer(composed), Layer.provideMerge(PersonalData.layer(composed), Erasure.layer), BackgroundMigrations.layer({ "parcel numbers": ParcelNumbers.slice }), Stock.layer(composed))),
    Layer.provideMerge(Layer.mergeAll(
      Layer.provide(Intents.layer(composed), CreateEntry.DecidedCreates.layer(contracts.flatMap(({ decidedCreates = [] }) => decidedCreates))),
      Reports.layer,
      PlatformReports.layer,
      OrderReadings.layer
    )),
    Layer.provideMerge(Layer.mergeAll(Reads.layer, IssuedTokens.layer, Shipments.layer, ShopStates.layer, Layer.provide(Labels.layer, LabelFetch.layer()))),
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Reactions.layer([...contracts.flatMap(({ reactions = [] }) => reactions), ...(composed.desk === undefined ? [] : [DueOrders.reaction(composed.desk)])])),
    Layer.provideMerge(Layer.mergeAll(
      Layer.provide(Outbox.layer(composed), PayloadCompletion.layer(contracts.flatMap(({ completions = [] }) => completions))),
      IncomingEvents.layer,
      Readings.layer
    )),
    Layer.provideMerge(OrderContents.layer(contracts.flatMap(({ contents = [] }) => contents))),
    Layer.provideMerge(CreateEntry.Creates.layer(contracts.flatMap(({ creates = [] }) => creates))),
    Layer.provideMerge(Layer.merge(
      Layer.provide(StoredConnections.layer, Layer.succeed(ClosingConnections, contracts.flatMap(({ closing = [] }) => closing))),
      KeyRotation.layer
    )),
    Layer.provideMerge(Mapping.layer),
    Layer.provideMerge(Connections.layer(composed, Contracts.registry(contracts))),
    Layer.provideMerge(Layer.mergeAll(CredentialStore.layer, RateLimitAcrossNodes.layer, CallLog.layer(composed))),
    Layer.provideMerge(NodeLeases.layer(node)),
    Layer.provideMerge(Layer.mergeAll(
      Versions.layer,
      Hints.layer,
      Layer.provideMerge(Accounts.layer, Passwords.layer),
      Sessions.layer,
      AuditLog.layer,
      Restored.layer,
      Kinds.layer(contracts.flatMap(({ kinds = [] }) => kinds)),
      Layer.succeed(TakenByRunner, new Set(composed.desk?.shops))
    ))
  )

export const runnerLayer = (options: {
  readonly composed: Composed
  readonly database: { readonly filename: string } | { readonly url: Redacted.Redacted }
  readonly vaultKey: Redacted.Redacted
  /** Default: the key was given and is strong. */
  readonly keyStart?: SecretKey.KeyStart
  /** Id of this node: it stays the same after every restart, and no other node may have it. */
  readonly node?: string
  /** Default: all that this release supports. */
  readonly contracts?: ReadonlyArray<ContractRows>
  /** What metrics say of the disk and the release. Default: nothing. */
  readonly places?: Places
  /** Who is told of findings. Default: nobody. */
  readonly notifier?: NotifierSettings.NotifierSettings
}) =>
  FindingWatch.layer({ composed: options.composed, database: databasePlace(options.database), dataFolder: options.places?.dataFolder }).pipe(
    Layer.provideMerge(Notifier.layer(options.notifier ?? NotifierSettings.none)),
    Layer.provideMerge(engineLayer(options.composed, options.node ?? "only", options.contracts)),
    Layer.provide(SecretKey.layer(options.keyStart ?? {})),
    Layer.provideMerge(Layer.mergeAll(Background.layer(options.places), Database.layer(options.database, fenceOf(options.vaultKey)), Vault.layer(options.vaultKey), Layer.provide(CallHops.layer, Layer.provide(SendGuard.layer, transport({})))))
  )
