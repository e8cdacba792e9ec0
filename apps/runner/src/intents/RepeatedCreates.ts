/**
 * Recognises a create that a caller sends again under the same number: the same content is the same create, other content is
 * refused with the places that differ, and a number whose order is over may be used anew.
 */
import * as JsonPatch from "effect/JsonPatch"
import type * as Schema from "effect/Schema"
import type { IntentState } from "./IntentRules.ts"

export interface Held {
  readonly state: IntentState
  /** True if the peer reported an end of the order after which its number may be used again. */
  readonly isVoid?: boolean
  /** True if a person gave the create up and no repeat has got that response yet. */
  readonly isToRefuse?: boolean
}

/** A stored create: the SHA-256 of what was asked for, and its text if that can be read. */
export interface Stored {
  readonly digest: string
  readonly text: string | undefined
}

/** Returns true if a create has the content of a stored one. The digest of an earlier release may differ although the text does not. */
export const hasSameContent = (stored: Stored, { digest, text }: { readonly digest: string; readonly text: string }): boolean =>
  stored.digest === digest || stored.text === text

/** Decides what a create does if an intent with its number exists (U-62, U-142). */
export const afterRepeat = (held: Held, isSameContent: boolean): "meet" | "refuse" | "next-generation" | "say-given-up" => {
  if (held.isToRefuse === true) return "say-given-up"
  const isOver = held.state === "Dead" || held.state === "Cancelled" || held.isVoid === true
  if (isOver) return "next-generation"
  return isSameContent ? "meet" : "refuse"
}

/** More places than this are counted and not listed. */
const mostPlaces = 8

/** JSON pointers to the first few places where two contents differ. They never show a value, which may be personal data. */
export const changedPlaces = (before: Schema.Json, after: Schema.Json): ReadonlyArray<string> => {
  const places = JsonPatch.get(before, after).map(({ path }) => path === "" ? "/" : path)
  return places.length > mostPlaces ? [...places.slice(0, mostPlaces), `and ${places.length - mostPlaces} more`] : places
}
