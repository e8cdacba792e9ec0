/**
 * Recognises polls that bring nothing: an answer without any record, or the same one as the last time for the same question.
 */
import * as DateTime from "effect/DateTime"
import { createHash } from "node:crypto"

/** Most questions whose last answer is remembered; the least recent are forgotten, and their next answer counts as new. */
const mostQuestions = 2000

/** A time in a question is where the poll continues, so it does not make another question of it. */
function withoutTimes(this: unknown, name: string, value: unknown): unknown {
  return DateTime.isDateTime((this as Record<string, unknown>)[name]) ? "time" : value
}

/** Undefined: JSON cannot say it, so it is not known whether it is the same as another one. */
const textOf = (value: unknown, replacer?: typeof withoutTimes): string | undefined => {
  try {
    return JSON.stringify(value, replacer) ?? "nothing"
  } catch {
    return undefined
  }
}

const digestOf = (text: string): string => createHash("sha1").update(text).digest("base64")

const isEmpty = (answer: unknown): boolean => {
  if (typeof answer !== "object" || answer === null) return false
  const lists = Object.values(answer).filter(Array.isArray)
  return lists.length > 0 && lists.every((list) => list.length === 0)
}

export interface RepeatedAnswers {
  readonly bringsNothing: (connection: string, operation: string, question: unknown, answer: unknown) => boolean
}

export const make = (): RepeatedAnswers => {
  const last = new Map<string, string>()
  return {
    bringsNothing: (connection, operation, question, answer) => {
      if (isEmpty(answer)) return true
      const [asked, told] = [textOf(question, withoutTimes), textOf(answer)]
      if (asked === undefined || told === undefined) return false
      const key = digestOf(`${connection} ${operation} ${asked}`)
      const now = digestOf(told)
      const before = last.get(key)
      last.delete(key)
      last.set(key, now)
      if (last.size > mostQuestions) last.delete(last.keys().next().value!)
      return before === now
    }
  }
}
