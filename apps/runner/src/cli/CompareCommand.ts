/**
 * `compare`: compares what is stored with what peers answer, page by page, and says what mends each difference.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Comparable, ComparableList, ComparedKind, ComparedPage, Difference } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { ProblemShown, usage } from "./CommandErrors.ts"
import { admin, instantGiven, link, since, token } from "./Flags.ts"
import { answer, lines, plain, remark, section, table } from "./Output.ts"

/** What was compared at one link, summed up over its pages. */
const Place = Schema.Struct({
  ...Comparable.fields,
  records: Schema.Int,
  calls: Schema.Int,
  mended: Schema.Int,
  skipped: Schema.Int,
  failure: Schema.optionalKey(Schema.String),
  isWhole: Schema.Boolean
})
type Place = typeof Place.Type

const Comparison = Schema.Struct({ since: Schema.DateTimeUtcFromString, places: Schema.Array(Place), differences: Schema.Array(Difference) })

const isFine = ({ differences, places }: typeof Comparison.Type): boolean => differences.length === 0 && places.every(({ failure, isWhole }) => isWhole && failure === undefined)

const countOf = (n: number): string | undefined => n === 0 ? undefined : String(n)

const text = ({ differences, places }: typeof Comparison.Type): string =>
  lines(
    differences.length === 0 ? "no difference was found" : table(
      ["what", "number or SKU", "ours", "theirs", "kind", "link"],
      differences.map((one) => [one.is, one.name, one.ours, one.theirs, one.kind, one.link])
    ),
    differences.length === 0 ? undefined : section("what to do", [...new Set(differences.map(({ next }) => plain(next)))].join("\n")),
    section("compared", table(
      ["link", "connection", "kind", "records", "calls", "mended", "not compared", "problem"],
      places.map((one) => [
        one.link, one.connection, one.kind, one.records, one.calls, countOf(one.mended), countOf(one.skipped),
        one.failure ?? (one.isWhole ? undefined : "not to its end: raise --calls")
      ])
    ))
  )

/** Days that are compared by default. */
const days = 30

const placesText = ({ items }: typeof ComparableList.Type): string =>
  items.length === 0 ? "nothing can be compared" : table(["link", "connection", "kind"], items.map((one) => [one.link, one.connection, one.kind]))

/** Compares one place to its end, or until so many calls were made. */
const compared = Effect.fnUntraced(function*(place: Comparable, { from, left, mend }: { readonly from: DateTime.Utc; readonly left: number; readonly mend: boolean }) {
  let sum: Place = { ...place, records: 0, calls: 0, mended: 0, skipped: 0, isWhole: false }
  const differences: Array<Difference> = []
  let after: string | undefined
  while (sum.calls < left) {
    const page: ComparedPage = yield* ask((client) =>
      client.compare.page({ payload: { link: place.link, kind: place.kind, since: from, ...(after !== undefined && { after }), ...(mend && { mend: true }) } }))
    differences.push(...page.differences)
    sum = {
      ...sum,
      records: sum.records + page.records,
      calls: sum.calls + page.calls,
      mended: sum.mended + page.mended,
      skipped: sum.skipped + page.skipped,
      ...(page.failure !== undefined && { failure: page.failure }),
      isWhole: page.next === undefined
    }
    after = page.next
    if (after === undefined || page.failure !== undefined) break
    yield* remark(`${place.link}, ${place.kind}: ${sum.records} compared, ${differences.length} differences`)
  }
  return { sum, differences }
})

export const compare = Command.make("compare", {
  link,
  kind: Flag.Literals("kind", ComparedKind.literals).pipe(Flag.withDescription("Only records of this kind"), Flag.optional),
  since,
  calls: Flag.Int("calls").pipe(Flag.withDescription("Stop after so many calls to the peers"), Flag.withDefault(1000)),
  list: Flag.Boolean("list").pipe(Flag.withoutNegation, Flag.withDescription("Only list what can be compared"), Flag.withDefault(false)),
  mend: Flag.Boolean("mend").pipe(Flag.withoutNegation, Flag.withDescription("Store what the peers answer about orders that differ, as their polls do"), Flag.withDefault(false))
}, Effect.fnUntraced(function*(given) {
  const { items } = yield* ask((client) => client.compare.list())
  const places = items.filter(({ kind, link: of }) =>
    Option.match(given.link, { onNone: () => true, onSome: (one) => of === one || of.split(":")[1] === one }) && Option.getOrElse(given.kind, () => kind) === kind)
  if (given.list) return yield* answer(ComparableList, { items: places }, placesText)
  if (given.calls < 1) return yield* Effect.fail(usage("--calls must be at least 1"))
  if (places.length === 0) return yield* Effect.fail(usage("nothing that was named can be compared; crossdock compare --list shows what can"))
  const from = (yield* instantGiven("since", given.since)) ?? DateTime.makeUnsafe((yield* Clock.currentTimeMillis) - days * 86_400_000)
  const found: Array<Effect.Success<ReturnType<typeof compared>>> = []
  let left = given.calls
  for (const place of places) {
    const one = yield* compared(place, { from, left, mend: given.mend })
    found.push(one)
    left -= one.sum.calls
  }
  const result = { since: from, places: found.map(({ sum }) => sum), differences: found.flatMap(({ differences }) => differences) }
  yield* answer(Comparison, result, text)
  if (!isFine(result)) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription(
    "Compare what is stored with what the peers answer: orders of warehouses with their phases and parcels, orders of shops, and\n" +
      "  stock. Each difference is listed with what mends it. Orders are those of the last 30 days, or from --since on. The peers\n" +
      "  are asked within their rate limits, and --calls bounds how often. --mend stores what they answer; it never creates,\n" +
      "  changes or cancels anything at a peer. Run it after a restore. Exit code 1: there is a difference, or a peer did not answer."
  ),
  Command.withShortDescription("Compare what is stored with what the peers answer"),
  Command.withExamples([
    { command: "crossdock compare" },
    { command: "crossdock compare --link warehouse:acme --since 7d --json" },
    { command: "crossdock compare --kind outbound --mend" }
  ]),
  Command.withGlobalFlags([admin, token])
)
