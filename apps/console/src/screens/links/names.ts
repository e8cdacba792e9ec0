/**
 * The names of a link, as the page shows them.
 */
import type { Answer } from "../../api/Answer.ts"
import { oneOf } from "../../search.ts"

export type NameRow = Answer<"/admin/maps">["items"][number]
export type Unmatched = Answer<"/admin/maps/unmatched">["items"][number]
export type Kind = NameRow["kind"]

export const kinds = ["warehouse", "channel", "sku", "platform", "shop", "asnType"] as const satisfies ReadonlyArray<Kind>
export const kindOf = (text: string | undefined): Kind | undefined => oneOf(kinds, text)

/** The kinds of which a peer lists its names. */
export const listedKinds = ["warehouse", "channel", "sku"] as const

/** The most rows that are shown at once. A table of SKUs may have many thousands. */
export const mostShown = 300

/** The rows that have the text in one of their names, and how many there are beyond those that are shown. */
export const shownOf = (rows: ReadonlyArray<NameRow>, { kind, q }: { readonly kind?: Kind | undefined; readonly q?: string | undefined }): { readonly rows: ReadonlyArray<NameRow>; readonly further: number } => {
  const part = q?.toLowerCase() ?? ""
  const found = rows.filter((row) => (kind === undefined || row.kind === kind) && (row.ours.toLowerCase().includes(part) || row.theirs.toLowerCase().includes(part)))
  return { rows: found.slice(0, mostShown), further: Math.max(0, found.length - mostShown) }
}
