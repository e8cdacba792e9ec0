/**
 * Finds what is told of orders and dropped by the warehouse that ships them, as the plugins and protocols state it. Nothing of it keeps a
 * runner from starting: the goods leave, without what was dropped.
 */
import { PassedMembers, type ErpV1, type PlatformV1, type WarehouseV1 } from "@crossdock/core"
import type { Composed } from "../Composition.ts"
import * as Contracts from "../Contracts.ts"
import type { Problem } from "./Checker.ts"
import type { ConnectedLink } from "./Links.ts"

type Member = PassedMembers.PassedMember
type Part = Pick<Composed, "connections" | "desk" | "links" | "protocols">

/** What tells members of orders, for people, and the members. */
interface Teller {
  readonly who: string
  readonly tells: ReadonlyArray<Member>
}

const sentenceOf = ({ who, tells }: Teller, { peer, scope }: ConnectedLink, passesOn: ReadonlyArray<Member>): Problem | undefined => {
  const lost = tells.filter((member) => !passesOn.includes(member))
  return lost.length === 0 ? undefined : {
    path: `link ${scope}`,
    message: `${who} may tell ${lost.map((member) => `${member} (dropped, ${PassedMembers.losses[member]})`).join(", ")}; ${peer} does not pass ${lost.length === 1 ? "it" : "them"} on`
  }
}

const limitsOf = <Limits>(facts: unknown): Limits | undefined => (facts as { readonly limits?: Limits } | undefined)?.limits

/** The callers of a link, and its ERPs as far as they are asked for orders. */
const callersOf = ({ connections, protocols }: Part, { copyTo, entrances, erp }: ConnectedLink): ReadonlyArray<Teller> => [
  ...[...new Set(entrances.map(({ protocol }) => protocol))].map((name) => ({ who: `callers of the protocol ${name}`, tells: protocols.get(name)?.tells ?? [] })),
  ...[erp, ...copyTo].flatMap((id) => {
    const found = connections.find((one) => one.id === id)
    const { tells = [] } = (found?.facts ?? {}) as ErpV1.Facts
    return found !== undefined && found.plugin.offers.some((name) => name === "listOutboundOrders") ? [{ who: id, tells }] : []
  })
]

/** What the desk itself tells warehouses. */
const ownOf = (desk: NonNullable<Part["desk"]>): Teller => {
  const articles = [...desk.customs.values()]
  const tells: ReadonlyArray<Member | false> = [
    desk.packingSlipNotes.size > 0 && "packingSlipNote",
    articles.some(({ hsCode }) => hsCode !== undefined) && "lines.hsCode",
    articles.some(({ originCountry }) => originCountry !== undefined) && "lines.originCountry"
  ]
  return { who: "the desk", tells: tells.filter((member) => member !== false) }
}

/** The shops whose orders the desk may place at a link. */
const shopsOf = ({ connections, desk, links }: Part, scope: string): ReadonlyArray<Teller> => {
  if (desk === undefined) return []
  const rules = desk.rules.filter(({ action }) => action._tag === "place" && action.placement.at.some(({ link }) => link === scope))
  if (rules.length === 0) return []
  const shops = links.filter((link) => desk.shops.includes(link.scope) && rules.some(({ when }) => when.shops === undefined || when.shops.includes(link.scope)))
  return [
    ownOf(desk),
    ...shops.map((shop) => ({
      who: `the shop ${shop.scope}`,
      tells: limitsOf<PlatformV1.Limits>(connections.find(({ id }) => id === shop.peer)?.facts)?.tells ?? []
    }))
  ]
}

/** One warning for each teller and warehouse of which something is dropped. A warehouse that states nothing has none. */
export const warnings = (composed: Part): ReadonlyArray<Problem> =>
  composed.links.filter(({ contract }) => contract === Contracts.warehouse.id).flatMap((link) => {
    const { passesOn } = limitsOf<WarehouseV1.Limits>(composed.connections.find(({ id }) => id === link.peer)?.facts) ?? {}
    if (passesOn === undefined) return []
    return [...callersOf(composed, link), ...shopsOf(composed, link.scope)].flatMap((teller) => sentenceOf(teller, link, passesOn) ?? [])
  })
