/**
 * A small picture of everyone in the story. Who speaks in a step is marked, with an arrow to who listens; the numbers at an arrow are
 * those of the sentences in the list of the step.
 */
import type { Party, Said } from "./Story.ts"
import { titleOf } from "./Terminal.ts"

const places: Readonly<Record<Party, readonly [x: number, y: number]>> = {
  buyer: [58, 24],
  shop: [214, 24],
  desk: [370, 24],
  "Sandbox One": [526, 24],
  "Sandbox Two": [526, 134],
  books: [370, 134],
  caller: [214, 134]
}

const [width, height] = [112, 38]

const lines: ReadonlyArray<readonly [Party, Party]> = [
  ["buyer", "shop"], ["shop", "desk"], ["desk", "Sandbox One"], ["desk", "Sandbox Two"], ["desk", "books"], ["caller", "books"], ["Sandbox One", "books"], ["Sandbox Two", "books"]
]

/** Where a line between two boxes leaves the first. */
const edge = ([x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): readonly [number, number] => {
  const [dx, dy] = [toX - x, toY - y]
  const share = Math.min(dx === 0 ? Infinity : width / 2 / Math.abs(dx), dy === 0 ? Infinity : height / 2 / Math.abs(dy))
  return [Math.round(x + dx * share), Math.round(y + dy * share)]
}

const line = (from: Party, to: Party, attributes: string): string => {
  const [[x1, y1], [x2, y2]] = [edge(places[from], places[to]), edge(places[to], places[from])]
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${attributes}/>`
}

/** Where the numbers of an arrow stand: beside it, on its left hand, so that those of two opposite arrows do not meet. */
const beside = (from: Party, to: Party): readonly [number, number] => {
  const [[x1, y1], [x2, y2]] = [edge(places[from], places[to]), edge(places[to], places[from])]
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = Math.hypot(dx, dy)
  const share = dy === 0 ? 0.5 : 0.4
  return [Math.round(x1 + dx * share + (dy / length) * 19), Math.round(y1 + dy * share - (dx / length) * 11) + 4]
}

/** The arrowhead that all pictures use. */
export const arrowhead =
  `<svg class="hidden" aria-hidden="true"><defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" class="head"/></marker></defs></svg>`

/** The picture of one step. */
export const chain = (said: ReadonlyArray<Said>): string => {
  const spoken = said.flatMap(({ from, to }, index) => (from === to ? [] : [{ from, to, number: index + 1 }]))
  const active = new Set(said.flatMap(({ from, to }) => [from, to]))
  const arrows = [...new Map(spoken.map((each) => [`${each.from} ${each.to}`, each])).values()].map(({ from, to }) => {
    const [x, y] = beside(from, to)
    const numbers = spoken.filter((each) => each.from === from && each.to === to).map(({ number }) => number)
    return `${line(from, to, `class="said" marker-end="url(#arrow)"`)}<text class="number" x="${x}" y="${y}">${numbers.join(", ")}</text>`
  })
  const boxes = Object.entries(places).map(([party, [x, y]]) => {
    // The keys of a record of parties are parties.
    const name = party as Party
    return `<g class="${active.has(name) ? "party active" : "party"}"><rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="6"/><text x="${x}" y="${y + 5}">${titleOf(name)}</text></g>`
  })
  return `<svg viewBox="0 0 584 158" role="img" aria-label="${[...new Set(spoken.map(({ from, to }) => `${titleOf(from)} to ${titleOf(to)}`))].join(", ")}">${lines.map(([from, to]) => line(from, to, `class="line"`)).join("")}${arrows.join("")}${boxes.join("")}</svg>`
}
