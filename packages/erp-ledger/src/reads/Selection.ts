/** The conditions of a query with their values. */
import type { SqlStorage } from "@crossdock/core"

export interface Selection {
  readonly params: ReadonlyArray<SqlStorage.Value>
  /** Adds a value; returns its placeholder. */
  readonly value: (value: SqlStorage.Value) => string
  /** Adds values; returns their placeholders in parentheses, for `IN`. */
  readonly values: (values: ReadonlyArray<SqlStorage.Value>) => string
  /** Adds a condition. All of them must hold. */
  readonly require: (condition: string) => void
  /** Adds a condition for a value, if there is one. `condition` gets the placeholder. */
  readonly given: (value: SqlStorage.Value | undefined, condition: (placeholder: string) => string) => void
  /** Returns all conditions. */
  readonly where: () => string
}

/** Selects rows of some books. `alias` is the name of the table in the query. */
export const make = (books: string, alias: string): Selection => {
  const params: Array<SqlStorage.Value> = [books]
  const conditions = [`${alias}.books = $1`]
  const value: Selection["value"] = (added) => `$${params.push(added)}`
  const require: Selection["require"] = (condition) => {
    conditions.push(condition)
  }
  return {
    params,
    value,
    values: (added) => `(${added.map(value).join(", ")})`,
    require,
    given: (added, condition) => {
      if (added !== undefined) require(condition(value(added)))
    },
    where: () => conditions.join(" AND ")
  }
}

/** The pattern of `LIKE` for texts that contain `part`, with `\` as the escape character. Compare it with lower case. */
export const containing = (part: string): string => `%${part.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`
