/**
 * Finds numbers of a warehouse (of an order, a parcel or a batch) that are too long for a database index. Only the record with
 * such a number is left out, and the rest of the response is used.
 */
import type { Drift } from "@crossdock/core"

/** The maximum length in characters, the same as for requests of callers. */
export const maxKey = 255

export const isLong = (text: string | undefined): boolean => text !== undefined && text.length > maxKey && [...text].length > maxKey

/** The text as it is kept to be searched for; undefined if an index cannot have it. */
export const unlessLong = (text: string | undefined): string | undefined => isLong(text) ? undefined : text

/** Makes the drift finding for an operator. */
export const finding = (where: string, path: string): Drift.Finding => ({
  where,
  path,
  message: `has more than ${maxKey} characters; the warehouse's report of this order is ignored`
})
