/**
 * Which links belong to the sandbox: what their callers do reaches simulated peers alone. A peer that is a system of somebody is never one, also
 * if its connection says that it is for tests.
 */
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"

type Known = Pick<Connections["Service"], "get" | "links">

/** The plugins that are themselves the peer. */
const simulated: ReadonlySet<string> = new Set(["warehouse-sandbox", "platform-sandbox", "platform-sandbox-open", "platform-sandbox-calling"])
/** The books that a runner keeps itself. They are those of a sandbox only if all that moves in them is simulated. */
const embedded = "erp-ledger"

const concerns = (link: ConnectedLink, connection: string): boolean => link.erp === connection || link.peer === connection || link.copyTo.includes(connection)

/** Whether these are embedded books of tests, which only simulated peers and their callers share. */
const isSandboxBooks = (id: string, { get, links }: Known): boolean => {
  const books = get(id)
  const others = links.filter((link) => concerns(link, id) && link.peer !== id)
  return books !== undefined && books.plugin.id === embedded && books.environment === "test" &&
    others.length > 0 && others.every(({ peer }) => simulated.has(get(peer)?.plugin.id ?? ""))
}

/** Whether a link is of the sandbox. Its ERP, which is told of what happens, has to be declared as one for tests too. */
export const isSandbox = (link: ConnectedLink, known: Known): boolean => {
  const isSimulated = simulated.has(known.get(link.peer)?.plugin.id ?? "") || isSandboxBooks(link.peer, known)
  return isSimulated && [link.erp, link.peer, ...link.copyTo].every((id) => known.get(id)?.environment === "test")
}

/** The links of the sandbox whose callers have this id at a protocol; empty if one of those with the id is not of the sandbox. */
export const linksOf = (known: Known, protocol: string, id: string): ReadonlyArray<ConnectedLink> => {
  const links = known.links.filter(({ entrances }) => entrances.some((entrance) => entrance.protocol === protocol && entrance.id === id))
  return links.every((link) => isSandbox(link, known)) ? links : []
}
