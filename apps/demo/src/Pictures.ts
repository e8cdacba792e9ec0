/**
 * A picture of the stock as everybody tells it, and where it differs from what it has to be.
 */
import { type Books, figures, keyOf } from "./Replay.ts"

/** Pieces by the key of a warehouse and a SKU. */
export type Pieces = ReadonlyMap<string, number>

/** What the books, the warehouses and the shop say at one moment. */
export interface Picture {
  readonly books: Books
  /** Counted in the building. */
  readonly counted: Pieces
  /** Offered by the shop. Undefined in a step that does not wait until the shop is told. */
  readonly offered: Pieces | undefined
}

/** One figure that is not what it has to be. */
export interface Difference {
  readonly where: string
  readonly figure: string
  readonly found: number | undefined
  readonly expected: number
}

const compared = (figure: string, found: Pieces, expected: Pieces): ReadonlyArray<Difference> =>
  [...expected].flatMap(([where, pieces]) => (found.get(where) === pieces ? [] : [{ where, figure, found: found.get(where), expected: pieces }]))

const of = (books: Books, figure: (typeof figures)[number]): Pieces => new Map([...books].map(([where, balance]) => [where, balance[figure]]))

/** What a picture has to be if the books are as the replay says. A shop offers what is available. */
export const expectedOf = (replayed: Books, isPublished: boolean): Picture => ({
  books: replayed,
  counted: of(replayed, "total"),
  offered: isPublished ? of(replayed, "available") : undefined
})

/** Every figure of a picture that differs from the expected one, and every balance that nobody expects. */
export const differences = (found: Picture, expected: Picture): ReadonlyArray<Difference> => [
  ...figures.flatMap((figure) => compared(figure, of(found.books, figure), of(expected.books, figure))),
  ...compared("counted", found.counted, expected.counted),
  ...(expected.offered === undefined ? [] : compared("offered", found.offered ?? new Map(), expected.offered)),
  ...[...found.books].filter(([where]) => !expected.books.has(where)).map(([where, { total }]) => ({ where, figure: "total", found: total, expected: 0 }))
]

/** What was seen before: the last picture, with the offers of the shop as they were last compared. */
export const seenBefore = (earlier: ReadonlyArray<Picture>): Picture | undefined => {
  const last = earlier.at(-1)
  return last && { ...last, offered: earlier.findLast(({ offered }) => offered !== undefined)?.offered }
}

/** The columns of a picture as a table. */
export const columns = ["total", "available", "reserved", "in transit", "counted", "shop offers"] as const

export interface Cell {
  readonly now: number | undefined
  /** The figure of the picture before, if it was another one. */
  readonly before: number | undefined
}

export interface Row {
  readonly warehouse: string
  readonly sku: string
  readonly cells: ReadonlyArray<Cell>
}

/** The rows of a picture: the same in every step, so that a reader finds each figure in its place. */
export const rowsOf = (now: Picture, before: Picture | undefined, warehouses: ReadonlyArray<string>, skus: ReadonlyArray<string>): ReadonlyArray<Row> => {
  const figuresAt = ({ books, counted, offered }: Picture, key: string) => [...figures.map((figure) => books.get(key)?.[figure]), counted.get(key), offered?.get(key)]
  return warehouses.flatMap((warehouse) =>
    skus.map((sku) => {
      const key = keyOf(warehouse, sku)
      const earlier = before === undefined ? [] : figuresAt(before, key)
      return { warehouse, sku, cells: figuresAt(now, key).map((figure, index) => ({ now: figure, before: figure === undefined || earlier[index] === figure ? undefined : earlier[index] })) }
    }))
}
