/**
 * What was found: where it opens, and how it is shown.
 */
import type { Answer } from "../../api/Answer.ts"
import { toSegment } from "../../numbers.ts"
import type { Shape } from "../../parts/State.tsx"

export type Hit = Answer<"/admin/search">["items"][number]

const at = (path: string, parts: ReadonlyArray<string>): string => [path, ...parts.map((part) => encodeURIComponent(toSegment(part)))].join("/")
const withSearch = (path: string, search: Record<string, string>): string => `${path}?${new URLSearchParams(search).toString()}`

/** The address of the page that shows it; undefined if no page does. `pages` are those that there are. */
export const hrefOf = ({ id, kind, scope }: Pick<Hit, "id" | "kind" | "scope">, pages: ReadonlySet<string>): string | undefined => {
  const [page, href] = ((): readonly [string, string] => {
    switch (kind) {
      case "order":
      case "parcel":
        return ["/orders", at("/orders", [scope ?? "-", id])]
      case "inbound":
        return ["/inbound", at("/inbound", [scope ?? "-", id])]
      case "delivery":
        return ["/deliveries", withSearch("/deliveries", { open: id })]
      case "call":
        return ["/calls", withSearch("/calls", { open: id })]
      case "sku":
        return ["/stock", withSearch("/stock", { sku: id })]
      case "connection":
        return ["/connections", at("/connections", [id])]
      case "link":
        return ["/links", at("/links", [id])]
    }
  })()
  return pages.has(page) ? href : undefined
}

/** What tells one hit of a list from the others. Records of several kinds may have one number in one link. */
export const keyOf = ({ id, kind, matchedBy, record, scope }: Hit): string => `${kind} ${scope ?? ""} ${record ?? ""} ${id} ${matchedBy}`

const shapes: { readonly [state: string]: Shape } = {
  shipped: "ok", done: "ok", delivered: "ok", Delivered: "ok", OK: "ok", closed: "void", cancelled: "void", Cancelled: "void", Dead: "fail", failed: "fail",
  rejected: "fail", InFlight: "move", accepted: "move", picking: "move", Pending: "wait", held: "hold", doubtful: "doubt", Doubtful: "doubt"
}

export const shapeOfState = (state: string, kind: Hit["kind"]): Shape => shapes[state] ?? (kind === "call" ? "fail" : "wait")

/** The numbers that somebody pasted: separated by lines, commas, semicolons or tabs. One number alone is a search. */
export const numbersIn = (text: string): ReadonlyArray<string> => [...new Set(text.split(/[\n\r,;\t]+/).map((each) => each.trim()).filter((each) => each !== ""))].slice(0, 200)
