/**
 * The connections, links and receivers that somebody sees who is limited to links, and the condition that finds only their rows.
 */
import type { Condition } from "../store/Conditions.ts"
import type { Connections } from "./Connections.ts"

/** The connections, links and receivers that an account sees. */
export interface Seen extends Pick<Connections["Service"], "all" | "get" | "links" | "receivers"> {
  /** The scopes to which the account is limited. Undefined: it sees all. */
  readonly scopes: ReadonlyArray<string> | undefined
  readonly sees: (scope: string) => boolean
}

/** What an account sees. Of connections, a limited one sees those of its links. */
export const seenBy = ({ links: scopes }: { readonly links: ReadonlySet<string> | undefined }, connections: Pick<Connections["Service"], "all" | "get" | "links" | "receivers">): Seen => {
  if (scopes === undefined) return { all: connections.all, get: connections.get, links: connections.links, receivers: connections.receivers, scopes, sees: () => true }
  const links = connections.links.filter(({ scope }) => scopes.has(scope))
  const ids = new Set(links.flatMap(({ copyTo, erp, peer }) => [erp, peer, ...copyTo]))
  return {
    all: connections.all.filter(({ id }) => ids.has(id)),
    get: (id) => ids.has(id) ? connections.get(id) : undefined,
    links,
    receivers: connections.receivers.filter(({ scope }) => scopes.has(scope)),
    scopes: [...scopes].toSorted(),
    sees: (scope) => scopes.has(scope)
  }
}

/** SQL: the column has one of these scopes. `scopes` undefined: it may have any. */
export const scopeIn = (column: string, scopes: ReadonlyArray<string> | undefined): Condition => {
  if (scopes === undefined) return undefined
  // No link has an empty scope.
  const [only = "", ...others] = scopes
  return others.length === 0 ? [`${column} = ?`, only] : [`${column} in (${scopes.map(() => "?").join(", ")})`, ...scopes]
}
