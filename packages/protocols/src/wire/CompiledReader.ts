/**
 * Compiles a plan to JavaScript that accesses members by fixed names, which is faster. It does what `follow` does,
 * member by member; where code generation is not allowed, `follow` is used instead.
 */
import { Json } from "@crossdock/core"
import { either, notObject, type Plan, type PlannedMember, type ReadTable, reportUnknown, ruled } from "./Plan.ts"

/** Matches names that can be written as a property access without quotes. */
const plain = /^(?!__proto__$)[A-Za-z_]\w*$/

/** Compiles a plan. Returns undefined if a name cannot be written in code, or if code generation is not allowed. */
export const compileReader = (plan: Plan): ReadTable | undefined => {
  if (![...plan.names].every((name) => plain.test(name))) return undefined
  const given = { ...helpers, plan, read: plan.members.map(({ read }) => read) }
  try {
    return new Function("given", codeOf(plan))(given)
  } catch {
    return undefined
  }
}

const helpers = { isObject: Json.isObject, notObject, either, reportUnknown, ruled }

const codeOf = ({ members, rules }: Plan): string => `
"use strict"
const { isObject, notObject, either, reportUnknown, ruled, plan } = given
${members.map((_, at) => `const read${at} = given.read[${at}]`).join("\n")}
return (json, path, found) => {
  if (!isObject(json)) return notObject(path, found)
  const before = found.problems.length
  const { maxText } = found.context.limits
  let known = 0
  ${members.map(readOf).join("\n  ")}
  ${valueOf(members)}
  reportUnknown(plan, json, known, path, found)
  if (found.problems.length !== before) return undefined
  return ${rules.length === 0 ? "value" : "ruled(plan, value, path, found)"}
}`

const readOf = ({ isText, mayLack, name, others }: PlannedMember, at: number): string => {
  const v = `v${at}`
  const needsReading = [
    ...(mayLack ? [`${v} !== undefined`] : []),
    ...(isText ? [`(typeof ${v} !== "string" || ${v} === "" || ${v}.length * 3 > maxText)`] : [])
  ]
  return [
    `let ${v} = json.${name}`,
    `if (${v} !== undefined) known++`,
    ...others.flatMap(([other, place], each) => [
      `const o${at}_${each} = json.${other}`,
      `if (o${at}_${each} !== undefined) { known++; ${v} = either(${v}, o${at}_${each}, path, "${place}", "${name}", found) }`
    ]),
    `${needsReading.length === 0 ? "" : `if (${needsReading.join(" && ")}) `}${v} = read${at}(${v}, path, found)`
  ].join("\n  ")
}

/**
 * Builds the object: the leading members that always have a value go into one literal, the others are assigned one by
 * one.
 */
const valueOf = (members: ReadonlyArray<PlannedMember>): string => {
  const firstUnsure = members.findIndex(({ isHeld }) => !isHeld)
  const sure = firstUnsure === -1 ? members.length : firstUnsure
  return [
    `const value = { ${members.slice(0, sure).map(({ name }, at) => `${name}: v${at}`).join(", ")} }`,
    ...members.slice(sure).map(({ isHeld, name }, at) => `${isHeld ? "" : `if (v${sure + at} !== undefined) `}value.${name} = v${sure + at}`)
  ].join("\n  ")
}
