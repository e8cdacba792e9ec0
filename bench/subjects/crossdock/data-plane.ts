/**
 * The public listener and routes of the runner with an empty handler, for the case verify-dispatch: everything that happens
 * to a request before and after its work. The published runner cannot have an empty handler, because it stores an order
 * before anything else; tests check that both give the same answers. Reads PORT.
 */
import type { OutboundOrder } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"
import { CallLog } from "../../../apps/runner/src/calls/CallLog.ts"
import { compose } from "../../../apps/runner/src/Composition.ts"
import { Connections } from "../../../apps/runner/src/connection/Connections.ts"
import { Dispatch as ErpDispatch } from "../../../apps/runner/src/contracts/books/Dispatch.ts"
import { Dispatch as PlatformDispatch } from "../../../apps/runner/src/contracts/platform/Dispatch.ts"
import { IssuedTokens } from "../../../apps/runner/src/contracts/platform/IssuedTokens.ts"
import { Reports as PlatformReports } from "../../../apps/runner/src/contracts/platform/Reports.ts"
import { Dispatch } from "../../../apps/runner/src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../../apps/runner/src/contracts/warehouse/Events.ts"
import { IncomingEvents } from "../../../apps/runner/src/records/IncomingEvents.ts"
import { Database } from "../../../apps/runner/src/store/Database.ts"
import * as Routes from "../../../apps/runner/src/http/Routes.ts"
import * as Listener from "../../../apps/runner/src/http/Listener.ts"
import composition from "./one-link.config.ts"

const nowhere = "http://127.0.0.1:9"
const composed = Result.getOrThrowWith(
  compose(composition, { BENCH_ERP_URL: nowhere, BENCH_WAREHOUSE_URL: nowhere }),
  (problems) => new Error(JSON.stringify(problems))
)

const found = { report: () => Effect.void }
type Needs = Effect.Services<ReturnType<typeof Routes.make>> | Effect.Services<ReturnType<typeof Listener.serve>>

/** The services that the routes need; the test fails if a request needs another one. */
const services = Context.empty().pipe(
  Context.add(Dispatch, {
    call: (_, __, payload) =>
      Effect.succeed({ warehouseOrderNumber: `W-${(payload as OutboundOrder.OutboundOrder).orderNumber}` } as never)
  }),
  Context.add(Connections, {
    links: composed.links,
    receivers: composed.receivers,
    get: (id: string) => composed.connections.find((connection) => connection.id === id),
    linkOf: (scope: string) => composed.links.find((link) => link.scope === scope),
    pausedOf: () => undefined,
    drift: () => found
  } as unknown as Connections["Service"]),
  Context.add(ErpDispatch, {} as ErpDispatch["Service"]),
  Context.add(PlatformDispatch, {} as PlatformDispatch["Service"]),
  Context.add(IssuedTokens, {} as IssuedTokens["Service"]),
  Context.add(PlatformReports, {} as PlatformReports["Service"]),
  Context.add(Events, {} as Events["Service"]),
  Context.add(IncomingEvents, {} as IncomingEvents["Service"]),
  // No caller has two secrets, so none is noted.
  Context.add(Database, {} as Database["Service"]),
  // Without a database, calls are only counted.
  Context.add(CallLog, { record: () => "counted", count: () => {} } as unknown as CallLog["Service"])
) as unknown as Context.Context<Needs>

const main = Effect.gen(function*() {
  const routes = yield* Routes.make(composed)
  yield* Listener.serve({ host: "127.0.0.1", port: Number(process.env.PORT), composed, routes })
  return yield* Effect.never
}).pipe(Effect.scoped, Effect.provideContext(services), Effect.provide(Logger.layer([Logger.consoleJson])))

Effect.runFork(main)
process.on("SIGTERM", () => process.exit(0))
