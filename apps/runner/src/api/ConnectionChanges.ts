/**
 * Adds, changes and removes connections and links at run time. Input is checked against the schema of the plugin; a
 * refusal lists every problem, and nothing is changed then.
 */
import type { AnyPlugin, ConnectionOf, Link } from "@crossdock/config"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { unknownSettings } from "../composition/SettingNames.ts"
import { oneConnection, type Problem } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Misfit, NotTaken as NotStored, StoredConnections } from "../connection/StoredConnections.ts"
import type { Database } from "../store/Database.ts"
import { conflict, notFound, where } from "./Responses.ts"
import { asked, type NewConnection, type NewLink, NotTaken } from "@crossdock/admin-api"
import * as ConnectionNotes from "./ConnectionNotes.ts"
import { toLink } from "./ConnectionRows.ts"
import { formOf, hintOf } from "./SettingsForm.ts"

const refusal = (problems: ReadonlyArray<Problem>): NotTaken => {
  const placed = problems.map(({ path, message }) => ({ path: `/payload${path}`, message }))
  const [first] = placed
  return new NotTaken({
    code: "NOT_TAKEN",
    message: problems.length > 1 ? `nothing was changed, because ${problems.length} members are not valid` : `nothing was changed: ${first?.message ?? "the request is not valid"}`,
    ...(first !== undefined && { path: first.path }),
    problems: placed
  })
}

export const asRefusal = <A, E, R>(work: Effect.Effect<A, E | NotStored, R>, explained: (problem: Problem) => Problem = (problem) => problem) =>
  Effect.catchTag(work as Effect.Effect<A, NotStored, R>, "NotTaken", ({ problems }) =>
    Effect.fail(refusal(problems.map(explained)))) as Effect.Effect<A, Exclude<E, NotStored> | NotTaken, R>

/** Adds the title and description of a setting to the message about it. */
const explaining = (plugin: AnyPlugin | undefined) => {
  const form = plugin && formOf(plugin)
  return ({ path, message }: Problem): Problem => {
    const [, name] = /^\/settings\/([^/]+)/.exec(path) ?? []
    const hint = form === undefined || name === undefined ? undefined : hintOf(form, name)
    return { path, message: hint === undefined ? asked(message) : `${asked(message)} (${hint})` }
  }
}

/** Why a stored connection is not in use, with the description of each setting concerned. */
export const explained = (connections: Connections["Service"], { id, plugin, problems }: Misfit): Misfit => ({
  id,
  plugin,
  problems: problems.map(explaining(connections.plugins.get(plugin)))
})

const excessProblems = (plugin: AnyPlugin | undefined, settings: unknown): ReadonlyArray<Problem> =>
  plugin === undefined ? [] : unknownSettings(plugin, settings).map(({ path, message }) => ({ path: `/settings${path}`, message }))

/** Adds a connection; it is in use at once. */
export const add = Effect.fnUntraced(function*(stored: StoredConnections["Service"], connections: Connections["Service"], wanted: NewConnection) {
  const { erpFields, settings: sealed, ...options } = wanted
  const settings = Redacted.value(sealed)
  const written = { ...options, ...(erpFields !== undefined && { erpFields: Redacted.value(erpFields) }), settings } as ConnectionOf<string, unknown>
  const plugin = connections.plugins.get(wanted.plugin)
  const excess = excessProblems(plugin, settings)
  if (excess.length > 0) {
    const checked = oneConnection(connections.plugins, written, connections.all, connections.nodes)
    const others = Result.isFailure(checked) ? checked.failure.map(explaining(plugin)) : []
    return yield* Effect.fail(refusal([...others, ...excess]))
  }
  const connection = yield* asRefusal(stored.add(written), explaining(plugin))
  yield* ConnectionNotes.connectionAdded(connection.plugin, connection.environment, settings)
  yield* Effect.logInfo("connection added").pipe(Effect.annotateLogs({ connection: connection.id, plugin: wanted.plugin }))
  return connection
})

/** The connection to change. It may be in use, or stored but not valid any more. */
interface Changed {
  readonly id: string
  /** Undefined: the composition has no such plugin any more. */
  readonly plugin: AnyPlugin | undefined
}

/** Finds a stored connection. One that the composition declares cannot be changed here. */
const ofStore = (stored: StoredConnections["Service"], connections: Connections["Service"], id: string) =>
  connections.isDeclared(id) && stored.misfits.connections.every((misfit) => misfit.id !== id)
    ? Effect.fail(conflict("DECLARED", `${id} is declared in the composition file; change it there and restart the runner`))
    : Effect.void

/** Replaces some settings of a stored connection and reopens it with them. */
export const rotate = Effect.fnUntraced(function*(
  stored: StoredConnections["Service"],
  connections: Connections["Service"],
  { id, plugin }: Changed,
  settings: Readonly<Record<string, unknown>>
) {
  yield* ofStore(stored, connections, id)
  const names = Object.keys(settings)
  if (names.length === 0) return yield* Effect.fail(refusal([{ path: "/settings", message: "no setting is given; give the settings to change" }]))
  const excess = excessProblems(plugin, settings)
  if (excess.length > 0) return yield* Effect.fail(refusal(excess))
  const { change, connection } = yield* asRefusal(stored.rotate(id, settings), explaining(plugin))
  yield* ConnectionNotes.settingsChanged(change)
  yield* Effect.logInfo("settings of a connection replaced").pipe(Effect.annotateLogs({ connection: id, settings: names.join(" ") }))
  return connection
})

const several = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Counts the deliveries of a link that wait at its ERP and need it. Most need only the ERP connection, and are sent without the link. */
const deliveriesOf = Effect.fnUntraced(function*(db: Database["Service"], { contracts, linkOf }: Connections["Service"], scope: string) {
  const erp = linkOf(scope)?.erp
  const names = contracts.deliveriesOfLinks.map((name) => `'${name}'`).join(", ")
  if (erp === undefined || names === "") return []
  const row = yield* db.one(
    // The first condition is that of the index.
    `select count(*) as n from delivery
     where state in ('Pending', 'InFlight', 'Dead') and state <> 'Dead' and connection = $1 and scope = $2 and operation in (${names})`,
    [erp, scope]
  )
  return [{ connection: erp, waiting: Number(row?.n ?? 0) }]
})

/** Counts unfinished work of these links and, if `connection` is given, of that connection. */
const underWay = Effect.fnUntraced(function*(
  db: Database["Service"],
  connections: Connections["Service"],
  scopes: ReadonlyArray<string>,
  connection?: string
) {
  const ofLinks = scopes.length === 0 ? [] : [`scope in (${scopes.map(() => "?").join(", ")})`]
  const ofConnection = connection === undefined ? [] : ["connection = ?"]
  const { params, text } = where([
    [`(${[...ofConnection, ...ofLinks].join(" or ")})`, ...(connection === undefined ? [] : [connection]), ...scopes]
  ])
  const count = (from: string, values = params) => Effect.map(db.one(`select count(*) as n from ${from}`, values), (row) => Number(row?.n ?? 0))
  const atConnection = connection === undefined ? [] : [{
    connection,
    waiting: yield* count("delivery where state in ('Pending', 'InFlight') and connection = $1", [connection])
  }]
  const atOthers = (yield* Effect.forEach(scopes, (scope) => deliveriesOf(db, connections, scope))).flat().filter((one) => one.connection !== connection)
  return {
    intents: yield* count(`intent where state in ('Pending', 'InFlight', 'Doubtful') and ${text}`),
    deliveries: [...atConnection, ...atOthers].filter(({ waiting }) => waiting > 0),
    open: yield* count(`entity where is_open = 1 and ${text}`)
  }
})

const noWork = { intents: 0, deliveries: [], open: 0 }

/** Refuses a removal while work is unfinished, because nobody could finish it later. Open orders may be abandoned. */
const unneeded = Effect.fnUntraced(function*(
  what: string,
  { deliveries, intents, open }: Effect.Success<ReturnType<typeof underWay>>,
  connection: string,
  abandonsOpen: boolean
) {
  const reasons = [
    ...(intents > 0 ? [`${several(intents, "create")} not settled: list them with \`crossdock intents ls --state any --connection ${connection}\` and decide them`] : []),
    ...deliveries.map(({ connection: to, waiting }) =>
      `${several(waiting, "delivery", "deliveries")} waiting: let them be sent, or run \`crossdock deliveries cancel --connection ${to}\``),
    ...(open > 0 && !abandonsOpen
      ? [`${several(open, "order")} open, and the ERP would get no further news of them: wait until they are finished, or repeat with abandonOpen (on the command line --abandon-open)`]
      : [])
  ]
  if (reasons.length > 0) return yield* Effect.fail(conflict("STILL_NEEDED", `${what} is still needed. ${reasons.join(". ")}`))
})

/** Removes a stored connection and its links, with what is stored of them; refused while work is unfinished. */
export const remove = Effect.fnUntraced(function*(
  db: Database["Service"],
  stored: StoredConnections["Service"],
  connections: Connections["Service"],
  { id, plugin }: Changed,
  abandonsOpen: boolean
) {
  yield* ofStore(stored, connections, id)
  const links = stored.linksOver(id)
  const pluginId = plugin?.id ?? stored.misfits.connections.find((misfit) => misfit.id === id)?.plugin
  // If the composition declares the same id, the unfinished work belongs to the declared connection.
  const found = connections.isDeclared(id) ? noWork : yield* underWay(db, connections, links, id)
  yield* unneeded(id, found, id, abandonsOpen)
  yield* asRefusal(stored.remove(id))
  yield* ConnectionNotes.connectionRemoved(pluginId, links)
  yield* Effect.logInfo("connection removed").pipe(Effect.annotateLogs({ connection: id, links: links.join(" ") }))
  return { id, links, openOrders: found.open }
})

const shown = (value: Redacted.Redacted | undefined) => value === undefined ? undefined : Redacted.value(value)

type NewEntrance = Pick<NewLink, "credentials" | "secretKey" | "shop" | "warehouseSecret">

const revealedShop = ({ code, ...shop }: NonNullable<NewLink["shop"]>) => ({ ...shop, ...(code !== undefined && { code: Redacted.value(code) }) })

/** As a composition is written, in which credentials stand among the other members. */
const revealed = <E extends NewEntrance>({ credentials = {}, secretKey, shop, warehouseSecret, ...rest }: E) => ({
  ...Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, Redacted.value(value)])),
  ...rest,
  secretKey: Redacted.value(secretKey),
  ...(shop !== undefined && { shop: revealedShop(shop) }),
  ...(warehouseSecret !== undefined && { warehouseSecret: shown(warehouseSecret) })
})

/** Explains why a second link is refused: a link without a prefix must be the only one on its warehouse connection. */
const explainingPrefix = (connections: Connections["Service"], { peer }: NewLink) => {
  const bare = connections.links.find((link) => link.peer === peer && link.prefix === "")
  return (problem: Problem): Problem =>
    problem.path === "/prefix" && bare !== undefined
      ? { ...problem, message: `${peer} already has the link ${bare.scope} without a prefix, so its orders could not be told apart from those of a second link; add another connection for this link` }
      : problem
}

/** Links two connections; requests of its caller are accepted at once. */
export const addLink = Effect.fnUntraced(function*(stored: StoredConnections["Service"], connections: Connections["Service"], wanted: NewLink) {
  const { furtherCallers, ...first } = wanted
  const written = { ...revealed(first), ...(furtherCallers !== undefined && { furtherCallers: furtherCallers.map(revealed) }) } as Link<string>
  const link = yield* asRefusal(stored.addLink(written), explainingPrefix(connections, wanted))
  yield* ConnectionNotes.linkAdded(toLink({ connections }, link))
  yield* Effect.logInfo("link added").pipe(Effect.annotateLogs({ link: link.scope, erp: link.erp, peer: link.peer }))
  return link
})

/**
 * Removes a link and what is stored of it; its connections and records of orders stay. Waiting deliveries are still sent, because
 * they need only the ERP connection; while one waits that needs the link, the removal is refused.
 */
export const removeLink = Effect.fnUntraced(function*(
  db: Database["Service"],
  stored: StoredConnections["Service"],
  connections: Connections["Service"],
  scope: string,
  abandonsOpen: boolean
) {
  const misfit = stored.misfits.links.find((one) => one.scope === scope)
  const used = connections.linkOf(scope)
  const link = misfit ?? used
  if (link === undefined) {
    const named = connections.links.map((one) => one.scope).join(", ") || "none"
    return yield* Effect.fail(notFound("link", scope, `existing links: ${named}`))
  }
  const isDeclared = connections.isDeclaredLink(scope)
  if (isDeclared && misfit === undefined) {
    return yield* Effect.fail(conflict("DECLARED", `${scope} is declared in the composition file; change it there and restart the runner`))
  }
  const found = isDeclared ? noWork : yield* underWay(db, connections, [scope])
  yield* unneeded(scope, found, link.peer, abandonsOpen)
  const removed = misfit === undefined && used !== undefined ? ConnectionNotes.linkRemoved(toLink({ connections }, used)) : ConnectionNotes.unusedLinkRemoved(link)
  yield* asRefusal(stored.removeLink(scope))
  yield* removed
  yield* Effect.logInfo("link removed").pipe(Effect.annotateLogs({ link: scope, erp: link.erp, peer: link.peer }))
  return { scope, openOrders: found.open }
})
