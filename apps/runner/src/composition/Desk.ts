/**
 * Checks the order desk of a composition: that its rules can be applied, and that the connections offer what they need.
 */
import type { ArticleCustoms, Desk, DeskConditions, DeskPlacement, DeskRule } from "@crossdock/config"
import { Decimal, type PlatformV1, type WarehouseV1 } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import { shopOf } from "../connection/ConnectionShops.ts"
import * as Contracts from "../Contracts.ts"
import type * as Charges from "../desk/Charges.ts"
import * as Rules from "../desk/Rules.ts"
import { type Checker, zoneOf } from "./Checker.ts"
import type { Connection } from "./Connections.ts"
import { countriesNamed } from "./CountryGroups.ts"
import { type DeskStock, stockOf } from "./DeskStock.ts"
import { lackingOf, listOf, type LinkNames, linkNames, textOf } from "./DeskChecks.ts"
import type { ConnectedLink } from "./Links.ts"

/** The order desk of a composition. */
export interface OrderDesk {
  /** The id of the ERP connection whose stock is reserved. */
  readonly books: string
  /** In the order in which they are asked. */
  readonly rules: ReadonlyArray<Rules.Rule>
  /** The scopes of the links to shops whose orders go to the desk. */
  readonly shops: ReadonlyArray<string>
  /** The weight of one piece in kilograms, by SKU. */
  readonly weights: ReadonlyMap<string, Decimal.Decimal>
  /** What customs are told of an article, by SKU. What a shop tells of a line comes before it. */
  readonly customs: ReadonlyMap<string, ArticleCustoms>
  readonly stock: DeskStock | undefined
  /** Orders that their shop created before this instant, in milliseconds since 1970, are held. */
  readonly since: number | undefined
  /** How the amounts of an order are divided over its parts. */
  readonly charges: Charges.Mode
  /** What warehouses print on packing slips, by the scope of the link to the shop. */
  readonly packingSlipNotes: ReadonlyMap<string, string>
}

/** Limits how many combinations of places an order can be split over. */
const mostPlaces = 10

const amountOf = (at: Checker, written: unknown, path: string): Decimal.Decimal | undefined => {
  if (written === undefined) return undefined
  const amount = typeof written === "string" ? Decimal.fromText(written) : undefined
  if (amount === undefined || amount.value < 0n) at.problem(path, "the value must be a decimal from 0 as text, such as \"2.5\"")
  return amount
}

const rangeOf = (at: Checker, written: DeskConditions["weight"], path: string): Rules.Range | undefined => {
  if (written === undefined) return undefined
  const [from, below] = [amountOf(at, written.from, `${path}/from`), amountOf(at, written.below, `${path}/below`)]
  if (written.from === undefined && written.below === undefined) at.problem(path, "the range needs from, below, or both")
  if (from !== undefined && below !== undefined && BigDecimal.isGreaterThanOrEqualTo(from, below)) at.problem(path, "from must be less than below; otherwise nothing is in the range")
  return { from, below }
}

const skusOf = (at: Checker, written: ReadonlyArray<string>, path: string): ReadonlyArray<Rules.SkuPattern> =>
  listOf(at, written, path, "SKUs").flatMap((text, index) => {
    const pattern = typeof text === "string" ? Rules.patternOf(text) : undefined
    if (pattern === undefined) at.problem(`${path}/${index}`, "the value must be a SKU, or its beginning with * at the end, such as \"MUG-*\"")
    return pattern ?? []
  })

const tagsOf = (at: Checker, written: ReadonlyArray<string>, path: string): ReadonlyArray<string> => {
  const tags = listOf(at, written, path, "tags of orders")
  for (const [index, tag] of tags.entries()) textOf(at, tag, `${path}/${index}`, "a tag as the shop writes it")
  return tags
}

const countriesOf = (at: Checker, written: ReadonlyArray<string>, path: string): ReadonlyArray<string> =>
  [...new Set(listOf(at, written, path, "countries").flatMap((country, index) => {
    if (typeof country !== "string" || !/^[A-Za-z]{2}$/.test(country)) at.problem(`${path}/${index}`, "the value must be a code of two letters, such as \"NL\", or \"EU\" for all members of the European Union")
    return countriesNamed(String(country))
  }))]

const beforeOf = (at: Checker, { before, timeZone }: DeskConditions, path: string): Rules.Conditions["before"] => {
  const zone = zoneOf(at, timeZone, `${path}/timeZone`)
  if (before === undefined) {
    if (timeZone !== undefined) at.problem(`${path}/timeZone`, "the zone is that of before, which the rule does not have; write before, or remove it")
    return undefined
  }
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(before) ?? []
  const time = Number(hours) * 60 + Number(minutes)
  if (!(time > 0)) at.problem(`${path}/before`, "the value must be a time of day after midnight, such as \"15:00\"")
  return { minutes: time, timeZone: zone }
}

const conditionsOf = (at: Checker, written: DeskConditions, path: string, links: LinkNames): Rules.Conditions => {
  const { countries, shops, skus, stock, tags, total } = written
  const currency = total?.currency
  if (stock !== undefined && stock !== "all") at.problem(`${path}/stock`, "the value must be all; without stock, orders are held until the places have all pieces")
  if (total !== undefined) textOf(at, currency, `${path}/total/currency`, "a code such as \"EUR\", because amounts of different currencies cannot be compared")
  const range = rangeOf(at, total, `${path}/total`)
  return {
    shops: shops && listOf(at, shops, `${path}/shops`, "ids of links to shops").flatMap((id, index) => links.shop(at, id, `${path}/shops/${index}`)?.scope ?? []),
    countries: countries && countriesOf(at, countries, `${path}/countries`),
    skus: skus && skusOf(at, skus, `${path}/skus`),
    tags: tags && tagsOf(at, tags, `${path}/tags`),
    weight: rangeOf(at, written.weight, `${path}/weight`),
    total: range && { ...range, currency },
    before: beforeOf(at, written, path),
    needsAllStock: stock === "all"
  }
}

const placementOf = (at: Checker, written: DeskPlacement, path: string, links: LinkNames, books: string): Rules.Placement => {
  const { channel, label, split, splitBundles } = written
  if (channel !== undefined) textOf(at, channel, `${path}/channel`, "the code of a shipping channel")
  if (split !== undefined && typeof split !== "boolean") at.problem(`${path}/split`, "the value must be true or false")
  if (splitBundles !== undefined && typeof splitBundles !== "boolean") at.problem(`${path}/splitBundles`, "the value must be true or false")
  if (splitBundles === true && split !== true) at.problem(`${path}/splitBundles`, "the rule does not split orders, so it splits no bundle; set split to true, or remove it")
  if (label !== undefined) {
    textOf(at, label?.providerCode, `${path}/label/providerCode`, "the code of a provider of the shop")
    textOf(at, label?.providerName, `${path}/label/providerName`, "the name of a provider of the shop")
  }
  const places = listOf(at, written.at, `${path}/at`, "places")
  if (places.length > mostPlaces) at.problem(`${path}/at`, `a rule has at most ${mostPlaces} places; make rules of some of them`)
  const seen = new Set<string>()
  return {
    at: places.flatMap(({ link: id, warehouse }, index) => {
      const below = `${path}/at/${index}`
      const link = links.warehouse(at, id, `${below}/link`)
      if (link === undefined) return []
      const code = link.warehouseNames[warehouse]
      if (![link.erp, ...link.copyTo].includes(books)) at.problem(`${below}/link`, `${id} does not report to ${books}, so what it ships would stay in the books; add ${books} to copyTo of the link`)
      if (code === undefined) at.problem(`${below}/warehouse`, `the link ${id} has no code for ${JSON.stringify(warehouse)}; add it to the link's warehouseNames`)
      if (seen.has(warehouse)) at.problem(`${below}/warehouse`, `${JSON.stringify(warehouse)} is a place of this rule already; remove one`)
      seen.add(warehouse)
      return code === undefined ? [] : [{ link: link.scope, warehouse, code }]
    }),
    maySplit: split === true,
    maySplitBundles: splitBundles === true,
    shipsComplete: split === false,
    channel,
    label
  }
}

const ruleOf = (at: Checker, written: DeskRule, path: string, links: LinkNames, books: string): Rules.Rule => {
  const { hold, name, place, priority = 0, when = {} } = written
  textOf(at, name, `${path}/name`, "a name, which the explanation of an order shows")
  if (!Number.isInteger(priority)) at.problem(`${path}/priority`, "the value must be a whole number")
  if ((place === undefined) === (hold === undefined)) at.problem(path, "a rule has either place or hold; write one of them")
  if (hold !== undefined) {
    textOf(at, hold, `${path}/hold`, "the reason that people read")
    if (when.stock !== undefined) at.problem(`${path}/when/stock`, "a rule that holds orders has no places with stock; remove it")
  }
  return {
    name,
    priority,
    when: conditionsOf(at, when, `${path}/when`, links),
    action: place === undefined ? { _tag: "hold", reason: hold ?? "" } : { _tag: "place", placement: placementOf(at, place, `${path}/place`, links, books) }
  }
}

/** Refuses rules that are never asked, and names that two rules have. */
const checkOrder = (at: Checker, rules: ReadonlyArray<Rules.Rule>): void => {
  const order = Rules.inOrder(rules)
  const first = order.findIndex(({ when }) => Rules.isUnconditional(when))
  rules.forEach((rule, index) => {
    if (rules.findIndex(({ name }) => name === rule.name) < index) at.problem(`/desk/rules/${index}/name`, `another rule has the name ${JSON.stringify(rule.name)}; choose another one`)
    if (first === -1 || order.indexOf(rule) <= first) return
    at.problem(`/desk/rules/${index}`, `the rule is never asked, because ${JSON.stringify(order[first]!.name)} is asked before it and is for every order; give that one a condition or a lower priority`)
  })
}

/** Refuses places whose warehouse needs a channel in every order, if their rule has none: each order would be held for it. */
const checkChannels = (at: Checker, rules: ReadonlyArray<Rules.Rule>, links: ReadonlyArray<ConnectedLink>, connections: ReadonlyArray<Connection>): void => {
  const needsChannel = (scope: string) => {
    const peer = links.find((link) => link.scope === scope)?.peer
    const facts = connections.find(({ id }) => id === peer)?.facts as { readonly limits?: WarehouseV1.Limits } | undefined
    return facts?.limits?.requiresChannel === true ? peer : undefined
  }
  rules.forEach(({ action }, index) => {
    if (action._tag === "hold" || action.placement.channel !== undefined) return
    const peer = action.placement.at.map(({ link }) => needsChannel(link)).find((id) => id !== undefined)
    if (peer !== undefined) at.problem(`/desk/rules/${index}/place/channel`, `every order of ${peer} needs a shipping channel; write the code of one, as the warehouse lists them`)
  })
}

/** Refuses places whose warehouse does not take the labels of a shop of their rule, because each order would be held for it. */
const checkLabels = (at: Checker, rules: ReadonlyArray<Rules.Rule>, shops: ReadonlyArray<ConnectedLink>, links: ReadonlyArray<ConnectedLink>, connections: ReadonlyArray<Connection>): void => {
  const limitsOf = <Limits>(peer: string | undefined) => (connections.find(({ id }) => id === peer)?.facts as { readonly limits?: Limits } | undefined)?.limits
  rules.forEach(({ action, when }, index) => {
    if (action._tag === "hold" || action.placement.label === undefined) return
    for (const place of action.placement.at) {
      const warehouse = links.find(({ scope }) => scope === place.link)?.peer
      const limits = limitsOf<WarehouseV1.Limits>(warehouse)
      if (limits === undefined) continue
      const taken = limits.documents?.label ?? []
      for (const { peer, scope } of shops) {
        if (when.shops !== undefined && !when.shops.includes(scope)) continue
        const { labelFormats = ["PDF"] } = limitsOf<PlatformV1.Limits>(peer) ?? {}
        const refused = labelFormats.filter((format) => !taken.includes(format))
        if (refused.length === 0) continue
        at.problem(`/desk/rules/${index}/place/label`, `${warehouse} takes ${taken.length === 0 ? "no labels of others" : `labels as ${taken.join(" or ")}`}, and ${scope} gives them as ${refused.join(" or ")}; name other warehouses, or remove label`)
      }
    }
  })
}

/** Refuses shops that cannot do what the rules need for their orders. */
const checkShops = (at: Checker, rules: ReadonlyArray<Rules.Rule>, shops: ReadonlyArray<ConnectedLink>): void => {
  rules.forEach(({ action, when }, index) => {
    if (action._tag === "hold") return
    const { label } = action.placement
    const needed = ["markReadyToShip", ...(label === undefined ? [] : ["createShipment", "getLabels"])]
    for (const { peer, scope } of shops) {
      if (when.shops !== undefined && !when.shops.includes(scope)) continue
      const lacking = lackingOf(at, peer, needed)
      if (lacking.length > 0) {
        at.problem(`/desk/rules/${index}`, `the plugin of ${peer} does not offer ${lacking.join(" and ")}, which the rule needs for orders of ${scope}; name other shops in when.shops${label === undefined ? "" : ", or remove label"}`)
      }
    }
  })
}

/** Refuses two links of one shop, because the orders of the shop are stored for each of its links. */
const checkTwins = (at: Checker, rules: ReadonlyArray<Rules.Rule>, shops: ReadonlyArray<ConnectedLink>): void => {
  shops.forEach((link, index) => {
    const key = shopKeyOf(link)
    const twin = shops.slice(0, index).find((other) => other.peer === link.peer && shopKeyOf(other) === key)
    if (twin === undefined) return
    const rule = rules.findIndex(({ when }) => when.shops === undefined || when.shops.includes(link.scope))
    at.problem(`/desk/rules/${rule}/when/shops`, `${twin.scope} and ${link.scope} are one shop, and the desk would ship each of its orders twice; name only one of them, in when.shops of every rule`)
  })
}

const shopKeyOf = (link: ConnectedLink): string => {
  const shop = shopOf(link)
  return JSON.stringify([shop?.platform, shop?.shopId, shop?.onlineShopId])
}

const checkBooks = (at: Checker, books: string): void => {
  const plugin = at.declared.get(books)
  if (plugin === undefined ? !at.declared.has(books) : !Contracts.isErp(plugin)) return at.problem("/desk/books", `there is no ${Contracts.erp.id} connection ${JSON.stringify(books)}; write the id of one`)
  const lacking = lackingOf(at, books, ["allotStock", "receiveShipments", "listStockBalances"])
  if (lacking.length > 0) at.problem("/desk/books", `the plugin of ${books} does not offer ${lacking.join(" and ")}; write the id of a connection that reserves stock`)
}

const weightsOf = (at: Checker, written: Desk["weights"] = {}): OrderDesk["weights"] =>
  new Map(Object.entries(written).flatMap(([sku, weight]) => {
    const amount = amountOf(at, weight, `/desk/weights/${sku}`)
    return amount === undefined ? [] : [[sku, amount]]
  }))

const customsOf = (at: Checker, written: Desk["customs"] = {}): OrderDesk["customs"] =>
  new Map(Object.entries(written).flatMap(([sku, told]) => {
    const path = `/desk/customs/${sku}`
    if (typeof told !== "object" || told === null) {
      at.problem(path, "the value must be an object with hsCode, originCountry or both")
      return []
    }
    const { hsCode, originCountry } = told
    if (hsCode === undefined && originCountry === undefined) at.problem(path, "the value has neither hsCode nor originCountry; write one, or remove it")
    if (hsCode !== undefined && !/^[\d.]{4,}$/.test(hsCode)) at.problem(`${path}/hsCode`, "the value must be a code of the Harmonized System, such as \"9405.11\"")
    if (originCountry !== undefined && !/^[A-Z]{2}$/.test(originCountry)) at.problem(`${path}/originCountry`, "the value must be the code of a country, as two letters in upper case")
    return [[sku, told]]
  }))

const sinceOf = (at: Checker, written: Desk["since"]): OrderDesk["since"] => {
  if (written === undefined) return undefined
  const instant = typeof written === "string" && /T.*(?:Z|[+-]\d\d:\d\d)$/.test(written) ? Date.parse(written) : Number.NaN
  if (Number.isNaN(instant)) at.problem("/desk/since", "the value must be an instant with a zone, such as \"2026-11-01T00:00:00Z\"")
  return instant
}

const chargesOf = (at: Checker, written: Desk["charges"] = "byValue"): OrderDesk["charges"] => {
  if (!["byValue", "firstPart"].includes(written)) at.problem("/desk/charges", "the value must be byValue, or firstPart")
  return written
}

const packingSlipNotesOf = (at: Checker, written: Desk["packingSlipNotes"] = {}, links: LinkNames): OrderDesk["packingSlipNotes"] =>
  new Map(Object.entries(written).flatMap(([id, note]) => {
    const path = `/desk/packingSlipNotes/${id}`
    textOf(at, note, path, "the text that warehouses print on the packing slips of the shop")
    const link = links.shop(at, id, path)
    return link === undefined ? [] : [[link.scope, note]]
  }))

export const deskOf = (
  at: Checker,
  written: Desk | undefined,
  links: ReadonlyArray<ConnectedLink>,
  connections: ReadonlyArray<Connection>
): OrderDesk | undefined => {
  if (written === undefined) return undefined
  const names = linkNames(links)
  checkBooks(at, written.books)
  const rules = listOf(at, written.rules, "/desk/rules", "rules").map((rule, index) => ruleOf(at, rule, `/desk/rules/${index}`, names, written.books))
  checkOrder(at, rules)
  checkShops(at, rules, names.shops)
  checkLabels(at, rules, names.shops, links, connections)
  checkChannels(at, rules, links, connections)
  const isForAll = rules.some(({ when }) => when.shops === undefined)
  const shops = names.shops.filter(({ scope }) => isForAll || rules.some(({ when }) => when.shops?.includes(scope)))
  checkTwins(at, rules, shops)
  return {
    books: written.books,
    rules: Rules.inOrder(rules),
    shops: shops.map(({ scope }) => scope),
    weights: weightsOf(at, written.weights),
    customs: customsOf(at, written.customs),
    stock: stockOf(at, written.stock, names, connections),
    since: sinceOf(at, written.since),
    charges: chargesOf(at, written.charges),
    packingSlipNotes: packingSlipNotesOf(at, written.packingSlipNotes, names)
  }
}
