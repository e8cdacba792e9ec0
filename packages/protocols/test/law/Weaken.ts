/**
 * The proof of the law: each way to weaken one member of a table, so that a test can see exactly the rows of that
 * member turn red.
 */
import type { Table } from "../../src/wire/index.ts"
import type { Subjects } from "./Law.ts"

export interface Weakened {
  /** What was taken away. */
  readonly how: string
  readonly subjects: Subjects
}

type AnyMember = Table.Member & { readonly type: Table.Type }

const dropped = <T extends object>(from: T, name: keyof T): T => {
  const { [name]: _, ...rest } = from
  return rest as T
}

const isOfKeys = (type: Table.ListType): type is Table.ListType<Table.TextType> => {
  const of = type.of as Table.Type
  return of.kind === "text" && of.isKey === true
}

/** The weaker members that a member has. */
const weaker = (member: AnyMember, sample: unknown): ReadonlyArray<readonly [how: string, member: Table.Member]> => {
  const { type } = member
  const found: Array<readonly [string, Table.Member]> = [["any type", { ...member, type: { kind: "any" } }]]
  const typed = (how: string, weak: Table.Type) => found.push([how, { ...member, type: weak }])
  if (member.need !== "optional") found.push(["optional", { ...member, need: "optional" }])
  if (member.absent !== undefined) found.push(["no default", dropped(member, "absent")])
  if (member.mayBeEmpty === true || member.mayBeNull === true) {
    found.push(["never empty", dropped(dropped(member, "mayBeEmpty"), "mayBeNull")])
  } else if (member.need === "required" && type.kind !== "any") found.push(["may be empty", { ...member, mayBeEmpty: true }])
  for (const name of member.also ?? []) {
    found.push([`not read as ${name}`, { ...member, also: member.also!.filter((other) => other !== name) }])
  }
  for (const trait of ["rejectEmptyWhen", "emptyFallbackOption", "omitWhenOptionIsFalse", "named", "namedBy", "isAnyCase"] as const) {
    if (member[trait] !== undefined) found.push([`without ${trait}`, dropped(member, trait)])
  }
  switch (type.kind) {
    case "text":
      if (type.isKey === true) typed("any characters", dropped(type, "isKey"))
      if (type.max !== undefined) typed("no limit", dropped(type, "max"))
      if (type.ofOne === true) typed("no list of one", dropped(type, "ofOne"))
      if (type.digits === true) typed("no digits", dropped(type, "digits"))
      break
    case "country":
    case "label":
      typed("any text", { kind: "text" })
      break
    case "enum":
      typed("any word", { kind: "text" })
      for (const spelling of new Set(Object.values(type.words).flat())) {
        // The word of the sample stays, or no row of this message could be looked at.
        if (spelling === sample) continue
        // Two values may share a word.
        const left = Object.entries(type.words).map(([is, spellings]) => [is, spellings.filter((other) => other !== spelling)] as const)
        typed(`without ${spelling}`, { ...type, words: Object.fromEntries(left.filter(([, spellings]) => spellings.length > 0)) })
      }
      break
    case "quantity":
      if (type.of !== "whole") typed("any quantity", { ...type, of: "whole" })
      break
    case "decimal":
      if (type.hasMostPlaces === true) typed("any decimal places", dropped(type, "hasMostPlaces"))
      if (type.places !== undefined) typed("other decimal places", { ...type, places: type.places + 1 })
      break
    case "whole":
      if (type.min !== undefined) typed("no lower bound", dropped(type, "min"))
      if (type.limit !== undefined) typed("no upper bound", dropped(type, "limit"))
      if (type.texts === true) typed("no texts", dropped(type, "texts"))
      if (type.max !== undefined) typed("no upper bound", dropped(type, "max"))
      break
    case "boolean":
      // A sample that is a number stays readable, or no row of this message could be looked at.
      if (type.numbers === true && typeof sample === "boolean") typed("no numbers", dropped(type, "numbers"))
      break
    case "list":
      if (type.nonEmpty === true) typed("empty list", dropped(type, "nonEmpty"))
      // A sample that is single stays readable, or no row of this message could be looked at.
      if (type.single === true && Array.isArray(sample)) typed("no single object", dropped(type, "single"))
      if (type.pick !== undefined) typed("no objects", dropped(type, "pick"))
      if (type.skipInvalidItems === true) typed("every element is needed", dropped(type, "skipInvalidItems"))
      for (const name of type.unique ?? []) typed(`repeats of ${name}`, { ...type, unique: type.unique!.filter((other) => other !== name) })
      if (isOfKeys(type)) typed("any characters", { ...type, of: dropped(type.of, "isKey") })
      if (type.short !== undefined) typed("no texts", dropped(type, "short"))
      break
    case "object":
      if (type.listIs !== undefined) typed("no bare list", dropped(type, "listIs"))
      if (type.emptyIsAbsent === true) typed("no empty object", dropped(type, "emptyIsAbsent"))
      break
    case "map":
      typed("of anything", { ...type, of: { kind: "any" } })
      break
    default:
  }
  return found
}

/** Every way to weaken one member, as subjects in which nothing else differs. */
export const weakenings = (subjects: Subjects, message: string, name: string): ReadonlyArray<Weakened> => {
  const subject = subjects[message]
  const member = subject?.table.members.find((one) => one.name === name)
  if (subject === undefined || member === undefined) return []
  return weaker(member as AnyMember, subject.sample[name]).map(([how, weak]) => ({
    how,
    subjects: {
      ...subjects,
      [message]: {
        ...subject,
        table: { ...subject.table, members: subject.table.members.map((one) => (one === member ? weak : one)) }
      }
    }
  }))
}

/** The subjects without one rule between members. */
export const withoutRule = (subjects: Subjects, message: string, rule: string): Subjects => {
  const subject = subjects[message]!
  return {
    ...subjects,
    [message]: { ...subject, table: { ...subject.table, rules: subject.table.rules.filter(({ name }) => name !== rule) } }
  }
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export const random = (seed: number): () => number => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Some of a list, chosen by a seed. */
export const sample = <A>(all: ReadonlyArray<A>, count: number, seed: number): ReadonlyArray<A> => {
  const next = random(seed)
  const left = [...all]
  const chosen: Array<A> = []
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(Math.floor(next() * left.length), 1))
  return chosen
}
