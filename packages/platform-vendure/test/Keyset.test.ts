/** Lists are read page by page from a simulated Vendure whose records appear, vanish and change meanwhile. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as Keyset from "../src/Keyset.ts"
import { holds } from "./property.ts"

interface Row extends Keyset.Placed {
  /** Vanishes after this page. */
  readonly until: number
}

/**
 * What a query returns: SQLite keeps whole seconds as text without milliseconds, so a time is not after the same second; the
 * other databases compare times with their fractions.
 */
const query = (rows: ReadonlyArray<Row>, after: number, take: number, isText: boolean) =>
  rows.filter(({ createdAt }) => (isText ? createdAt > after && Math.floor(createdAt / 1000) > Math.floor(after / 1000) : createdAt > after))
    .toSorted((a, b) => a.createdAt - b.createdAt || Number(a.id) - Number(b.id))
    .slice(0, take)

/** Reads all pages through cursors. */
const readAll = (rows: ReadonlyArray<Row>, size: number, isText: boolean): ReadonlyArray<string> => {
  const found: Array<string> = []
  let position = Keyset.start
  for (let page = 0; page < 1000; page++) {
    const here = rows.filter(({ until }) => page <= until)
    const take = size + position.seen.length
    const answer = query(here, position.after, take, isText)
    for (const row of Keyset.unseen(position, answer)) {
      found.push(row.id)
      position = Keyset.behind(position, row)
    }
    if (answer.length < take) return found
    position = Keyset.fromCursor(Keyset.toCursor(position))!
  }
  return found
}

/** Records that were created within a few seconds, some of which vanish while the pages are read. */
const Lists = Schema.Tuple([
  Schema.Array(Schema.Tuple([Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5000 })), Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))])),
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
  Schema.Boolean
])

describe("the pages of a list", () => {
  it.effect("have every record that stays exactly once, and none twice, while others vanish (P-218 P-222)", () =>
    holds(Arbitrary.schema(Lists), ([created, size, isText]) => {
      const base = 1_790_000_000_000
      const rows = created.map(([at, until], index): Row => ({
        id: String(index + 1),
        createdAt: base + (isText ? Math.floor(at / 1000) * 1000 : at),
        until: until < 4 ? until : Infinity
      }))
      const found = readAll(rows, size, isText)
      return new Set(found).size === found.length && rows.every(({ id, until }) => until !== Infinity || found.includes(id))
    }, 500))

  it("reads no other text as a cursor", () => {
    for (const text of ["", "x", "1", "[1]", "[1,[[2,3]]]", "[1.5,[]]", "{\"after\":1}"]) assert.isUndefined(Keyset.fromCursor(text), text)
    assert.deepStrictEqual(Keyset.fromCursor(Keyset.toCursor(Keyset.start)), Keyset.start)
  })
})
