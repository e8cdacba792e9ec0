/**
 * The plan for reading a table. It is computed once per table and then followed member by member.
 */
import { Json } from "@crossdock/core"
import { type Found, pointer } from "./Context.ts"
import type * as Table from "./Table.ts"

export type Values = Record<string, unknown>

/** Reads an object and returns undefined if there are problems. `path` is its JSON pointer. */
export type ReadTable = (json: Json.Json, path: string, found: Found) => Values | undefined

/** Reads the value of one member; returns undefined if the member stays absent. `path` is the pointer of the object. */
export type ReadMember = (given: Json.Json | undefined, path: string, found: Found) => unknown

export interface PlannedMember {
  readonly name: string
  /** Other names under which the member is read, with their pointers relative to the object. */
  readonly others: ReadonlyArray<readonly [name: string, place: string]>
  /** True for text without a special limit that is not a key; such text is usually taken unchanged. */
  readonly isText: boolean
  /** True if an absent member needs no work. */
  readonly mayLack: boolean
  /** True if the member always has a value, or a problem was reported. */
  readonly isHeld: boolean
  readonly read: ReadMember
}

export interface Plan {
  readonly members: ReadonlyArray<PlannedMember>
  readonly rules: ReadonlyArray<Table.Rule>
  /** Every name that is read. */
  readonly names: ReadonlySet<string>
}

/** Reads an object by a plan, member by member. */
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

/** Chooses the value of a member that may be sent under two names. */
export const either = (
  given: Json.Json | undefined,
  other: Json.Json,
  path: string,
  place: string,
  name: string,
  found: Found
): Json.Json => {
  // An empty text or null under the declared name means "not given", so the value under the other name is used.
  if (given === undefined || given === null || given === "") return other
  if (isOther(given, other)) found.report(path + place, `differs from ${name}; the value of ${name} is used`)
  return given
}

const isOther = (one: Json.Json, other: Json.Json): boolean =>
  one !== other && other !== null && other !== "" && Json.stringify(one) !== Json.stringify(other)

/** Reports unknown members. They change nothing, but an operator can see that they were sent. */
export const reportUnknown = ({ names }: Plan, json: Json.JsonObject, known: number, path: string, found: Found): void => {
  let count = 0
  for (const _ in json) count++
  if (count === known) return
  for (const name in json) {
    if (!names.has(name)) found.report(pointer(path, name.slice(0, 64)), "is not a member that the protocol defines; ignored")
  }
}

/** Checks the rules of a table and returns the value. A broken rule adds a problem or a finding. */
export const ruled = ({ rules }: Plan, value: Values, path: string, found: Found): Values => {
  for (const rule of rules) {
    const broken = rule.check(value as never, found.context.profile)
    if (broken === undefined) continue
    if (rule.verdict === "refuse") found.refuse(path + broken.path, "MEMBER_INVALID", broken.message)
    else found.report(path + broken.path, broken.message)
  }
  return value
}
