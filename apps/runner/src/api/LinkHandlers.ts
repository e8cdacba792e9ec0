/**
 * Handlers for links between an ERP connection and the connection of a warehouse or a shop: list, add and remove, and how far a
 * shop was read.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import type * as SecretRotation from "../connection/SecretRotation.ts"
import { Connections } from "../connection/Connections.ts"
import { StoredConnections } from "../connection/StoredConnections.ts"
import { Readings } from "../jobs/Readings.ts"
import { Database } from "../store/Database.ts"
import { instant, member, notFound, stored as answered } from "./Responses.ts"
import { who as whoCalls } from "./Who.ts"
import * as ConnectionChanges from "./ConnectionChanges.ts"
import * as ConnectionNotes from "./ConnectionNotes.ts"
import * as LinkCallers from "./LinkCallers.ts"
import * as CallerLinks from "./CallerLinks.ts"
import { type RowContext, toLink } from "./ConnectionRows.ts"
import { Api, type CallerSecret } from "@crossdock/admin-api"

/** Seconds for which an earlier secret is accepted. */
const usualOverlap = 86_400

const toCallerSecret = ({ endsAt, id, isDeclared, links, protocol, startedAt }: SecretRotation.Changed): CallerSecret =>
  ({ protocol, id, links, startedAt: instant(startedAt), endsAt: instant(endsAt), isDeclared })

export const layer = (options: Pick<RowContext, "publicUrl">) =>
  HttpApiBuilder.group(Api, "links", Effect.fnUntraced(function*(handlers) {
    const db = yield* Database
    const connections = yield* Connections
    const stored = yield* StoredConnections
    const around = { ...options, connections }
    const readings = yield* Readings
    const readerOf = (scope: string) =>
      Effect.flatMap(CallerLinks.seen(connections), ({ links, sees }) => {
        const reader = sees(scope) ? readings.readerOf(scope) : undefined
        return reader === undefined
          ? Effect.fail(notFound("link to a shop", scope, `existing links: ${links.map((link) => link.scope).join(", ") || "none"}`))
          : Effect.succeed(reader)
      })
    const read = (scope: string) =>
      Effect.flatMap(readerOf(scope), (reader) =>
        Effect.map(reader.of(scope), (found) => ({
          items: found.map(({ isEnded, readUntil, records, since, track, until }) => ({
            track: track as "changes" | "backfill",
            since: instant(since),
            readUntil: instant(readUntil),
            ...member("until", until, instant),
            records,
            isEnded
          }))
        })))
    return handlers.handleAll({
      list: () =>
        Effect.map(CallerLinks.seen(connections), ({ links, sees }) => ({
          items: links.map((link) => toLink(around, link)),
          misfits: stored.misfits.links.filter(({ scope }) => sees(scope))
        })),
      callers: () =>
        answered(Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.map(LinkCallers.list(db, connections, now), (items) => ({ items })))),
      add: ({ payload }) =>
        answered(Effect.map(ConnectionChanges.addLink(stored, connections, payload), (link) => toLink(around, link))),
      remove: ({ params, query }) =>
        answered(ConnectionChanges.removeLink(db, stored, connections, params.scope, query.abandonOpen === true)),
      rotate: ({ params, payload: { protocol, overlapSeconds = usualOverlap, secretKey, who } }) =>
        answered(Effect.flatMap(whoCalls(who), (name) =>
          ConnectionChanges.asRefusal(stored.changeCallerSecret({ scope: params.scope, protocol, secretKey, overlap: overlapSeconds * 1000, who: name })).pipe(
            Effect.tap(ConnectionNotes.secretChanged),
            Effect.map(toCallerSecret)
          ))),
      endSecret: ({ params, payload: { protocol, who } }) =>
        answered(Effect.flatMap(whoCalls(who), (name) =>
          ConnectionChanges.asRefusal(stored.endEarlierSecret({ scope: params.scope, protocol, who: name })).pipe(Effect.tap(ConnectionNotes.secretEnded), Effect.map(toCallerSecret)))),
      readings: ({ params }) => answered(read(params.scope)),
      backfill: ({ params, payload }) =>
        answered(Effect.flatMap(readerOf(params.scope), (reader) =>
          Effect.andThen(reader.backfill(params.scope, DateTime.toEpochMillis(payload.since)), read(params.scope))))
    })
  }))
