/**
 * Handlers for mapping tables: rows written by hand, from files and from the peer's lists; unmapped names with
 * suggestions. After each change, orders that waited for a name are looked at again.
 */
import { AdapterError } from "@crossdock/core"
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Result from "effect/Result"
import type { ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Intents } from "../intents/Intents.ts"
import { type Kind, kinds, Mapping, type Row } from "../mapping/NameMapping.ts"
import { conflict, instant, invalid, linkNamed, peerFailed, stored } from "./Responses.ts"
import * as ActNotes from "./ActNotes.ts"
import * as CallerLinks from "./CallerLinks.ts"
import * as PeerNames from "./PeerNames.ts"
import * as Csv from "./Csv.ts"
import * as MapDifference from "./MapDifference.ts"
import { Api, type Unmatched } from "@crossdock/admin-api"
import { suggester } from "../NameSimilarity.ts"

const isListed = (kind: Kind): kind is PeerNames.Listed => kind === "warehouse" || kind === "channel" || kind === "sku"

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

  /** The names that the peer lists, or why the list failed; cached for a minute. */
  const listed = yield* Cache.make({
    capacity: 64,
    timeToLive: "1 minute",
    lookup: (key: string) => {
      const [scope = "", kind = "sku"] = key.split(" ")
      const link = connections.linkOf(scope)
      return link === undefined
        ? Effect.succeed(Result.fail("the link does not exist"))
        : PeerNames.names(connections, mapping, link, kind as PeerNames.Listed).pipe(
          Effect.timeoutOption("20 seconds"),
          Effect.match({
            onFailure: (error) =>
              Result.fail(error._tag === "AdapterError" ? AdapterError.describe(error.reason) : "the database did not answer"),
            onSuccess: (names) => names._tag === "Some" ? Result.succeed(names.value) : Result.fail("no response within 20 s")
          })
        )
    }
  })

  /** Names of the peer that an unmapped name may mean. */
  const candidates = Effect.fnUntraced(function*(link: ConnectedLink, kind: Kind, notes: Set<string>) {
    const known = (yield* mapping.list(link.scope, kind)).map(({ theirs }) => theirs)
    if (!isListed(kind) || PeerNames.lacking(connections, link, kind) !== undefined) return known
    const found = yield* Cache.get(listed, `${link.scope} ${kind}`)
    if (Result.isFailure(found)) {
      notes.add(`${link.peer} did not return its list of names (${kind}): ${found.failure}`)
      return known
    }
    const own = kind === "sku" && link.prefix !== "" ? found.success.filter((sku) => sku.startsWith(link.prefix)) : found.success
    return [...new Set([...known, ...own])]
  })

  /** What a name is at the peer now. */
  const theirsOf = (link: ConnectedLink, kind: Kind, ours: string) => Effect.map(mapping.list(link.scope, kind), (rows) => rows.find((row) => row.ours === ours)?.theirs)

  return handlers.handleAll({
    list: ({ query }) =>
      stored(Effect.gen(function*() {
        const link = yield* linkNamed(yield* CallerLinks.seen(connections), query.link)
        return { items: yield* rowsOf(link, query.kind) }
      })),
    set: ({ payload }) =>
      stored(Effect.gen(function*() {
        const { kind, ours, theirs } = payload
        const seen = yield* CallerLinks.seen(connections)
        const link = yield* linkNamed(seen, payload.link)
        const rows = [{ kind, ours, theirs, source: "person" }]
        yield* ofOwnGoods(seen, link, rows, "/payload/theirs")
        yield* ActNotes.changed(yield* theirsOf(link, kind, ours), theirs)
        return yield* written(link, rows)
      })),
    remove: ({ query }) =>
      stored(Effect.gen(function*() {
        const link = yield* linkNamed(yield* CallerLinks.seen(connections), query.link)
        yield* ActNotes.changed(yield* theirsOf(link, query.kind, query.ours), undefined)
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
        const links = query.link === undefined ? seen.links : [yield* linkNamed(seen, query.link)]
        const notes = new Set<string>()
        const items: Array<Unmatched> = []
        for (const link of links) {
          const suggesters = new Map<Kind, ReturnType<typeof suggester>>()
          for (const { kind, lastAt, name, side, times } of yield* mapping.unmatched(link.scope)) {
            if (side === "erp" && !suggesters.has(kind)) suggesters.set(kind, suggester(yield* candidates(link, kind, notes)))
            const similar = side === "erp" ? suggesters.get(kind)?.(name) ?? [] : []
            // A comparison with tens of thousands of names takes a while, and nothing else is to wait for all of them.
            yield* Effect.yieldNow
            items.push({ link: link.scope, kind, side, name, times, lastAt: instant(lastAt), suggestions: similar })
          }
        }
        return { items, notes: [...notes] }
      }))
  })
}))
