/**
 * What unmatched names may mean: similar names of the peer, by its own list and by the rows that the link has.
 */
import { AdapterError } from "@crossdock/core"
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { type Kind, Mapping, type Unmatched } from "../mapping/NameMapping.ts"
import { type Suggestion, suggester } from "../NameSimilarity.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import * as PeerNames from "./PeerNames.ts"

const isListed = (kind: Kind): kind is PeerNames.Listed => kind === "warehouse" || kind === "channel" || kind === "sku"

/** A suggester knows all names of a peer, so only those of the last tables are kept. */
const mostSuggesters = 8

/** The answers that a suggester remembers, for pages that are asked for again. */
const mostRemembered = 1000

/** A suggester, and what it was made of. */
interface Made {
  readonly known: ReadonlyArray<string>
  readonly listed: ReadonlyArray<string>
  readonly suggest: ReturnType<typeof suggester>
}

const remembering = (suggest: ReturnType<typeof suggester>): ReturnType<typeof suggester> => {
  const answers = new Map<string, ReadonlyArray<Suggestion>>()
  return (name) => {
    const known = answers.get(name)
    if (known !== undefined) return known
    if (answers.size >= mostRemembered) answers.clear()
    const found = suggest(name)
    answers.set(name, found)
    return found
  }
}

const isSame = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => one === other || (one.length === other.length && one.every((name, at) => name === other[at]))

/** Returns what gives each unmatched name its suggestions, in the same order, with notes about lists of peers that could not be read. */
export const make = Effect.gen(function*() {
  const connections = yield* Connections
  const mapping = yield* Mapping
  const suggesters = new Map<string, Made>()

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

  /** Names that the peer lists and that an unmatched name may mean. */
  const ownNames = Effect.fnUntraced(function*(link: ConnectedLink, kind: Kind, notes: Set<string>) {
    if (!isListed(kind) || PeerNames.lacking(connections, link, kind) !== undefined) return []
    const found = yield* Cache.get(listed, `${link.scope} ${kind}`)
    if (Result.isFailure(found)) {
      notes.add(`${link.peer} did not return its list of names (${kind}): ${found.failure}`)
      return []
    }
    return kind === "sku" && link.prefix !== "" ? found.success.filter((sku) => sku.startsWith(link.prefix)) : found.success
  })

  /** The suggester of a table. It is made anew only if the names have changed, because that takes long with tens of thousands. */
  const suggesterOf = Effect.fnUntraced(function*(link: ConnectedLink, kind: Kind, notes: Set<string>) {
    const key = `${link.scope} ${kind}`
    const known = yield* mapping.peerNames(link.scope, kind)
    const own = yield* ownNames(link, kind, notes)
    const before = suggesters.get(key)
    const isKept = before !== undefined && isSame(before.known, known) && isSame(before.listed, own)
    const made: Made = isKept ? before : { known, listed: own, suggest: remembering(suggester([...new Set([...known, ...own])])) }
    suggesters.delete(key)
    suggesters.set(key, made)
    const oldest = suggesters.keys().next().value
    if (suggesters.size > mostSuggesters && oldest !== undefined) suggesters.delete(oldest)
    return made.suggest
  })

  return Effect.fnUntraced(function*(names: ReadonlyArray<readonly [ConnectedLink, Unmatched]>): Effect.fn.Return<{ readonly of: ReadonlyArray<ReadonlyArray<Suggestion>>; readonly notes: ReadonlyArray<string> }, DatabaseFailed> {
    const notes = new Set<string>()
    const ofTables = new Map<string, ReturnType<typeof suggester>>()
    const of: Array<ReadonlyArray<Suggestion>> = []
    for (const [link, { kind, name, side }] of names) {
      const key = `${link.scope} ${kind}`
      if (side === "erp" && !ofTables.has(key)) ofTables.set(key, yield* suggesterOf(link, kind, notes))
      of.push(side === "erp" ? ofTables.get(key)?.(name) ?? [] : [])
      // A comparison with tens of thousands of names takes a while, and nothing else is to wait for all of them.
      yield* Effect.yieldNow
    }
    return { of, notes: [...notes] }
  })
})
