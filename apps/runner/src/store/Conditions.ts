/**
 * Conditions of a statement that are known only when it is asked.
 */
import type { Value } from "./Database.ts"

export interface Where {
  readonly text: string
  readonly params: ReadonlyArray<Value>
}

/** SQL with a `?` for each of its values. Undefined: anything is meant. */
export type Condition = readonly [text: string, ...values: ReadonlyArray<Value>] | undefined

/** Conditions joined by `and`. The `?` of each stand for its values in turn; only values come from outside. */
export const where = (conditions: ReadonlyArray<Condition>): Where => {
  const params: Array<Value> = []
  const texts = conditions.flatMap((condition) => {
    if (condition === undefined) return []
    const [text, ...values] = condition
    let next = 0
    return [text.replaceAll("?", () => {
      params.push(values[next++]!)
      return `$${params.length}`
    })]
  })
  return { text: texts.length === 0 ? "1 = 1" : texts.join(" and "), params }
}

/** The text as the middle of a LIKE pattern with the escape character `\`. */
export const likePart = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`
