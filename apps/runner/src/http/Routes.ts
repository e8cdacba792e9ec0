/**
 * The routes of the public listener. Each protocol of the composition is a value, whose server gets the callers of the links and the
 * contract that carries out its calls; the runner adds its own routes for callbacks of plugins and for granted access.
 */
import type { ServedProtocol } from "@crossdock/protocols/kit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Composed, ConnectedLink } from "../Composition.ts"
import { CallLog } from "../calls/CallLog.ts"
import { Connections } from "../connection/Connections.ts"
import * as RotatedSecretRows from "../connection/RotatedSecretRows.ts"
import { IssuedTokens } from "../contracts/platform/IssuedTokens.ts"
import type { AnyServed } from "../contracts/ServedContract.ts"
import { descriptions } from "../DefaultProtocols.ts"
import * as Deadline from "../engine/Deadline.ts"
import * as PageBudget from "../engine/PageBudget.ts"
import { IncomingEvents } from "../records/IncomingEvents.ts"
import * as ServedContracts from "../ServedContracts.ts"
import * as AnswerTimeLimit from "./AnswerTimeLimit.ts"
import * as AuthorizationRoute from "./AuthorizationRoute.ts"
import * as Subscriptions from "../connection/Subscriptions.ts"
import type { Database } from "../store/Database.ts"
import type { Vault } from "../store/Vault.ts"
import * as CallbackRoute from "./CallbackRoute.ts"
import * as CallHops from "./CallHops.ts"
import * as Callers from "./Callers.ts"
import * as EarlierSecretUse from "./EarlierSecretUse.ts"
import * as DocumentRoute from "./DocumentRoute.ts"
import * as FailedAuthentications from "./FailedAuthentications.ts"
import * as LinkCalls from "./LinkCalls.ts"
import * as PathTemplates from "./PathTemplates.ts"
import * as RequestLimits from "./RequestLimits.ts"
import type { Route, Serve } from "./Route.ts"
import * as ServedCallRecords from "./ServedCallRecords.ts"

export type { Route } from "./Route.ts"

export interface Routes {
  /** The route of a path; undefined if there is none. */
  readonly of: (path: string) => Route | undefined
  /** Says to a person where everything is. */
  readonly description: string
}

/** A route with the patterns of its paths. */
interface Placed {
  readonly paths: ReadonlyArray<RegExp>
  readonly route: Route
}

const placed = (paths: ReadonlyArray<string>, route: Route): Placed => ({ paths: paths.map(PathTemplates.patternOf), route })

const described = ({ name, paths }: { readonly name: string; readonly paths: ReadonlyArray<string> }): string =>
  Object.hasOwn(descriptions, name) ? descriptions[name]! : `${name} at ${paths.join(" and ")}`

interface Services {
  readonly composed: Composed
  readonly connections: Connections["Service"]
  readonly contracts: ReadonlyMap<string, AnyServed>
  readonly tokens: IssuedTokens["Service"]
  readonly log: CallLog["Service"]
  readonly uses: EarlierSecretUse.EarlierSecretUse
  readonly clock: Clock.Clock
}

/** The contract of a protocol. The composition has refused protocols of others. */
const contractOf = ({ contracts }: Services, { contract, name }: ServedProtocol.Any): AnyServed => {
  const found = contracts.get(contract.id)
  if (found === undefined) throw new Error(`this runner does not serve the contract ${contract.id} of the protocol ${name}`)
  return found
}

interface Named {
  /** Names the link or receiver of an id, or what stands for several of them. */
  readonly scopeOf: (id: string) => string
  /** Names whose secret it is. */
  readonly ownerOf: (id: string) => string
}

const guardOf = ({ composed, uses }: Pick<Services, "composed" | "uses">, name: string, { ownerOf, scopeOf }: Named): ServedProtocol.Guard => {
  const { mayFail, onAuthentication } = FailedAuthentications.make(composed.server.authFailureLimit, name)
  return {
    mayFail,
    onAuthentication: (outcome) => {
      const { accessId: id, isKnown, method, ok, remoteAddress: address, signedWith } = outcome
      const counted = ok && isKnown
        ? ServedCallRecords.authenticated(scopeOf(id), method)
        : Effect.andThen(ServedCallRecords.unauthenticated(isKnown ? scopeOf(id) : ""), onAuthentication(outcome))
      return signedWith === undefined ? counted : Effect.andThen(uses.noted(signedWith, { owner: ownerOf(id), id, address }), counted)
    },
    limits: RequestLimits.ofProtocols(composed.server)
  }
}

/** Makes the routes of protocols for their callers. */
const serving = (services: Services) => {
  const { clock, composed, connections, log, tokens } = services
  const callers = Callers.make(connections, clock)
  const linkCalls = LinkCalls.make(composed, connections, callers)
  /** One request may be split over several links; all parts share its deadline and the pages that it may read. */
  const inTime = (serve: Serve): Serve => (request) =>
    Deadline.within(composed.server.callerDeadline, PageBudget.within(composed.server.pagesPerCall, serve(request)))
  const ofLink = <A, E extends { readonly code: string }>({ key }: Pick<ServedProtocol.Caller, "key">, name: string, work: (link: ConnectedLink) => Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const entered = callers.enteredOf(key)
    if (entered === undefined) return Effect.die("a caller without a link")
    return ServedCallRecords.carriedOut({ scope: entered.link.scope, operation: { name }, payload: undefined, hide: callers.hides(key) }, AnswerTimeLimit.finishing(work(entered.link)))
  }
  return {
    callers,
    routeOf: (protocol: ServedProtocol.Any): Placed => {
      const contract = contractOf(services, protocol)
      const serve = protocol.serve({
        find: (id) => callers.find(protocol.name, id),
        dispatch: linkCalls(protocol.name, contract) as never,
        guard: guardOf(services, protocol.name, {
          scopeOf: (id) => callers.driftScopeOf(protocol.name, id),
          ownerOf: (id) => RotatedSecretRows.ownerOf({ protocol: protocol.name, id })
        }),
        driftOf: (id) => connections.drift(callers.driftScopeOf(protocol.name, id)),
        rate: composed.server.openApiRate,
        tokens: {
          getToken: (caller, asked) => ofLink(caller, "getToken", (link) => tokens.exchange(link, asked)),
          refreshToken: (caller, asked) => ofLink(caller, "refreshToken", (link) => tokens.refresh(link, asked))
        }
      })
      return placed(protocol.paths, {
        name: protocol.name,
        serve: ServedCallRecords.recorded(log, protocol.name, inTime(contract.endsLoops ? CallHops.limited(serve, (refusal) => protocol.refuse(refusal)) : serve)),
        refuseUnread: protocol.refuseUnread
      })
    }
  }
}

/** Makes the routes on which the runner receives the messages of a protocol as an ERP does. */
const receiving = (services: Services, callers: Callers.Callers) => (protocol: ServedProtocol.Any): ReadonlyArray<Placed> => {
  const { composed, connections, log } = services
  const { receiving: part } = protocol
  const { receive } = contractOf(services, protocol)
  if (part === undefined || receive === undefined || !(part.isAlwaysServed === true || composed.receivers.some(part.isFor))) return []
  return [placed(part.paths, {
    name: part.name,
    serve: ServedCallRecords.recorded(log, part.name, part.serve({
      find: (id) => callers.senders(id).filter(part.isFor),
      receive: ({ key }, event, info) => {
        const name = (event as { readonly _tag: string })._tag
        return Effect.annotateLogs(ServedCallRecords.carriedOut({ scope: key, operation: { name }, payload: event }, AnswerTimeLimit.finishing(receive(key, event as never, info as never))), { receiver: key, event: name })
      },
      guard: guardOf(services, part.name, { scopeOf: (id) => callers.senders(id).find(part.isFor)?.key ?? `${part.name}:${id}`, ownerOf: RotatedSecretRows.senderOf }),
      driftOf: connections.drift
    })),
    refuseUnread: part.refuseUnread
  })]
}

export const make = Effect.fnUntraced(function*(composed: Composed, publicUrl?: URL) {
  const events = yield* IncomingEvents
  const connections = yield* Connections
  const services = { composed, connections, contracts: yield* ServedContracts.make(publicUrl), tokens: yield* IssuedTokens, log: yield* CallLog, uses: yield* EarlierSecretUse.make, clock: yield* Clock.Clock }
  const { callers, routeOf } = serving(services)
  const tries = (name: string) => FailedAuthentications.make(composed.server.authFailureLimit, name)
  const context = yield* Effect.context<Connections | Database | Vault>()
  const infoOf = (id: string) => Effect.provideContext(Subscriptions.infoOf(id), context)
  const protocols = [...composed.protocols.values()]
  const all: Array<Placed> = [
    // Before those of the callers, because one path of a protocol may be a case of another.
    ...protocols.flatMap(receiving(services, callers)),
    ...protocols.map(routeOf),
    { paths: [/^\/callbacks\/[^/]+(?:\/.*)?$/], route: { name: "callbacks", takesBytes: true, refuseUnread: CallbackRoute.refuseUnread, serve: ServedCallRecords.recorded(services.log, "callbacks", CallbackRoute.make({ connections, events, infoOf, tries: tries("callbacks") })) } },
    placed(["/oauth/callback/{connection}"], { name: "authorization", serve: yield* AuthorizationRoute.make({ connections, publicUrl, tries: tries("authorization") }) })
  ]
  const documentPaths = DocumentRoute.pathsOf(composed.server.openapi)
  if (documentPaths.length > 0) all.push(placed(documentPaths, { name: "openapi", serve: DocumentRoute.make(composed, publicUrl) }))
  const received = protocols.flatMap(({ receiving: part }) => part?.isAlwaysServed === true ? [part] : [])
  const routes: Routes = {
    of: (path) => all.find(({ paths }) => paths.some((pattern) => pattern.test(path)))?.route,
    description: [...protocols, ...received].map(described).join(", ")
  }
  return routes
})
