/**
 * Connections and links that an operator makes, changes or removes: checked against the form of the plugin, put into
 * force, and refused with everything that does not fit.
 */
import type { AnyPlugin, ConnectionOf, Link } from "@crossdock/core/config"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { unknownSettings } from "../composition/Members.ts"
import { oneConnection, type Problem } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Misfit, NotTaken as NotStored, StoredConnections } from "../connection/StoredConnections.ts"
import type { Database } from "../store/Database.ts"
import { conflict, notFound, where } from "./Responses.ts"
import { asked, type NewConnection, type NewLink, NotTaken } from "./Definition.ts"
import { formOf, hintOf } from "./SettingsForm.ts"

const refusal = (problems: ReadonlyArray<Problem>): NotTaken => {
  const placed = problems.map(({ path, message }) => ({ path: `/payload${path}`, message }))
  const [first] = placed
  return new NotTaken({
    code: "NOT_TAKEN",
    message: problems.length > 1 ? `nothing was changed; ${problems.length} things do not fit` : `nothing was changed: ${first?.message ?? "it does not fit"}`,
    ...(first !== undefined && { path: first.path }),
    problems: placed
  })
}

const asRefusal = <A, E, R>(work: Effect.Effect<A, E | NotStored, R>, explained: (problem: Problem) => Problem = (problem) => problem) =>
  Effect.catchTag(work as Effect.Effect<A, NotStored, R>, "NotTaken", ({ problems }) =>
    Effect.fail(refusal(problems.map(explained)))) as Effect.Effect<A, Exclude<E, NotStored> | NotTaken, R>

// --- settings -------------------------------------------------------------------------------------------------------

/** A setting that does not fit is told with what it is for. */
const explaining = (plugin: AnyPlugin | undefined) => {
  const form = plugin && formOf(plugin)
  return ({ path, message }: Problem): Problem => {
    const [, name] = /^\/settings\/([^/]+)/.exec(path) ?? []
    const hint = form === undefined || name === undefined ? undefined : hintOf(form, name)
    return { path, message: hint === undefined ? asked(message) : `${asked(message)} (${hint})` }
  }
}

/** Why a stored connection was left out, with what each setting is for. */
export const explained = (connections: Connections["Service"], { id, plugin, problems }: Misfit): Misfit => ({
  id,
  plugin,
  problems: problems.map(explaining(connections.plugins.get(plugin)))
})

const excessProblems = (plugin: AnyPlugin | undefined, settings: unknown): ReadonlyArray<Problem> =>
  plugin === undefined ? [] : unknownSettings(plugin, settings).map(({ path, message }) => ({ path: `/settings${path}`, message }))

// --- connections ----------------------------------------------------------------------------------------------------

/** Makes a connection as asked; it works at once. */
export const add = Effect.fnUntraced(function*(stored: StoredConnections["Service"], connections: Connections["Service"], wanted: NewConnection) {
  const { settings: sealed, ...options } = wanted
  const settings = Redacted.value(sealed)
  const written = { ...options, settings } as ConnectionOf<string, unknown>
  const plugin = connections.plugins.get(wanted.plugin)
  const excess = excessProblems(plugin, settings)
  if (excess.length > 0) {
    const checked = oneConnection(connections.plugins, written, connections.all, connections.nodes)
    const others = Result.isFailure(checked) ? checked.failure.map(explaining(plugin)) : []
    return yield* Effect.fail(refusal([...others, ...excess]))
  }
  const connection = yield* asRefusal(stored.add(written), explaining(plugin))
  yield* Effect.logInfo("connection added").pipe(Effect.annotateLogs({ connection: connection.id, plugin: wanted.plugin }))
  return connection
})

/** What is changed: in force, or stored and left out. */
interface Changed {
  readonly id: string
  /** Undefined: it is gone. */
  readonly plugin: AnyPlugin | undefined
}

/** What the composition declares is changed there alone; a stored one of the same id was left out for that. */
const ofStore = (stored: StoredConnections["Service"], connections: Connections["Service"], id: string) =>
  connections.isDeclared(id) && stored.misfits.connections.every((misfit) => misfit.id !== id)
    ? Effect.fail(conflict("DECLARED", `${id} is declared in the composition; change it there and start again`))
    : Effect.void

/** Puts new values in the place of some settings; the connection opens anew with them. */
export const rotate = Effect.fnUntraced(function*(
  stored: StoredConnections["Service"],
  connections: Connections["Service"],
  { id, plugin }: Changed,
  settings: Readonly<Record<string, unknown>>
) {
  yield* ofStore(stored, connections, id)
  const names = Object.keys(settings)
  if (names.length === 0) return yield* Effect.fail(refusal([{ path: "/settings", message: "no setting is named; name those that change" }]))
  const excess = excessProblems(plugin, settings)
  if (excess.length > 0) return yield* Effect.fail(refusal(excess))
  const connection = yield* asRefusal(stored.rotate(id, settings), explaining(plugin))
  yield* Effect.logInfo("settings of a connection replaced").pipe(Effect.annotateLogs({ connection: id, settings: names.join(" ") }))
  return connection
})

const several = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** What is under way of these links, and at a connection where one is named. */
const underWay = Effect.fnUntraced(function*(db: Database["Service"], scopes: ReadonlyArray<string>, connection?: string) {
  const ofLinks = scopes.length === 0 ? [] : [`scope in (${scopes.map(() => "?").join(", ")})`]
  const ofConnection = connection === undefined ? [] : ["connection = ?"]
  const { params, text } = where([
    [`(${[...ofConnection, ...ofLinks].join(" or ")})`, ...(connection === undefined ? [] : [connection]), ...scopes]
  ])
  const count = (from: string, values = params) => Effect.map(db.one(`select count(*) as n from ${from}`, values), (row) => Number(row?.n ?? 0))
  return {
    intents: yield* count(`intent where state in ('Pending', 'InFlight', 'Doubtful') and ${text}`),
    deliveries: connection === undefined ? 0 : yield* count("delivery where state in ('Pending', 'InFlight') and connection = $1", [connection]),
    open: (yield* count(`outbound where is_open = 1 and ${text}`)) + (yield* count(`inbound where is_open = 1 and ${text}`))
  }
})

/** Refuses what nobody would carry out any more; open orders may be abandoned. */
const unneeded = Effect.fnUntraced(function*(
  what: string,
  { deliveries, intents, open }: Effect.Success<ReturnType<typeof underWay>>,
  connection: string,
  abandonsOpen: boolean
) {
  const reasons = [
    ...(intents > 0 ? [`${several(intents, "create")} not settled: \`crossdock intents ls --state any --connection ${connection}\` lists them, decide them`] : []),
    ...(deliveries > 0
      ? [`${several(deliveries, "delivery", "deliveries")} owed: let them go out, or \`crossdock deliveries cancel --connection ${connection}\``]
      : []),
    ...(open > 0 && !abandonsOpen
      ? [`${several(open, "order")} open, of which the ERP would hear nothing more: wait for their end, or ask again with abandonOpen, on the command line --abandon-open`]
      : [])
  ]
  if (reasons.length > 0) return yield* Effect.fail(conflict("STILL_NEEDED", `${what} is still needed. ${reasons.join(". ")}`))
})

/** Removes a connection with its links. What nobody would carry out any more stands in the way. */
export const remove = Effect.fnUntraced(function*(
  db: Database["Service"],
  stored: StoredConnections["Service"],
  connections: Connections["Service"],
  { id }: Changed,
  abandonsOpen: boolean
) {
  yield* ofStore(stored, connections, id)
  const links = stored.linksOver(id)
  // Under the id of a declared connection only the declared one has anything under way.
  const found = connections.isDeclared(id) ? { intents: 0, deliveries: 0, open: 0 } : yield* underWay(db, links, id)
  yield* unneeded(id, found, id, abandonsOpen)
  yield* asRefusal(stored.remove(id))
  yield* Effect.logInfo("connection removed").pipe(Effect.annotateLogs({ connection: id, links: links.join(" ") }))
  return { id, links, openOrders: found.open }
})

// --- links ----------------------------------------------------------------------------------------------------------

const shown = (value: Redacted.Redacted | undefined) => value === undefined ? undefined : Redacted.value(value)

type NewEntrance = Pick<NewLink, "secretKey" | "warehouseSecret">

const revealed = <E extends NewEntrance>({ secretKey, warehouseSecret, ...rest }: E) => ({
  ...rest,
  secretKey: Redacted.value(secretKey),
  ...(warehouseSecret !== undefined && { warehouseSecret: shown(warehouseSecret) })
})

/** A link without a prefix is alone on its warehouse connection, whatever prefix another one has. */
const explainingPrefix = (connections: Connections["Service"], { peer }: NewLink) => {
  const bare = connections.links.find((link) => link.peer === peer && link.prefix === "")
  return (problem: Problem): Problem =>
    problem.path === "/prefix" && bare !== undefined
      ? { ...problem, message: `${peer} has the link ${bare.scope} without a prefix, so no second one can be told from it; make a connection of its own for this link` }
      : problem
}

/** Joins two connections; calls of its caller are taken at once. */
export const addLink = Effect.fnUntraced(function*(stored: StoredConnections["Service"], connections: Connections["Service"], wanted: NewLink) {
  const { also, ...first } = wanted
  const written = { ...revealed(first), ...(also !== undefined && { also: also.map(revealed) }) } as Link
  const link = yield* asRefusal(stored.addLink(written), explainingPrefix(connections, wanted))
  yield* Effect.logInfo("link added").pipe(Effect.annotateLogs({ link: link.scope, erp: link.erp, peer: link.peer }))
  return link
})

/** Removes a link; its connections stay. Deliveries that it owes still go out, because they go to the ERP alone. */
export const removeLink = Effect.fnUntraced(function*(
  db: Database["Service"],
  stored: StoredConnections["Service"],
  connections: Connections["Service"],
  scope: string,
  abandonsOpen: boolean
) {
  const misfit = stored.misfits.links.find((one) => one.scope === scope)
  const link = misfit ?? connections.linkOf(scope)
  if (link === undefined) {
    const named = connections.links.map((one) => one.scope).join(", ") || "none"
    return yield* Effect.fail(notFound("link", scope, `there are: ${named}`))
  }
  const isDeclared = connections.isDeclaredLink(scope)
  if (isDeclared && misfit === undefined) {
    return yield* Effect.fail(conflict("DECLARED", `${scope} is declared in the composition; change it there and start again`))
  }
  const found = isDeclared ? { intents: 0, deliveries: 0, open: 0 } : yield* underWay(db, [scope])
  yield* unneeded(scope, found, link.peer, abandonsOpen)
  yield* asRefusal(stored.removeLink(scope))
  yield* Effect.logInfo("link removed").pipe(Effect.annotateLogs({ link: scope, erp: link.erp, peer: link.peer }))
  return { scope, openOrders: found.open }
})
