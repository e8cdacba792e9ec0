/**
 * Handlers for the comparison of what is stored with what peers answer, a page for each request.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import { Connections } from "../connection/Connections.ts"
import { type Comparison, Comparisons, nothing } from "../records/Comparisons.ts"
import * as ShellWord from "../ShellWord.ts"
import { Api, type Comparable, type ComparedKind, type ComparedPage, type Difference } from "@crossdock/admin-api"
import { fromCursor, invalid, linkNamed, stored, toCursor } from "./Responses.ts"

/** What mends a difference. A number may have characters of a shell, so it stands in quotes. */
const nextOf = ({ kind, link }: Comparable, { is, name }: Pick<Difference, "is" | "name">): string => {
  const quoted = ShellWord.quoted(name)
  if (is === "figure") return `crossdock stock show ${quoted} explains it; have it counted, then crossdock books enter, or have the warehouse correct its stock`
  if (is === "not-shown") return `look it up at the warehouse; crossdock orders show ${quoted} --link ${link} says what was sent and answered`
  return `crossdock compare --link ${link} --kind ${kind} --mend`
}

export const layer = HttpApiBuilder.group(Api, "compare", Effect.fnUntraced(function*(handlers) {
  const connections = yield* Connections
  const comparisons = yield* Comparisons

  /** What can be compared, and how. */
  const comparable = Effect.suspend(() =>
    Effect.map(
      Effect.forEach(connections.links, (link) =>
        Effect.map(Effect.filter(comparisons, (one) => one.mayBeCompared(link)), (some) =>
          some.map((by): { readonly place: Comparable; readonly by: Comparison } => ({ place: { link: link.scope, connection: link.peer, kind: by.kind as ComparedKind }, by })))),
      (found) => found.flat()
    ))

  return handlers.handleAll({
    list: () => stored(Effect.map(comparable, (found) => ({ items: found.map(({ place }) => place) }))),
    page: ({ payload: { after, kind, link: named, mend, since } }) =>
      stored(Effect.gen(function*() {
        const link = yield* linkNamed(connections, named)
        const found = (yield* comparable).find(({ place }) => place.link === link.scope && place.kind === kind)
        if (found === undefined) return yield* Effect.fail(invalid("/payload/kind", `${link.scope} has nothing of this kind that can be compared; \`crossdock compare --list\` lists what can`))
        const { by, place } = found
        const begins = after === undefined ? undefined : yield* fromCursor(after, [0, ""])
        const { next, ...compared } = connections.pausedOf(link.peer) === undefined
          ? yield* by.page(link, { since: DateTime.toEpochMillis(since), after: begins, isMending: mend === true })
          : { ...nothing, failure: `the connection ${link.peer} is paused; crossdock connections resume ${link.peer}` }
        const page: ComparedPage = {
          ...compared,
          differences: compared.differences.map((one): Difference => ({ ...place, ...one, next: nextOf(place, one) })),
          ...(next !== undefined && { next: toCursor([...next]) })
        }
        return page
      }))
  })
}))
