/**
 * What the commands need that a finding tells a person to type: names that the mapping lacks, and the settings of a connection that are
 * secrets.
 */
import * as Effect from "effect/Effect"
import type { Composed } from "../Composition.ts"
import { secretNames } from "../connection/SecretSettings.ts"
import type { Reader } from "../store/ReadOnlyDatabase.ts"

/** A name without a row in the mapping, for which creates of a link wait. */
export interface MissingName {
  readonly connection: string
  readonly scope: string
  readonly kind: string
  readonly name: string
}

/** The settings of a connection that are secrets. */
export interface ConnectionSecrets {
  readonly id: string
  readonly names: ReadonlyArray<string>
  /** Whether the composition has them; otherwise the database. */
  readonly isDeclared: boolean
}

/** Texts of held creates that are read; more of them lack the same names. */
const mostTexts = 50

const quotes = (text: string, name: string): boolean => text.includes(`${JSON.stringify(name)} has no row in the mapping`)

/** The names that held creates lack, those that most of them lack first. */
export const missingNames = Effect.fnUntraced(function*(query: Reader["query"]) {
  const held = yield* query(
    `select connection, scope, held_because, count(*) as n from intent
     where state in ('Pending', 'InFlight', 'Doubtful') and held_because is not null and held_because <> 'paused'
     group by connection, scope, held_because order by n desc, connection, scope, held_because limit ${mostTexts}`
  )
  if (held.length === 0) return []
  const names = yield* query("select scope, kind, name from unmatched where side = 'erp' order by scope, kind, name")
  const found = held.flatMap((row) =>
    names.filter(({ name, scope }) => scope === row.scope && quotes(String(row.held_because), String(name)))
      .map(({ kind, name }): MissingName => ({ connection: String(row.connection), scope: String(row.scope), kind: String(kind), name: String(name) })))
  return [...new Map(found.map((one) => [`${one.scope} ${one.kind} ${one.name}`, one])).values()]
})

/** The secrets of all connections whose plugin the composition has. */
export const secrets = Effect.fnUntraced(function*(query: Reader["query"], composed: Composed) {
  const namesOf = (id: string): ReadonlyArray<string> => {
    const plugin = composed.plugins.get(id)
    return plugin === undefined ? [] : secretNames(plugin)
  }
  const declared = composed.connections.map(({ id, plugin }): ConnectionSecrets => ({ id, names: namesOf(plugin.id), isDeclared: true }))
  const stored = (yield* query("select id, plugin from connection order by id")).map(({ id, plugin }): ConnectionSecrets => ({ id: String(id), names: namesOf(String(plugin)), isDeclared: false }))
  return [...declared, ...stored.filter(({ id }) => !declared.some((one) => one.id === id))]
})
