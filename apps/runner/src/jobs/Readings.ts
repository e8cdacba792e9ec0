/**
 * How far the jobs of a contract have read what changes at its peers, for operators, who may also ask for what changed in the past.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connections } from "../connection/Connections.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import type { VaultRefused } from "../store/Vault.ts"

/** One reading of a link. All times are milliseconds since 1970. */
export interface Reading {
  /** `changes`: what changes from now on. `backfill`: the past that an operator asked for. */
  readonly track: string
  readonly since: number
  /** Everything that changed before this time has been read. */
  readonly readUntil: number
  /** When it last had read everything up to then, as far as the peer shows it. Absent: it lies behind. */
  readonly caughtUpAt?: number
  /** Where it ends. Absent for changes, which never end. */
  readonly until?: number
  /** How many records were stored, anew or in place of earlier content. */
  readonly records: number
  readonly isEnded: boolean
}

/** What the contract of a link can tell and do. */
export interface Reader {
  readonly of: (scope: string) => Effect.Effect<ReadonlyArray<Reading>, DatabaseFailed | VaultRefused>
  /** Begins to read what changed since a time. It replaces an earlier backfill of the link. */
  readonly backfill: (scope: string, since: number) => Effect.Effect<void, DatabaseFailed | VaultRefused>
}

export class Readings extends Context.Service<Readings, {
  /** The reader of a link. Undefined if the contract of its peer reads nothing by itself. */
  readonly readerOf: (scope: string) => Reader | undefined
  /** Sets the reader of a contract. */
  readonly readBy: (contract: string, reader: Reader) => Effect.Effect<void>
}>()("@crossdock/runner/jobs/Readings") {
  static readonly layer = Layer.effect(
    Readings,
    Effect.map(Connections, (connections) => {
      const readers = new Map<string, Reader>()
      return Readings.of({
        readerOf: (scope) => {
          const link = connections.linkOf(scope)
          const plugin = link && connections.get(link.peer)?.plugin
          return plugin && connections.contracts.idsOf(plugin).map((contract) => readers.get(contract)).find((reader) => reader !== undefined)
        },
        readBy: (contract, reader) => Effect.sync(() => void readers.set(contract, reader))
      })
    })
  )
}
