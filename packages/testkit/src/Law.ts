/**
 * A law: one promise of a contract, with the ids of the requirements that it proves, a sentence, and a check.
 */
import type * as Effect from "effect/Effect"

/** `ids` are those of the requirements that it proves, several separated by blanks. */
export type Law<Bench, Given> = readonly [ids: string, says: string, check: Check<Bench, Given>]

/** Laws by name. A name is `<what>/<promise>` and does not change once it is published. */
export type Laws<Bench, Given> = Readonly<Record<string, Law<Bench, Given>>>

/** What a law does, and what it must have in hand to do it. */
export interface Check<Bench, Given> {
  /** What `given` cannot do and the law needs; undefined: the law is run. */
  readonly lacks: (given: Given) => string | undefined
  /** What it requires is that of the plugin; the suite provides it. */
  readonly run: (bench: Bench) => Effect.Effect<void, unknown, unknown>
}

/**
 * Something that not every peer lets a test do: a value of `given` that may be absent. A law that needs it is chosen by
 * its presence and by nothing else.
 */
export interface Capability<Given, Had> {
  /** As it is named to people, e.g. `troubles: lose-answer`. */
  readonly name: string
  readonly of: (given: Given) => Had | undefined
  /** Names the parts that are absent, where there are several; without it `name` is what is absent. */
  readonly absent?: (given: Given) => string
}

const lacking = <Given>(capability: Capability<Given, unknown>, given: Given): string | undefined =>
  capability.of(given) === undefined ? capability.absent?.(given) ?? capability.name : undefined

/** A check that needs nothing but what every `given` has. */
export const always = <Bench, Given>(run: Check<Bench, Given>["run"]): Check<Bench, Given> => ({ lacks: () => undefined, run })

/** A check that needs a capability and is handed it. */
export const having = <Bench extends { readonly given: Given }, Given, Had>(
  capability: Capability<Given, Had>,
  run: (bench: Bench, had: Had) => Effect.Effect<void, unknown, unknown>
): Check<Bench, Given> => ({
  lacks: (given) => lacking(capability, given),
  run: (bench) => run(bench, capability.of(bench.given)!)
})

/** Both, in one. */
export const both = <Given, One, Other>(
  one: Capability<Given, One>,
  other: Capability<Given, Other>
): Capability<Given, readonly [One, Other]> => ({
  name: `${one.name} and ${other.name}`,
  of: (given) => {
    const first = one.of(given)
    const second = other.of(given)
    return first === undefined || second === undefined ? undefined : [first, second]
  },
  absent: (given) => [one, other].flatMap((each) => lacking(each, given) ?? []).join(" and ")
})
