/**
 * Going through the story. Pure.
 */
import type { story } from "#story"

export type Step = (typeof story)["steps"][number]

/** The place of a step as the address has it, from 1; the first one if there is no such step. */
export const placeOf = (text: string | undefined, all: number): number => {
  const place = /^\d{1,3}$/.test(text ?? "") ? Number(text) : 1
  return place >= 1 && place <= all ? place : 1
}

/** The place that a key leads to; undefined: it leads nowhere. */
export const afterKey = (key: string, place: number, all: number): number | undefined => {
  const next = key === "ArrowRight" ? place + 1 : key === "ArrowLeft" ? place - 1 : key === "Home" ? 1 : key === "End" ? all : place
  return next === place || next < 1 || next > all ? undefined : next
}

/** Those who speak or are spoken to in any step, in the order in which they first do. */
export const partiesOf = (steps: ReadonlyArray<{ readonly said: ReadonlyArray<{ readonly from: string; readonly to: string }> }>): ReadonlyArray<string> =>
  [...new Set(steps.flatMap(({ said }) => said.flatMap(({ from, to }) => [from, to])))]
