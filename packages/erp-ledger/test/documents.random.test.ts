/**
 * Random statements about documents, late, repeated, decreasing and in disorder, against a plain account of the pieces that shares no
 * code with the books. Two links and two issues use the same numbers.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { open as openBooks, reasonOf } from "./books.ts"
import { postgres, sqlite } from "./storages.ts"

type Pieces = Readonly<Record<string, number>>
const skus = ["A", "B"]

interface Statement {
  readonly of: "allot" | "ship"
  readonly at: number
  readonly version: number
  readonly pieces: Pieces
  readonly isEnded: boolean
}

const documents = ["W", "V"].flatMap((link) => ["1", "2"].map((issue) => ({ link, orderNumber: "SO-1", issue })))

const piecesUpTo = (most: number) => Effect.map(Effect.all(skus.map(() => Random.nextIntBetween(0, most))), (counts) =>
  Object.fromEntries(skus.flatMap((sku, at) => counts[at]! > 0 ? [[sku, counts[at]!]] : [])))

/** What is said of each document, in the order in which it is said. */
const storyOf = Effect.fnUntraced(function*(length: number, most: number) {
  const versions = documents.map(() => ({ allot: 0, ship: 0 }))
  const story: Array<Statement> = []
  for (let count = 0; count < length; count++) {
    const at = yield* Random.nextIntBetween(0, documents.length - 1)
    const of = (yield* Random.nextBoolean) ? "allot" as const : "ship" as const
    story.push({ of, at, version: ++versions[at]![of], pieces: yield* piecesUpTo(most), isEnded: (yield* Random.nextIntBetween(0, 4)) === 0 })
  }
  return story
})

/** The story as it arrives: some of it twice, and some of it late. */
const arriving = Effect.fnUntraced(function*(story: ReadonlyArray<Statement>) {
  const all: Array<readonly [number, Statement]> = []
  for (const [at, statement] of story.entries()) {
    const times = yield* Random.nextIntBetween(1, 2)
    for (let time = 0; time < times; time++) all.push([at + (yield* Random.nextIntBetween(0, 6)), statement])
  }
  return all.toSorted(([one], [other]) => one - other).map(([, statement]) => statement)
})

/** A plain account: what is on hand, and what each document has reserved and has taken out. */
const accountOf = (initial: number) => {
  const onHand: Record<string, number> = Object.fromEntries(skus.map((sku) => [sku, initial]))
  const held = documents.map(() => ({
    allotted: {} as Pieces,
    most: {} as Record<string, number>,
    shipped: {} as Pieces,
    versions: { allot: 0, ship: 0 },
    isEnded: false,
    reserved: {} as Record<string, number>,
    taken: {} as Record<string, number>,
    lacking: {} as Record<string, number>
  }))
  const reservedOf = (sku: string) => held.reduce((sum, each) => sum + (each.reserved[sku] ?? 0), 0)

  const bring = (document: (typeof held)[number], isStrict: boolean): boolean => {
    const isLimited = Object.values(document.most).some((pieces) => pieces > 0)
    let isEnough = true
    for (const sku of skus) {
      const shipped = document.shipped[sku] ?? 0
      const out = isLimited ? Math.min(shipped, document.most[sku] ?? 0) : shipped
      for (; (document.taken[sku] ?? 0) + (document.lacking[sku] ?? 0) < out;) {
        if ((document.reserved[sku] ?? 0) > 0) document.reserved[sku]! -= 1
        else if (onHand[sku]! - reservedOf(sku) <= 0) {
          document.lacking[sku] = (document.lacking[sku] ?? 0) + 1
          continue
        }
        onHand[sku]! -= 1
        document.taken[sku] = (document.taken[sku] ?? 0) + 1
      }
      for (; (document.taken[sku] ?? 0) + (document.lacking[sku] ?? 0) > out;) {
        if ((document.lacking[sku] ?? 0) > 0) document.lacking[sku]! -= 1
        else {
          document.taken[sku]! -= 1
          onHand[sku]! += 1
        }
      }
      const wanted = document.isEnded ? 0 : Math.max(0, (document.allotted[sku] ?? 0) - out)
      document.reserved[sku] = Math.min(document.reserved[sku] ?? 0, wanted)
      const more = Math.min(wanted - document.reserved[sku]!, onHand[sku]! - reservedOf(sku))
      if (isStrict && more < wanted - document.reserved[sku]!) isEnough = false
      document.reserved[sku]! += more
    }
    return isEnough
  }

  return {
    /** Whether the statement is taken. */
    hear: ({ at, isEnded, of, pieces, version }: Statement): boolean => {
      const document = held[at]!
      if (version <= document.versions[of]) return true
      const before = structuredClone({ document, onHand })
      document.versions[of] = version
      if (of === "ship") Object.assign(document, { shipped: pieces, isEnded })
      else {
        document.allotted = pieces
        for (const sku of skus) document.most[sku] = Math.max(document.most[sku] ?? 0, pieces[sku] ?? 0)
      }
      if (bring(document, of === "allot")) return true
      Object.assign(document, before.document)
      Object.assign(onHand, before.onHand)
      return false
    },
    figures: (sku: string) => ({
      ...(onHand[sku]! > 0 && { total: onHand[sku]! }),
      ...(reservedOf(sku) > 0 && { reserved_order: reservedOf(sku) })
    }),
    lacking: () => held.map(({ lacking }) => Object.fromEntries(Object.entries(lacking).filter(([, pieces]) => pieces > 0)))
  }
}

const open = (quantity: number) => openBooks({ openingStock: skus.map((sku) => ({ warehouse: "One", sku, quantity })) })

for (const [name, database, seeds] of [["SQLite", sqlite, 40], ["PostgreSQL", postgres, 6]] as const) {
  layer(database, { timeout: 120_000 })(`random statements about documents on ${name}`, (it) => {
    it.effect("leave after each of them what a plain account has, also where pieces are lacking or refused (F1, F2, R4)", () =>
      Effect.gen(function*() {
        const seen = { refused: 0, lacking: 0, back: 0 }
        for (let seed = 1; seed <= seeds; seed++) {
          const { allot, check, figures, rows, ship } = yield* open(20)
          const account = accountOf(20)
          const statements = yield* Random.withSeed(Effect.flatMap(storyOf(40, 9), arriving), seed)
          for (const [step, statement] of statements.entries()) {
            const document = documents[statement.at]!
            const before = account.figures("A").total ?? 0
            const isTaken = account.hear(statement)
            const told = statement.of === "allot"
              ? allot(document, statement.version, statement.pieces)
              : ship(document, statement.version, statement.pieces, { warehouseCode: "W-1", isEnded: statement.isEnded })
            const where = `seed ${seed}, step ${step}`
            assert.strictEqual(yield* reasonOf(told), isTaken ? "success" : "Rejected STOCK_NOT_ENOUGH", where)
            for (const sku of skus) assert.deepStrictEqual(yield* figures("1", sku), account.figures(sku), where)
            if (!isTaken) seen.refused++
            if ((account.figures("A").total ?? 0) > before) seen.back++
          }
          const kept = (yield* rows("document")).flatMap(({ content, number, status }) =>
            status === "OPEN" && String(number).endsWith("lacking") ? [[number, JSON.parse(String(content)).lacking]] : [])
          const lacking = account.lacking().flatMap((pieces, at) =>
            Object.keys(pieces).length === 0 ? [] : [[`SO-1 ${documents[at]!.link} ${documents[at]!.issue} lacking`, pieces]])
          assert.deepStrictEqual(kept.toSorted(), lacking.toSorted(), `seed ${seed}`)
          seen.lacking += lacking.length
          yield* check
        }
        for (const [what, count] of Object.entries(seen)) assert.isAbove(count, 0, `${what} was never played`)
      }))

    it.effect("end in every order of arrival as the newest of each say", () =>
      Effect.gen(function*() {
        for (let seed = 1; seed <= seeds; seed++) {
          const { allot, check, figures, ship } = yield* open(1000)
          const story = yield* Random.withSeed(storyOf(30, 9), seed)
          // Everything is allotted enough, so nothing is a surplus.
          const enough = story.map((statement) => statement.of === "allot" ? { ...statement, pieces: Object.fromEntries(skus.map((sku) => [sku, 9 + (statement.pieces[sku] ?? 0)])) } : statement)
          const newest = (at: number, of: Statement["of"]) => enough.findLast((each) => each.at === at && each.of === of)
          for (const { at, isEnded, of, pieces, version } of yield* Random.withSeed(Random.shuffle([...enough, ...enough]), seed)) {
            yield* of === "allot" ? allot(documents[at]!, version, pieces) : ship(documents[at]!, version, pieces, { warehouseCode: "W-1", isEnded })
          }
          for (const sku of skus) {
            let [total, reserved] = [1000, 0]
            for (const at of documents.keys()) {
              const left = newest(at, "ship")?.pieces[sku] ?? 0
              total -= left
              if (newest(at, "ship")?.isEnded !== true) reserved += Math.max(0, (newest(at, "allot")?.pieces[sku] ?? 0) - left)
            }
            assert.deepStrictEqual(yield* figures("1", sku), { total, ...(reserved > 0 && { reserved_order: reserved }) }, `seed ${seed}`)
          }
          yield* check
        }
      }))
  })
}
