/**
 * The admin API as data: what operators, scripts and the command line can ask of a runner. A client needs only this
 * file and the modules that it exports; the CLI and the console are typed by it, and `/admin/openapi.json` is generated
 * from it.
 *
 * Times are ISO 8601 in UTC. Personal data is masked unless `reveal` is set; secrets are never returned.
 */
import { HttpApi, OpenApi } from "effect/http-api"
import { BooksGroup } from "./definition/Books.ts"
import { CallsGroup } from "./definition/Calls.ts"
import { CompareGroup } from "./definition/Compare.ts"
import { DeskGroup } from "./definition/Desk.ts"
import { ConnectionsGroup, LinksGroup } from "./definition/Connections.ts"
import { DeliveriesGroup } from "./definition/Deliveries.ts"
import { IntentsGroup } from "./definition/Intents.ts"
import { MapsGroup } from "./definition/Maps.ts"
import { AsnsGroup, OrdersGroup } from "./definition/Orders.ts"
import { PluginsGroup } from "./definition/Plugins.ts"
import { Authorization, Problems } from "./definition/Errors.ts"
import { RunnerGroup } from "./definition/Runner.ts"
import { StockGroup } from "./definition/Stock.ts"

export * from "./definition/Books.ts"
export * from "./definition/Calls.ts"
export * from "./definition/Compare.ts"
export * from "./definition/Desk.ts"
export * from "./definition/DeskDecision.ts"
export * from "./definition/Connections.ts"
export * from "./definition/Deliveries.ts"
export * from "./definition/History.ts"
export * from "./definition/Intents.ts"
export * from "./definition/Maps.ts"
export * from "./definition/Orders.ts"
export * from "./definition/Plugins.ts"
export * from "./definition/Errors.ts"
export * from "./definition/Runner.ts"
export * from "./definition/Stock.ts"

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
