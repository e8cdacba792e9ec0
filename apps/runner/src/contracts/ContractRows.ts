/**
 * What a contract hands to the engines: rows of data, and functions that the engines call with them. An engine knows operations and
 * kinds by these rows alone.
 */
import type * as Effect from "effect/Effect"
import type { Closing } from "../connection/ClosingConnections.ts"
import type { Connections } from "../connection/Connections.ts"
import type * as Contracts from "../Contracts.ts"
import type { AnyEntry, DecidedCreate } from "../intents/CreateEntry.ts"
import type { RecordContents } from "../intents/OrderContents.ts"
import type { Mapping } from "../mapping/NameMapping.ts"
import type { Outbox } from "../outbox/Outbox.ts"
import type { Completion } from "../outbox/PayloadCompletion.ts"
import type { Kinds, KindRow } from "../records/Kinds.ts"
import type { Reaction, Reactions } from "../outbox/Reactions.ts"
import type { Database } from "../store/Database.ts"
import type { Vault } from "../store/Vault.ts"

type Stores = Connections | Database | Kinds | Mapping | Vault

/** Of what a member does not name, the contract has nothing. */
export interface ContractRows extends Contracts.Supported {
  /** What it does before a stored connection is removed. */
  readonly closing?: ReadonlyArray<Closing>
  /** The kinds of records that the contract keeps. */
  readonly kinds?: ReadonlyArray<KindRow>
  /** An entry for each operation that creates a record. */
  readonly creates?: ReadonlyArray<AnyEntry>
  /** What a person's decision about a create changes beside its intent. */
  readonly decidedCreates?: ReadonlyArray<Effect.Effect<DecidedCreate, never, Stores | Outbox | Reactions>>
  /** What completes the payloads of its deliveries. */
  readonly completions?: ReadonlyArray<Effect.Effect<Completion, never, Stores>>
  /** Where the contents of records are read that peers create. */
  readonly contents?: ReadonlyArray<Effect.Effect<RecordContents, never, Database | Vault>>
  /** What the events of records owe to the peers of the contract, or to others. */
  readonly reactions?: ReadonlyArray<Effect.Effect<Reaction, never, Stores | Outbox>>
}
