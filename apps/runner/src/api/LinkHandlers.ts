/**
 * Handlers for links between an ERP connection and a warehouse connection: list, add and remove.
 */
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import { Connections } from "../connection/Connections.ts"
import { StoredConnections } from "../connection/StoredConnections.ts"
import { Database } from "../store/Database.ts"
import { stored as answered } from "./Responses.ts"
import * as ConnectionChanges from "./ConnectionChanges.ts"
import { type RowContext, toLink } from "./ConnectionRows.ts"
import { Api } from "./Definition.ts"

export const layer = (options: Pick<RowContext, "publicUrl">) =>
  HttpApiBuilder.group(Api, "links", Effect.fnUntraced(function*(handlers) {
    const db = yield* Database
    const connections = yield* Connections
    const stored = yield* StoredConnections
    const around = { ...options, connections }
    return handlers.handleAll({
      list: () =>
        Effect.sync(() => ({ items: connections.links.map((link) => toLink(around, link)), misfits: stored.misfits.links })),
      add: ({ payload }) =>
        answered(Effect.map(ConnectionChanges.addLink(stored, connections, payload), (link) => toLink(around, link))),
      remove: ({ params, query }) =>
        answered(ConnectionChanges.removeLink(db, stored, connections, params.scope, query.abandonOpen === true))
    })
  }))
