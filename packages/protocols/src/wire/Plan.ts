/**
 * What a table comes to when it is read: worked out once per table, and followed a member at a time.
 */
import { Json } from "@crossdock/core"
import { type Found, pointer } from "./Context.ts"
import type * as Table from "./Table.ts"

export type Values = Record<string, unknown>

/** Reads an object; undefined when there are problems. `path` is the JSON pointer of it. */
export type ReadTable = (json: Json.Json, path: string, found: Found) => Values | undefined

/** Reads what stands under a member's names; undefined: the member is not held. `path` is that of its object. */
export type ReadMember = (given: Json.Json | undefined, path: string, found: Found) => unknown

export interface PlannedMember {
  readonly name: string
  /** Other names that are read, and their places in the object. */
  readonly others: ReadonlyArray<readonly [name: string, place: string]>
  /** Text without a bound of its own that is no key, which mostly is taken as it stands. */
  readonly isText: boolean
  /** Nothing is done for one that does not stand there. */
  readonly mayLack: boolean
  /** There is a value, or a problem. */
  readonly isHeld: boolean
  readonly read: ReadMember
}

export interface Plan {
  readonly members: ReadonlyArray<PlannedMember>
  readonly rules: ReadonlyArray<Table.Rule>
  /** Every name that is read. */
  readonly names: ReadonlySet<string>
}

/** Reads by a plan, a member at a time. */
export const follow = (plan: Plan, json: Json.Json, path: string, found: Found): Values | undefined => {
  if (!Json.isObject(json)) return notObject(path, found)
  const before = found.problems.length
  const value: Values = {}
  let known = 0
  for (const member of plan.members) {
    let given = json[member.name]
    if (given !== undefined) known++
    for (const [name, place] of member.others) {
      const other = json[name]
      if (other === undefined) continue
      known++
      given = either(given, other, path, place, member.name, found)
    }
    const taken = member.read(given, path, found)
    if (taken !== undefined) value[member.name] = taken
  }
  reportUnknown(plan, json, known, path, found)
  return found.problems.length === before ? ruled(plan, value, path, found) : undefined
}

export const notObject = (path: string, found: Found): undefined =>
  found.refuse(path, "MEMBER_MISTYPED", "is of another type; send a JSON object")

/** What is taken of two names for one member. */
export const either = (
  given: Json.Json | undefined,
  other: Json.Json,
  path: string,
  place: string,
  name: string,
  found: Found
): Json.Json => {
  // "" and null under the declared name mean not given, so the other name may still say something.
  if (given === undefined || given === null || given === "") return other
  if (isOther(given, other)) found.report(path + place, `differs from ${name}, which is taken`)
  return given
}

const isOther = (one: Json.Json, other: Json.Json): boolean =>
  one !== other && other !== null && other !== "" && Json.stringify(one) !== Json.stringify(other)

/** Unknown members change nothing; an operator sees that they came. */
export const reportUnknown = ({ names }: Plan, json: Json.JsonObject, known: number, path: string, found: Found): void => {
  let count = 0
  for (const _ in json) count++
  if (count === known) return
  for (const name in json) {
    if (!names.has(name)) found.report(pointer(path, name.slice(0, 64)), "is not in the document; ignored")
  }
}

/** The value once its rules were asked; they refuse it by a problem. */
export const ruled = ({ rules }: Plan, value: Values, path: string, found: Found): Values => {
  for (const rule of rules) {
    const broken = rule.check(value as never)
    if (broken === undefined) continue
    if (rule.verdict === "refuse") found.refuse(path + broken.path, "MEMBER_INVALID", broken.message)
    else found.report(path + broken.path, broken.message)
  }
  return value
}
