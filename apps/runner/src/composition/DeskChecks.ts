/**
 * What the checks of the order desk share: lists, texts, and links that are named by their id or their scope.
 */
import * as Contracts from "../Contracts.ts"
import type { Checker } from "./Checker.ts"
import type { ConnectedLink } from "./Links.ts"

/** A list that is not empty. */
export const listOf = <Item>(at: Checker, written: ReadonlyArray<Item>, path: string, what: string): ReadonlyArray<Item> => {
  if (Array.isArray(written) && written.length > 0) return written
  at.problem(path, `the value must be a list of ${what} that is not empty`)
  return []
}

export const textOf = (at: Checker, written: unknown, path: string, what: string): void => {
  if (typeof written !== "string" || written === "") at.problem(path, `the value must be ${what}`)
}

/** The operations among these that the plugin of a connection does not offer. An unknown plugin is reported where it stands. */
export const lackingOf = (at: Checker, id: string, operations: ReadonlyArray<string>): ReadonlyArray<string> => {
  const offers: ReadonlyArray<string> | undefined = at.declared.get(id)?.offers
  return offers === undefined ? [] : operations.filter((name) => !offers.includes(name))
}

type Find = (at: Checker, name: string, path: string) => ConnectedLink | undefined

/** Links by the names that the order desk uses. */
export interface LinkNames {
  readonly shops: ReadonlyArray<ConnectedLink>
  /** The link to a shop with an id or scope; otherwise a problem. */
  readonly shop: Find
  /** The link to a warehouse with an id or scope; otherwise a problem. */
  readonly warehouse: Find
}

export const linkNames = (links: ReadonlyArray<ConnectedLink>): LinkNames => {
  const shops = links.filter(({ contract }) => contract === Contracts.platform.id)
  const warehouses = links.filter(({ contract }) => contract === Contracts.warehouse.id)
  const find = (candidates: ReadonlyArray<ConnectedLink>, what: string): Find => (at, name, path) => {
    const found = candidates.filter(({ id, scope }) => scope === name || id === name)
    const exact = found.find(({ scope }) => scope === name)
    if (exact === undefined && found.length > 1) {
      at.problem(path, `several links to ${what}s have the id ${JSON.stringify(name)}; write the scope of one: ${found.map(({ scope }) => scope).join(", ")}`)
    } else if (found.length === 0) at.problem(path, `there is no link to a ${what} with the id ${JSON.stringify(name)}; correct the id`)
    return exact ?? found[0]
  }
  return { shops, shop: find(shops, "shop"), warehouse: find(warehouses, "warehouse") }
}
