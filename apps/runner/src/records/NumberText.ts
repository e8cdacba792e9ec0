/**
 * Tells which numbers of records a message to a peer can carry. A number that it cannot carry is never queued: the call would be refused
 * before it left, for ever, together with whatever else it asks for.
 */
import * as KeyLength from "./KeyLength.ts"

/** Control characters, separators of lines and paragraphs, and halves of surrogate pairs. No protocol carries them in a number. */
const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u

export const isWritable = (number: string): boolean => number.trim() !== "" && !KeyLength.isLong(number) && !unwritable.test(number)

/** Why a number is not written, for operators and peers. */
export const reason = `is blank, has a control character, or has more than ${KeyLength.maxKey} characters`
