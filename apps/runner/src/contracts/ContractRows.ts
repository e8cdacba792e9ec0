/**
 * What a contract hands to the engines: rows of data, and functions that the engines call with them. An engine knows operations and
 * kinds by these rows alone.
 */
import type * as Contracts from "../Contracts.ts"
import type { AnyEntry } from "../intents/CreateEntry.ts"
import type { KindRow } from "../records/Kinds.ts"

export interface ContractRows extends Contracts.Supported {
  /** The kinds of records that the contract keeps. */
  readonly kinds: ReadonlyArray<KindRow>
  /** An entry for each operation that creates a record. */
  readonly creates: ReadonlyArray<AnyEntry>
}
