/**
 * The admin API as data: what operators, scripts and the command line can ask of a runner. A client needs only this
 * file and the modules that it exports; the CLI and the console are typed by it, and `/admin/openapi.json` is generated
 * from it.
 *
 * Times are ISO 8601 in UTC. Personal data is masked unless `reveal` is set; secrets are never returned.
 */
import { HttpApi, OpenApi } from "effect/http-api"
import { BooksGroup } from "./Books.ts"
import { CallsGroup } from "./Calls.ts"
import { CompareGroup } from "./Compare.ts"
import { DeskGroup } from "./Desk.ts"
import { ConnectionsGroup, LinksGroup } from "./Connections.ts"
import { DeliveriesGroup } from "./Deliveries.ts"
import { IntentsGroup } from "./Intents.ts"
import { MapsGroup } from "./Maps.ts"
import { AsnsGroup, OrdersGroup } from "./Orders.ts"
import { PluginsGroup } from "./Plugins.ts"
import { Authorization, Problems } from "./Errors.ts"
import { RunnerGroup } from "./Runner.ts"
import { StockGroup } from "./Stock.ts"

export * from "./Books.ts"
export * from "./Calls.ts"
export * from "./Compare.ts"
export * from "./Desk.ts"
export * from "./DeskDecision.ts"
export * from "./Connections.ts"
export * from "./Deliveries.ts"
export * from "./History.ts"
export * from "./Intents.ts"
export * from "./Maps.ts"
export * from "./Orders.ts"
export * from "./Plugins.ts"
export * from "./Errors.ts"
export * from "./Runner.ts"
export * from "./Stock.ts"

export class Api extends HttpApi.make("crossdock-admin")
  .add(ConnectionsGroup, BooksGroup, LinksGroup, PluginsGroup, OrdersGroup, AsnsGroup, DeskGroup, DeliveriesGroup, CallsGroup, IntentsGroup, MapsGroup, StockGroup, CompareGroup, RunnerGroup)
  .middleware(Problems)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({
    title: "Crossdock admin API",
    version: "1",
    description: "For operators, on loopback only. Every error is application/problem+json with code, message and path."
  }))
{}
