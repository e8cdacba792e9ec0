/**
 * All services of the runner on one database, without its listeners.
 */
import { layer as transport } from "@crossdock/transport-undici"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { Composed } from "./Composition.ts"
import { Connections } from "./connection/Connections.ts"
import { CredentialStore } from "./connection/CredentialStore.ts"
import * as Fence from "./connection/Fence.ts"
import { Ownership } from "./connection/Ownership.ts"
import { StoredConnections } from "./connection/StoredConnections.ts"
import { Cancels } from "./delivery/Cancels.ts"
import { Dispatch } from "./delivery/Dispatch.ts"
import { Events } from "./delivery/Events.ts"
import { Intents } from "./delivery/Intents.ts"
import { Outbox } from "./delivery/Outbox.ts"
import { Reads } from "./delivery/Reads.ts"
import { Reports } from "./delivery/Reports.ts"
import { Restored } from "./delivery/Restored.ts"
import { Retention } from "./delivery/Retention.ts"
import { Mapping } from "./mapping/Mapping.ts"
import * as SecretKey from "./SecretKey.ts"
import { Database } from "./store/Database.ts"
import { Vault } from "./store/Vault.ts"
import { Versions } from "./store/Versions.ts"

/** The services on an existing database, vault and transport. `node` must be unique among the nodes. */
export const engineLayer = (composed: Composed, node: string) =>
  Dispatch.layer(composed).pipe(
    Layer.provideMerge(Layer.mergeAll(Cancels.layer(composed), Retention.layer(composed))),
    Layer.provideMerge(Layer.mergeAll(Intents.layer(composed), Reports.layer)),
    Layer.provideMerge(Reads.layer),
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Outbox.layer(composed)),
    Layer.provideMerge(StoredConnections.layer),
    Layer.provideMerge(Layer.mergeAll(Connections.layer(composed), Mapping.layer)),
    Layer.provideMerge(CredentialStore.layer),
    Layer.provideMerge(Ownership.layer(node)),
    Layer.provideMerge(Layer.mergeAll(Versions.layer, Restored.layer))
  )

export const runnerLayer = (options: {
  readonly composed: Composed
  readonly database: { readonly filename: string } | { readonly url: Redacted.Redacted }
  readonly vaultKey: Redacted.Redacted
  /** Default: the key was given and is strong. */
  readonly keyStart?: SecretKey.KeyStart
  /** Id of this node: it stays the same after every restart, and no other node may have it. */
  readonly node?: string
}) =>
  engineLayer(options.composed, options.node ?? "only").pipe(
    Layer.provide(SecretKey.layer(options.keyStart ?? {})),
    Layer.provideMerge(Layer.mergeAll(Database.layer(options.database), Vault.layer(options.vaultKey), Layer.provide(Fence.layer, transport({}))))
  )
