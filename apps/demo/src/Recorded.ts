/**
 * What was played as data: the console plays a recorded story step by step.
 */
import { columns, rowsOf } from "./Pictures.ts"
import type { Played } from "./Play.ts"
import { names, skus, warehouses } from "./Story.ts"
import { titleOf } from "./Terminal.ts"

/** The story as the console reads it: titles of parties, figures by row. */
export const recorded = (all: ReadonlyArray<Played>) => ({
  columns,
  steps: all.map(({ before, done, picture, step: { id, sentence, title } }) => ({
    id,
    title,
    sentence,
    said: done.said.map(({ from, text, to }) => ({ from: titleOf(from), to: titleOf(to), text })),
    rows: rowsOf(picture, before, warehouses, skus).map(({ cells, sku, warehouse }) => ({ warehouse, sku, name: names[sku] ?? "", cells: cells.map(({ before: earlier, now }) => ({ now: now ?? null, before: earlier ?? null })) }))
  }))
})
