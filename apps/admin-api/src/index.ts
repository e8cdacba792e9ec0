/**
 * The admin API as data: what operators, scripts and the command line can ask of a runner. A client needs only this
 * file and the modules that it exports; the CLI and the console are typed by it, and `/admin/openapi.json` is generated
 * from it.
 *
 * Times are ISO 8601 in UTC. Personal data is masked unless it is revealed, which is a POST with a reason; secrets are never returned.
 */
import { HttpApi, OpenApi } from "effect/http-api"
import type { Access } from "./Access.ts"
import { AuditGroup } from "./Audit.ts"
import { BooksGroup } from "./Books.ts"
import { CallsGroup } from "./Calls.ts"
import { CompareGroup } from "./Compare.ts"
import { DeskGroup } from "./Desk.ts"
import { EventsGroup } from "./Events.ts"
import { FlowGroup } from "./Flow.ts"
import { SearchGroup } from "./Search.ts"
import { ConnectionsGroup } from "./Connections.ts"
import { DeliveriesGroup } from "./Deliveries.ts"
import { IntentsGroup } from "./Intents.ts"
import { LinksGroup } from "./Links.ts"
import { MapsGroup } from "./Maps.ts"
import { AsnsGroup, OrdersGroup } from "./Orders.ts"
import { PlaygroundGroup } from "./Playground.ts"
import { PeopleGroup } from "./People.ts"
import { PluginsGroup } from "./Plugins.ts"
import { Authorization, Problems } from "./Errors.ts"
import { NodesGroup, RunnerGroup } from "./Runner.ts"
import { SignatureGroup } from "./Signature.ts"
import { SessionGroup } from "./Session.ts"
import { withSessions } from "./SessionSecurity.ts"
import { StockGroup } from "./Stock.ts"

export * from "./Access.ts"
export * from "./Audit.ts"
export * from "./Books.ts"
export * from "./Calls.ts"
export * from "./Compare.ts"
export * from "./Desk.ts"
export * from "./DeskDecision.ts"
export * from "./Connections.ts"
export * from "./Deliveries.ts"
export * from "./Events.ts"
export * from "./Flow.ts"
export * from "./History.ts"
export * from "./Intents.ts"
export * from "./Links.ts"
export * from "./Maps.ts"
export * from "./Orders.ts"
export * from "./People.ts"
export * from "./Playground.ts"
export * from "./Plugins.ts"
export * from "./Errors.ts"
export * from "./Runner.ts"
export * from "./Search.ts"
export * from "./Session.ts"
export * from "./Signature.ts"
export { cookieName } from "./SessionSecurity.ts"
export * from "./Stock.ts"

export class Api extends HttpApi.make("crossdock-admin")
  .add(ConnectionsGroup, BooksGroup, LinksGroup, PluginsGroup, OrdersGroup, AsnsGroup, DeskGroup, DeliveriesGroup, CallsGroup, IntentsGroup, MapsGroup, StockGroup, CompareGroup, FlowGroup, EventsGroup, SearchGroup, SignatureGroup, PlaygroundGroup, NodesGroup, RunnerGroup)
  .add(SessionGroup, PeopleGroup, AuditGroup)
  .middleware(Problems)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({
    title: "Crossdock admin API",
    version: "1",
    description: "For operators, on loopback only. Every error is application/problem+json with code, message and path.",
    transform: withSessions((id) => {
      const [group = "", endpoint = ""] = id.split(".")
      return rows[group]?.[endpoint]
    })
  }))
{}

type Operations = { readonly [G in keyof (typeof Api)["groups"]]: { readonly [E in keyof (typeof Api)["groups"][G]["endpoints"]]: Access } }

/** The right that each operation needs, and what an account that is limited to links may do with it. */
export const access = {
  connections: {
    list: { right: "read", scope: "link" },
    show: { right: "read", scope: "link" },
    add: { right: "configure", scope: "all" },
    rotate: { right: "configure", scope: "all" },
    remove: { right: "configure", scope: "all" },
    test: { right: "operate", scope: "all", act: "plain" },
    authorize: { right: "configure", scope: "all" },
    pause: { right: "operate", scope: "all" },
    resume: { right: "operate", scope: "all" }
  },
  links: {
    list: { right: "read", scope: "link" },
    callers: { right: "read", scope: "all" },
    add: { right: "configure", scope: "all" },
    remove: { right: "configure", scope: "all" },
    rotate: { right: "configure", scope: "all" },
    endSecret: { right: "configure", scope: "all" },
    readings: { right: "read", scope: "link" },
    backfill: { right: "configure", scope: "all" }
  },
  books: {
    enter: { right: "decide", scope: "all" },
    stock: { right: "read", scope: "all" },
    movements: { right: "read", scope: "all" },
    giveBackNumber: { right: "decide", scope: "all" }
  },
  plugins: {
    list: { right: "read", scope: "link" },
    show: { right: "read", scope: "link" },
    matrix: { right: "read", scope: "none" }
  },
  orders: {
    list: { right: "read", scope: "link" },
    show: { right: "read", scope: "link" },
    erase: { right: "administer", scope: "all", act: { unless: "isConfirmed" } }
  },
  asns: {
    show: { right: "read", scope: "link" }
  },
  desk: {
    list: { right: "read", scope: "link" },
    causes: { right: "read", scope: "link" },
    hold: { right: "hold", scope: "link" },
    release: { right: "hold", scope: "link" },
    holdAll: { right: "hold", scope: "link", act: { unless: "isConfirmed" } },
    releaseAll: { right: "hold", scope: "link", act: { unless: "isConfirmed" } },
    takeOver: { right: "decide", scope: "all" },
    withdraw: { right: "decide", scope: "link" },
    places: { right: "read", scope: "link" },
    place: { right: "decide", scope: "link" },
    found: { right: "decide", scope: "link" }
  },
  deliveries: {
    list: { right: "read", scope: "link" },
    causes: { right: "read", scope: "link" },
    show: { right: "read", scope: "link" },
    reveal: { right: "reveal", scope: "link" },
    replay: { right: "tellAgain", scope: "link", act: { unless: "confirm" } },
    resend: { right: "tellAgain", scope: "link", act: { unless: "confirm" } },
    cancel: { right: "decide", scope: "link", act: { unless: "confirm" } }
  },
  calls: {
    list: { right: "read", scope: "link" },
    counts: { right: "read", scope: "link" },
    show: { right: "read", scope: "link" },
    revealList: { right: "reveal", scope: "link" },
    reveal: { right: "reveal", scope: "link" }
  },
  intents: {
    list: { right: "read", scope: "link" },
    causes: { right: "read", scope: "link" },
    decideAll: { right: "decide", scope: "link", act: { unless: "confirm" } },
    show: { right: "read", scope: "link" },
    reveal: { right: "reveal", scope: "link" },
    decide: { right: "decide", scope: "link" },
    reopen: { right: "decide", scope: "link" }
  },
  maps: {
    list: { right: "read", scope: "link" },
    set: { right: "names", scope: "link" },
    remove: { right: "names", scope: "link" },
    import: { right: "names", scope: "link" },
    preview: { right: "names", scope: "link", act: "read" },
    export: { right: "read", scope: "link" },
    fillFromPeer: { right: "names", scope: "link" },
    unmatched: { right: "read", scope: "link" }
  },
  stock: {
    drift: { right: "read", scope: "link" },
    told: { right: "read", scope: "all" },
    reserved: { right: "read", scope: "all" },
    needed: { right: "read", scope: "all" },
    refused: { right: "read", scope: "link" }
  },
  compare: {
    list: { right: "read", scope: "all" },
    page: { right: "operate", scope: "all" }
  },
  flow: {
    show: { right: "read", scope: "link" }
  },
  events: {
    stream: { right: "read", scope: "link" }
  },
  search: {
    find: { right: "read", scope: "link" },
    many: { right: "read", scope: "link", act: "read" }
  },
  playground: {
    show: { right: "read", scope: "all" },
    send: { right: "operate", scope: "all", act: "plain" }
  },
  signature: {
    refused: { right: "read", scope: "link" },
    showRefused: { right: "read", scope: "link" },
    revealRefused: { right: "reveal", scope: "link" },
    diagnose: { right: "read", scope: "link", act: "read" }
  },
  nodes: {
    list: { right: "read", scope: "all" }
  },
  runner: {
    show: { right: "read", scope: "all" },
    drift: { right: "read", scope: "all" },
    findings: { right: "read", scope: "all" },
    findingKinds: { right: "read", scope: "all" },
    testNotifier: { right: "operate", scope: "all", act: "plain" },
    composition: { right: "read", scope: "all" },
    restore: { right: "read", scope: "all" },
    endRestore: { right: "administer", scope: "all" },
    keyState: { right: "read", scope: "all" },
    changeKey: { right: "administer", scope: "all" },
    finishKey: { right: "administer", scope: "all" },
    retention: { right: "read", scope: "all" }
  },
  session: {
    create: { right: "anyone", scope: "none" },
    first: { right: "anyone", scope: "none" },
    ways: { right: "anyone", scope: "none" },
    beginOidc: { right: "anyone", scope: "none" },
    show: { right: "anyAccount", scope: "none" },
    end: { right: "anyAccount", scope: "none", act: "plain" }
  },
  people: {
    list: { right: "people", scope: "all" },
    add: { right: "people", scope: "all" },
    addToken: { right: "people", scope: "all" },
    change: { right: "people", scope: "all" },
    remove: { right: "people", scope: "all" }
  },
  audit: {
    list: { right: "anyAccount", scope: "none" }
  }
} as const satisfies Operations

const rows: Readonly<Record<string, Readonly<Record<string, Access>>>> = access

/** The row of an operation, by the names of its group and endpoint. */
export const accessOf = (group: string, endpoint: string): Access => {
  const row = rows[group]?.[endpoint]
  if (row === undefined) throw new Error(`the operation ${group}.${endpoint} has no row in \`access\``)
  return row
}
