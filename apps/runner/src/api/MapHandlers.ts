/**
 * Handlers for mapping tables: rows written by hand, from files and from the peer's lists; unmapped names with
 * suggestions. After each change, orders that waited for a name are looked at again.
 */
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { HttpApiBuilder } from "effect/http-api"
import * as Result from "effect/Result"
import type { ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Intents } from "../intents/Intents.ts"
import type * as NameMapping from "../mapping/NameMapping.ts"
import { type Kind, kinds, Mapping, type Row } from "../mapping/NameMapping.ts"
import { conflict, defaultLimit, fromCursor, instant, invalid, linkNamed, pageOf, peerFailed, stored } from "./Responses.ts"
import * as ActNotes from "./ActNotes.ts"
import * as CallerLinks from "./CallerLinks.ts"
import * as PeerNames from "./PeerNames.ts"
import * as Csv from "./Csv.ts"
import * as MapDifference from "./MapDifference.ts"
import * as NameSuggestions from "./NameSuggestions.ts"
import { Api, type Unmatched } from "@crossdock/admin-api"

export const layer = HttpApiBuilder.group(Api, "maps", Effect.fnUntraced(function*(handlers) {
  const connections = yield* Connections
  const mapping = yield* Mapping
  const intents = yield* Intents

  const rowsOf = (link: ConnectedLink, kind: Kind | undefined) =>
    Effect.map(
      Effect.forEach(kind === undefined ? kinds : [kind], (one) =>
        Effect.map(mapping.list(link.scope, one), (rows) => rows.map((row) => ({ link: link.scope, kind: one, ...row })))),
      (tables) => tables.flat()
    )

  /**
   * Reports use the peer's name, so one peer name should belong to one ERP name. A row that only repeats the peer's
   * list is replaced by one from a person or a file; any other duplicate is reported.
   */
  const withoutDoubles = Effect.fnUntraced(function*(link: ConnectedLink, kind: Kind, rows: ReadonlyArray<Row>) {
    const written = new Set(rows.map(({ ours }) => ours))
    const before = (yield* mapping.list(link.scope, kind)).filter(({ ours }) => !written.has(ours))
    const byTheirs = new Map<string, Array<Row>>()
    for (const row of [...before, ...rows]) byTheirs.set(row.theirs, [...(byTheirs.get(row.theirs) ?? []), row])
    const notes: Array<string> = []
    for (const { theirs } of rows) {
      const same = byTheirs.get(theirs) ?? []
      byTheirs.delete(theirs)
      const kept = same.filter(({ source }) => source !== "peer" || same.length === 1)
      for (const row of same) if (!kept.includes(row)) yield* mapping.remove(link.scope, kind, row.ours)
      if (kept.length > 1) notes.push(`${kind} ${theirs} is mapped from ${kept.map(({ ours }) => ours).join(" and ")}: reports about it use only one of these names`)
    }
    return notes
  })

  /**
   * A name of the peer says whose goods are shipped and whose stock is told. Where a link has a prefix, others may use the peer too, and an
   * account that does not see them gives only names under the prefix, and those that the link has already.
   */
  const ofOwnGoods = Effect.fnUntraced(function*({ scopes }: CallerLinks.Seen, link: ConnectedLink, rows: ReadonlyArray<Csv.KindRow>, path: string) {
    const prefix = PeerNames.prefixOf(connections, link, "sku")
    if (scopes === undefined || prefix === "") return
    const known = new Set((yield* mapping.list(link.scope, "sku")).map(({ theirs }) => theirs))
    const other = rows.find(({ kind, theirs }) => kind === "sku" && !theirs.startsWith(prefix) && !known.has(theirs))
    if (other === undefined) return
    return yield* Effect.fail(invalid(path, `${JSON.stringify(other.theirs)} does not begin with the prefix ${JSON.stringify(prefix)} of the link; an account without a limit can give it such a name`))
  })

  const written = Effect.fnUntraced(function*(link: ConnectedLink, rows: ReadonlyArray<Csv.KindRow>) {
    const byKind = new Map<Kind, Array<Row>>()
    for (const { kind, ...row } of rows) {
      const table = byKind.get(kind)
      if (table === undefined) byKind.set(kind, [row])
      else table.push(row)
    }
    const notes: Array<string> = []
    for (const [kind, table] of byKind) {
      notes.push(...(yield* withoutDoubles(link, kind, table)))
      yield* mapping.set(link.scope, kind, table)
    }
    return { link: link.scope, rows: rows.length, released: yield* intents.release(link.scope), notes }
  })

  const suggestions = yield* NameSuggestions.make

  return handlers.handleAll({
    list: ({ query }) =>
      stored(Effect.gen(function*() {
        const link = yield* linkNamed(yield* CallerLinks.seen(connections), query.link)
        const { after, limit = defaultLimit } = query
        const [kind, ours] = yield* fromCursor(after, ["", ""])
        const part = query.q?.trim()
        const asked = query.kind === undefined ? kinds : [query.kind]
        const rows: Array<Csv.KindRow> = []
        for (const one of asked.slice(Math.max(0, asked.findIndex((each) => each === kind)))) {
          if (rows.length > limit) break
          const found = yield* mapping.page(link.scope, one, one === kind ? ours : "", limit + 1 - rows.length, part === "" ? undefined : part)
          rows.push(...found.map((row) => ({ kind: one, ...row })))
        }
        return pageOf(rows, limit, (row) => ({ link: link.scope, ...row }), (row) => [row.kind, row.ours])
      })),
    set: ({ payload }) =>
      stored(Effect.gen(function*() {
        const { kind, ours, theirs } = payload
        const seen = yield* CallerLinks.seen(connections)
        const link = yield* linkNamed(seen, payload.link)
        const rows = [{ kind, ours, theirs, source: "person" }]
        yield* ofOwnGoods(seen, link, rows, "/payload/theirs")
        yield* ActNotes.changed(yield* mapping.theirsOf(link.scope, kind, ours), theirs)
        return yield* written(link, rows)
      })),
    remove: ({ query }) =>
      stored(Effect.gen(function*() {
        const link = yield* linkNamed(yield* CallerLinks.seen(connections), query.link)
        yield* ActNotes.changed(yield* mapping.theirsOf(link.scope, query.kind, query.ours), undefined)
        const isGone = yield* mapping.remove(link.scope, query.kind, query.ours)
        return { link: link.scope, rows: isGone ? 1 : 0, released: yield* intents.release(link.scope), notes: [] }
      })),
    import: ({ payload }) =>
      stored(Effect.gen(function*() {
        const seen = yield* CallerLinks.seen(connections)
        const link = yield* linkNamed(seen, payload.link)
        const rows = Csv.parse(payload.csv)
        if (Result.isFailure(rows)) return yield* Effect.fail(invalid("/payload/csv", `nothing was imported: ${rows.failure}`))
        yield* ofOwnGoods(seen, link, rows.success, "/payload/csv")
        yield* ActNotes.effect(`${rows.success.length} rows of ${link.scope}`)
        return yield* written(link, rows.success)
      })),
    preview: ({ payload }) =>
      stored(Effect.gen(function*() {
        const seen = yield* CallerLinks.seen(connections)
        const link = yield* linkNamed(seen, payload.link)
        const rows = Csv.parse(payload.csv)
        if (Result.isFailure(rows)) return yield* Effect.fail(invalid("/payload/csv", `nothing would be imported: ${rows.failure}`))
        yield* ofOwnGoods(seen, link, rows.success, "/payload/csv")
        return { link: link.scope, ...MapDifference.of(yield* rowsOf(link, undefined), rows.success) }
      })),
    export: ({ query }) =>
      stored(Effect.gen(function*() {
        const link = yield* linkNamed(yield* CallerLinks.seen(connections), query.link)
        return Csv.format(yield* rowsOf(link, query.kind))
      })),
    fillFromPeer: ({ payload }) =>
      stored(Effect.gen(function*() {
        const { kind } = payload
        const seen = yield* CallerLinks.seen(connections)
        const link = yield* linkNamed(seen, payload.link)
        const lacks = PeerNames.lacking(connections, link, kind)
        if (lacks !== undefined) {
          return yield* Effect.fail(conflict("NOT_OFFERED", `${link.peer} does not offer ${lacks}; import a file with \`crossdock maps import\``))
        }
        const names = yield* Effect.catchTag(PeerNames.names(connections, mapping, link, kind), "AdapterError", (error) =>
          Effect.fail(peerFailed(error)))
        const prefix = PeerNames.prefixOf(connections, link, kind)
        const own = names.filter((name) => name.startsWith(prefix) && name !== prefix)
        const before = yield* mapping.list(link.scope, kind)
        const [ours, theirs] = [new Set(before.map((row) => row.ours)), new Set(before.map((row) => row.theirs))]
        const added = own.filter((name) => !theirs.has(name) && !ours.has(name.slice(prefix.length)))
        // What belongs to other links is not counted for an account that does not see them.
        const others = seen.scopes === undefined ? names.length - own.length : 0
        const { released } = yield* written(link, added.map((name) => ({ kind, ours: name.slice(prefix.length), theirs: name, source: "peer" })))
        return {
          link: link.scope,
          kind,
          found: own.length + others,
          added: added.length,
          kept: own.length - added.length,
          others,
          released
        }
      })),
    unmatched: ({ query }) =>
      stored(Effect.gen(function*() {
        const seen = yield* CallerLinks.seen(connections)
        const { after, limit = defaultLimit } = query
        const [scope, lastAt, kind, name] = yield* fromCursor(after, ["", 0, "", ""])
        const links = query.link === undefined ? seen.links.toSorted((one, other) => (one.scope < other.scope ? -1 : 1)) : [yield* linkNamed(seen, query.link)]
        const rows: Array<readonly [ConnectedLink, NameMapping.Unmatched]> = []
        for (const link of links.filter((one) => one.scope >= scope)) {
          if (rows.length > limit) break
          const place = link.scope === scope ? { lastAt, kind, name } : undefined
          for (const row of yield* mapping.unmatched(link.scope, { after: place, rows: limit + 1 - rows.length })) rows.push([link, row])
        }
        const page = pageOf(rows, limit, identity, ([link, row]) => [link.scope, row.lastAt, row.kind, row.name])
        const { notes, of } = yield* suggestions(page.items)
        return { ...page, items: page.items.map(([link, row], at): Unmatched => ({ link: link.scope, ...row, lastAt: instant(row.lastAt), suggestions: of[at]! })), notes }
      }))
  })
}))
