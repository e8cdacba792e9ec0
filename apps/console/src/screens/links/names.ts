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

/** Rows of one page. A table of SKUs may have many thousands. */
export const atOnce = 100
