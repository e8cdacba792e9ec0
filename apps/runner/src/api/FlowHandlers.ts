/**
 * Handler for the flow: the systems around the runner, what goes from one to another, and what waits where.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "@crossdock/admin-api"
import { CallLog } from "../calls/CallLog.ts"
import type { Composed } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Database } from "../store/Database.ts"
import * as CallerLinks from "./CallerLinks.ts"
import { counts, toConnection } from "./ConnectionRows.ts"
import * as FlowPicture from "./FlowPicture.ts"
import * as FlowRows from "./FlowRows.ts"
import * as LimitedConnection from "./LimitedConnection.ts"
import { stored } from "./Responses.ts"

export const layer = (composed: Pick<Composed, "desk">) =>
  HttpApiBuilder.group(Api, "flow", Effect.fnUntraced(function*(handlers) {
    const db = yield* Database
    const connections = yield* Connections
    const outbox = yield* Outbox
    const log = yield* CallLog

    return handlers.handleAll({
      show: ({ query: { span = "1h" } }) =>
        stored(Effect.gen(function*() {
          const seen = yield* CallerLinks.seen(connections)
          yield* log.flush
          const now = yield* Clock.currentTimeMillis
          const asked = FlowRows.spanOf(span, now)
          const counted = yield* counts(db, outbox, now, seen.scopes === undefined ? seen.all : [])
          const around = { connections, publicUrl: undefined }
          const whole = seen.all.map((connection) => toConnection(around, connection, counted))
          const own = seen.scopes === undefined ? undefined : yield* LimitedConnection.counts(db, now, seen)
          const picture = FlowPicture.make({
            seen,
            hasDesk: composed.desk !== undefined,
            connections: own === undefined ? whole : whole.map((one) => LimitedConnection.of(seen, one, own)),
            span: asked,
            now,
            calls: yield* FlowRows.calls(db, asked),
            orders: yield* FlowRows.orders(db, asked, seen.scopes),
            desk: yield* FlowRows.desk(db, seen.scopes),
            creates: yield* FlowRows.creates(db, seen.scopes),
            deliveries: yield* FlowRows.deliveries(db, now, seen.scopes)
          })
          return { span, since: DateTime.makeUnsafe(asked.first * 60_000), until: DateTime.makeUnsafe(now), pointMinutes: asked.pointMinutes, ...picture }
        }))
    })
  }))
