/**
 * The member names of a composition. Any other name is refused, because a misspelt setting would silently keep its
 * default.
 */
import type {
  AnyPlugin,
  ArticleCustoms,
  CallLogSettings,
  Composition,
  ConnectionOf,
  DeliverySettings,
  Desk,
  DeskConditions,
  DeskPlace,
  DeskPlacement,
  DeskRange,
  DeskRule,
  DeskStock,
  EarlierSecret,
  Entrance,
  Link,
  Mappings,
  Receiver,
  RetentionSettings,
  Scope,
  ServerSettings,
  Shop
} from "@crossdock/config"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import { suggestions } from "../NameSimilarity.ts"
import type { Problem } from "./Checker.ts"
import { credentialNames, type Protocols } from "./Protocols.ts"

/** Lists all member names; the type makes a forgotten one a compile error. */
const namesOf = <Part>(names: Readonly<Record<keyof Part & string, true>>): ReadonlyArray<string> => Object.keys(names)

const composition = namesOf<Composition>({ plugins: true, protocols: true, connections: true, links: true, receivers: true, desk: true, server: true, delivery: true, retention: true, callLog: true })

const connection = namesOf<ConnectionOf<string, unknown>>({
  id: true,
  plugin: true,
  settings: true,
  timeZone: true,
  environment: true,
  apiUrlAllow: true,
  pollInterval: true,
  visibilityDelay: true,
  standstillAfter: true,
  callbackTopics: true,
  callsPerSecond: true,
  deliveriesAtOnce: true,
  schedule: true,
  onDead: true,
  foreignEvents: true,
  shippedLines: true,
  contentsWithin: true,
  unstoredNumbers: true,
  refusals: true,
  erpFields: true
})

/** The members of a caller beside the credentials that its protocol declares. */
const entrance = namesOf<Omit<Entrance, "warehouseKey" | "warehouseSecret">>({
  protocol: true,
  id: true,
  secretKey: true,
  earlierSecret: true,
  shop: true,
  scope: true,
  signing: true,
  profile: true
})

const earlierSecret = namesOf<EarlierSecret>({ secretKey: true, until: true })

const earlierIn = (part: unknown, path: string) => excessIn(memberOf(part, "earlierSecret"), "earlierSecret", earlierSecret, `${path}/earlierSecret`)

const scope = namesOf<Scope>({ warehouses: true, shops: true })

/** The names of the credentials of the protocol that a caller names; of all of them if there is no such protocol. */
const credentialsIn = (part: unknown, protocols: Protocols): ReadonlyArray<string> => {
  const named = protocols.get(String(memberOf(part, "protocol")))
  return (named === undefined ? [...protocols.values()] : [named]).flatMap(credentialNames)
}

const link = [...namesOf<Omit<Link, keyof Entrance>>({ erp: true, peer: true, copyTo: true, warehouseNames: true, prefix: true, mapping: true, furtherCallers: true }), ...entrance]

const shop = namesOf<Shop>({ platform: true, shopId: true, onlineShopId: true, code: true, webHookHosts: true, labelHosts: true })

const mapping = namesOf<Mappings>({ warehouse: true, channel: true, sku: true })

const receiver = namesOf<Receiver>({ extraType: true, accessId: true, secretKey: true, earlierSecret: true, signing: true, timeZone: true, profile: true, shop: true })

const server = namesOf<ServerSettings>({ callerDeadline: true, doubtfulAnswer: true, maxBody: true, maxMembers: true, callsAtOnce: true, callsAtOncePerLink: true, authFailureLimit: true, methodReplay: true, maxWindow: true, pagesPerCall: true, openApiRate: true, openapi: true, nodes: true, trustedProxies: true })

const delivery = namesOf<DeliverySettings>({ schedule: true, resendUnattended: true })

const retention = namesOf<RetentionSettings>({ delivered: true, dead: true, inbox: true, orders: true, findings: true, audit: true, personalData: true })

const callLog = namesOf<CallLogSettings>({ kept: true, size: true, countsKept: true })

const desk = namesOf<Desk>({ books: true, rules: true, weights: true, customs: true, stock: true, since: true, charges: true, packingSlipNotes: true })

const articleCustoms = namesOf<ArticleCustoms>({ hsCode: true, originCountry: true })

const rule = namesOf<DeskRule>({ name: true, priority: true, when: true, place: true, hold: true })

const conditions = namesOf<DeskConditions>({ shops: true, countries: true, skus: true, tags: true, weight: true, total: true, before: true, timeZone: true, stock: true })

const range = namesOf<DeskRange>({ from: true, below: true })

const placement = namesOf<DeskPlacement>({ at: true, split: true, splitBundles: true, channel: true, label: true })

const place = namesOf<DeskPlace>({ link: true, warehouse: true })

const label = namesOf<NonNullable<DeskPlacement["label"]>>({ providerCode: true, providerName: true })

const stock = namesOf<DeskStock>({ every: true, buffer: true, safety: true, reconcileEvery: true, unpaid: true, publish: true })

const unpaid = namesOf<NonNullable<DeskStock["unpaid"]>>({ percent: true, atLeast: true, within: true })

const publication = namesOf<DeskStock["publish"][number]>({ shop: true, location: true, warehouses: true })

const told = (what: string, kind: "member" | "setting", name: string, known: ReadonlyArray<string>): string => {
  const [nearest] = suggestions(name, known)
  return `${what} has no ${kind} ${name}; ` +
    (nearest === undefined
      ? `correct the name, or remove it${known.length === 0 ? "" : `. Existing names: ${known.join(", ")}`}`
      : `did you mean ${nearest.theirs}?`)
}

const memberOf = (part: unknown, name: string): unknown => isPart(part) ? (part as Readonly<Record<string, unknown>>)[name] : undefined

const isPart = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value)

const excessIn = (part: unknown, what: string, known: ReadonlyArray<string>, path: string): ReadonlyArray<Problem> =>
  isPart(part)
    ? Object.keys(part).filter((name) => !known.includes(name)).map((name) => ({ path: `${path}/${name}`, message: told(what, "member", name, known) }))
    : []

const entriesOf = (value: unknown): ReadonlyArray<[string, unknown]> => isPart(value) ? Object.entries(value) : []

const listOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const excessInRule = (one: unknown, path: string): ReadonlyArray<Problem> => {
  const [when, placed] = [memberOf(one, "when"), memberOf(one, "place")]
  return [
    ...excessIn(one, "a rule", rule, path),
    ...excessIn(when, "when", conditions, `${path}/when`),
    ...excessIn(memberOf(when, "weight"), "weight", range, `${path}/when/weight`),
    ...excessIn(memberOf(when, "total"), "total", [...range, "currency"], `${path}/when/total`),
    ...excessIn(placed, "place", placement, `${path}/place`),
    ...excessIn(memberOf(placed, "label"), "label", label, `${path}/place/label`),
    ...listOf(memberOf(placed, "at")).flatMap((each, index) => excessIn(each, "a place", place, `${path}/place/at/${index}`))
  ]
}

const excessInDesk = (written: unknown): ReadonlyArray<Problem> => [
  ...excessIn(written, "desk", desk, "/desk"),
  ...listOf(memberOf(written, "rules")).flatMap((one, index) => excessInRule(one, `/desk/rules/${index}`)),
  ...entriesOf(memberOf(written, "customs")).flatMap(([sku, one]) => excessIn(one, "an article", articleCustoms, `/desk/customs/${sku}`)),
  ...excessIn(memberOf(written, "stock"), "stock", stock, "/desk/stock"),
  ...excessIn(memberOf(memberOf(written, "stock"), "unpaid"), "unpaid", unpaid, "/desk/stock/unpaid"),
  ...listOf(memberOf(memberOf(written, "stock"), "publish")).flatMap((one, index) => excessIn(one, "an entry", publication, `/desk/stock/publish/${index}`))
]

/** All unknown member names of a link, with the credentials that its protocols do not declare. */
export const unknownLinkMembers = (one: unknown, protocols: Protocols, path: string): ReadonlyArray<Problem> => [
  ...excessIn(one, "a link", [...link, ...credentialsIn(one, protocols)], path),
  ...excessIn(memberOf(one, "mapping"), "mapping", mapping, `${path}/mapping`),
  ...excessIn(memberOf(one, "shop"), "shop", shop, `${path}/shop`),
  ...excessIn(memberOf(one, "scope"), "scope", scope, `${path}/scope`),
  ...earlierIn(one, path),
  ...listOf(memberOf(one, "furtherCallers")).flatMap((more, at) => [
    ...excessIn(more, "an entrance", [...entrance, ...credentialsIn(more, protocols)], `${path}/furtherCallers/${at}`),
    ...excessIn(memberOf(more, "scope"), "scope", scope, `${path}/furtherCallers/${at}/scope`),
    ...earlierIn(more, `${path}/furtherCallers/${at}`)
  ])
]

/** All unknown member names of a composition, except those of plugin settings. */
export const unknownMembers = (written: Composition, protocols: Protocols): ReadonlyArray<Problem> => [
  ...excessIn(written, "the composition", composition, ""),
  ...listOf(written.connections).flatMap((one, index) => excessIn(one, "a connection", connection, `/connections/${index}`)),
  ...listOf(written.links).flatMap((one, index) => unknownLinkMembers(one, protocols, `/links/${index}`)),
  ...listOf(written.receivers).flatMap((one, index) => [...excessIn(one, "a receiver", receiver, `/receivers/${index}`), ...earlierIn(one, `/receivers/${index}`)]),
  ...excessInDesk(written.desk),
  ...excessIn(written.server, "server", server, "/server"),
  ...excessIn(written.delivery, "delivery", delivery, "/delivery"),
  ...excessIn(written.retention, "retention", retention, "/retention"),
  ...excessIn(written.callLog, "callLog", callLog, "/callLog")
]

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const pathsOf = (plugin: AnyPlugin, settings: unknown, onExcessProperty: "ignore" | "error"): ReadonlyArray<ReadonlyArray<string>> => {
  const read = Schema.decodeUnknownResult(plugin.settings)(settings, { errors: "all", onExcessProperty })
  return Result.isSuccess(read)
    ? []
    : issuesOf(read.failure.issue).issues.map(({ path }) => (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)))
}

const settingNames = (plugin: AnyPlugin): ReadonlyArray<string> => {
  const ast = SchemaAST.toEncoded(plugin.settings.ast)
  return SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

/** All unknown setting names of a plugin; paths are relative to the settings. */
export const unknownSettings = (plugin: AnyPlugin, settings: unknown): ReadonlyArray<Problem> => {
  const others = new Set(pathsOf(plugin, settings, "ignore").map((path) => path.join("/")))
  return pathsOf(plugin, settings, "error")
    .filter((path) => !others.has(path.join("/")))
    .map((path) => ({
      path: path.map((part) => `/${part}`).join(""),
      message: told(plugin.id, "setting", path.join("/"), path.length === 1 ? settingNames(plugin) : [])
    }))
}
