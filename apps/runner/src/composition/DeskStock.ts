/**
 * Checks which stock of the books shops are told.
 */
import type { Desk } from "@crossdock/config"
import type { PlatformV1 } from "@crossdock/core"
import * as ConnectionShops from "../connection/ConnectionShops.ts"
import * as Rules from "../desk/Rules.ts"
import type { UnpaidBound } from "../desk/stock/OfferedQuantities.ts"
import { above, type Checker, millis } from "./Checker.ts"
import type { Connection } from "./Connections.ts"
import { lackingOf, type LinkNames, listOf, textOf } from "./DeskChecks.ts"
import type { ConnectedLink } from "./Links.ts"

/** The stock that shops are told. Durations are in milliseconds. */
export interface DeskStock {
  readonly every: number
  readonly reconcileEvery: number
  /** Pieces of each SKU that are kept back at each location. */
  readonly buffer: number
  /** Pieces that are kept back further; the first pattern that matches a SKU counts. */
  readonly safety: ReadonlyArray<{ readonly skus: Rules.SkuPattern; readonly pieces: number }>
  /** What orders of a shop may hold that are not paid. */
  readonly unpaid: UnpaidBound
  readonly publish: ReadonlyArray<{
    /** The scope of the link to the shop. */
    readonly shop: string
    readonly location: string
    readonly warehouses: ReadonlyArray<string>
  }>
}

type Written = NonNullable<Desk["stock"]>

const piecesOf = (at: Checker, written: number | undefined, path: string): number => {
  if (written !== undefined && !(Number.isInteger(written) && written >= 0)) at.problem(path, "the value must be a whole number of pieces from 0")
  return written ?? 0
}

/** A SKU wins over beginnings, and a longer beginning over a shorter one. */
const closest = (one: DeskStock["safety"][number], other: DeskStock["safety"][number]): number =>
  Number(one.skus.isPrefix) - Number(other.skus.isPrefix) || other.skus.text.length - one.skus.text.length

const safetyOf = (at: Checker, written: Written["safety"] = {}): DeskStock["safety"] =>
  Object.entries(written).flatMap(([sku, pieces]) => {
    const path = `/desk/stock/safety/${sku}`
    const pattern = Rules.patternOf(sku)
    if (pattern === undefined) at.problem(path, "the name must be a SKU, or its beginning with * at the end, such as \"MUG-*\"")
    return pattern === undefined ? [] : [{ skus: pattern, pieces: piecesOf(at, pieces, path) }]
  }).toSorted(closest)

const unpaidOf = (at: Checker, { atLeast, percent = 20, within }: NonNullable<Written["unpaid"]> = {}): DeskStock["unpaid"] => {
  const path = "/desk/stock/unpaid"
  if (!(Number.isInteger(percent) && percent >= 0 && percent <= 100)) at.problem(`${path}/percent`, "the value must be a whole number from 0 to 100")
  return {
    percent,
    atLeast: atLeast === undefined ? 1 : piecesOf(at, atLeast, `${path}/atLeast`),
    within: millis(at, within, "24 hours", `${path}/within`)
  }
}

/** Whether the plugin of a connection cannot name one of its shops, so that the stock of one would be that of all. */
const mixesShops = (link: ConnectedLink, links: LinkNames, connections: ReadonlyArray<Connection>): boolean => {
  const connection = connections.find(({ id }) => id === link.peer)
  const facts = connection?.facts as { readonly limits?: PlatformV1.Limits } | undefined
  return connection !== undefined && facts?.limits?.shops !== "several" && ConnectionShops.isShared({ links: links.shops }, link)
}

const publishOf = (at: Checker, written: Written["publish"], links: LinkNames, connections: ReadonlyArray<Connection>): DeskStock["publish"] => {
  const seen = new Set<string>()
  const locationOf = new Map<string, string>()
  return listOf(at, written, "/desk/stock/publish", "locations of shops").flatMap(({ location, shop, warehouses }, index) => {
    const path = `/desk/stock/publish/${index}`
    const link = links.shop(at, shop, `${path}/shop`)
    textOf(at, location, `${path}/location`, "the shop's code of a location")
    const names = listOf(at, warehouses, `${path}/warehouses`, "names of warehouses of the books")
    names.forEach((name, nth) => textOf(at, name, `${path}/warehouses/${nth}`, "the name of a warehouse of the books"))
    if (link === undefined) return []
    const lacking = lackingOf(at, link.peer, ["updateStock", "listProducts"])
    if (lacking.length > 0) at.problem(`${path}/shop`, `the plugin of ${link.peer} does not offer ${lacking.join(" and ")}; remove this entry`)
    if (mixesShops(link, links, connections)) at.problem(`${path}/shop`, `${link.peer} has several shops, and its plugin cannot tell them apart, so the stock would be set in all of them; make a connection for each shop, or remove this entry`)
    const key = JSON.stringify([link.scope, location])
    if (seen.has(key)) at.problem(path, "another entry has the same shop and location; write all warehouses into one entry")
    seen.add(key)
    for (const [nth, name] of names.entries()) {
      const other = locationOf.get(JSON.stringify([link.scope, name]))
      if (other !== undefined && other !== location) at.problem(`${path}/warehouses/${nth}`, `the shop has the stock of ${JSON.stringify(name)} at the location ${JSON.stringify(other)} already, so each piece would be offered twice; remove it from one of them`)
      locationOf.set(JSON.stringify([link.scope, name]), location)
    }
    return [{ shop: link.scope, location, warehouses }]
  })
}

export const stockOf = (at: Checker, written: Written | undefined, links: LinkNames, connections: ReadonlyArray<Connection>): DeskStock | undefined => {
  if (written === undefined) return undefined
  const interval = (member: "every" | "reconcileEvery", otherwise: "1 minute" | "1 hour") => {
    const path = `/desk/stock/${member}`
    return above(at, millis(at, written[member], otherwise, path), 0, 1000, path)
  }
  return {
    every: interval("every", "1 minute"),
    reconcileEvery: interval("reconcileEvery", "1 hour"),
    buffer: piecesOf(at, written.buffer, "/desk/stock/buffer"),
    safety: safetyOf(at, written.safety),
    unpaid: unpaidOf(at, written.unpaid),
    publish: publishOf(at, written.publish, links, connections)
  }
}
