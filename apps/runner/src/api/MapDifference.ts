/**
 * What an import of a mapping table would change, before it does.
 */
import type { MapPreview } from "@crossdock/admin-api"
import type { KindRow } from "./Csv.ts"

/** The most rows that are shown. */
export const mostShown = 200

export const of = (before: ReadonlyArray<Pick<KindRow, "kind" | "ours" | "theirs">>, imported: ReadonlyArray<KindRow>): Omit<MapPreview, "link"> => {
  const known = new Map(before.map(({ kind, ours, theirs }) => [`${kind} ${ours}`, theirs]))
  const rows = imported.map(({ kind, ours, theirs }) => ({ kind, ours, theirs, before: known.get(`${kind} ${ours}`) }))
  const changed = rows.flatMap(({ before: old, ...row }) => old === undefined || old === row.theirs ? [] : [{ ...row, before: old }])
  const added = rows.flatMap(({ before: old, ...row }) => old === undefined ? [row] : [])
  return { added: added.length, changed: changed.length, same: rows.length - added.length - changed.length, rows: [...changed, ...added].slice(0, mostShown) }
}
