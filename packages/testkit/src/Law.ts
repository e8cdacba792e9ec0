/**
 * A law: one promise of a contract, with the ids of the requirements that it proves, a sentence, and a check.
 */
import type * as Effect from "effect/Effect"

/** `ids` are those of the requirements that it proves, several separated by blanks. */
export type Law<LawContext, SuiteFixture> = readonly [ids: string, message: string, check: Check<LawContext, SuiteFixture>]

/** Laws by name. A name is `<what>/<promise>` and does not change once it is published. */
export type Laws<LawContext, SuiteFixture> = Readonly<Record<string, Law<LawContext, SuiteFixture>>>

/** What a law does, and what it must have in hand to do it. */
export interface Check<LawContext, SuiteFixture> {
  /** What `fixture` cannot do and the law needs; undefined: the law is run. */
  readonly lacks: (fixture: SuiteFixture) => string | undefined
  /** What it requires is that of the plugin; the suite provides it. */
  readonly run: (context: LawContext) => Effect.Effect<void, unknown, unknown>
}

/**
 * Something that not every peer lets a test do: a value of `fixture` that may be absent. A law that needs it is chosen by
 * its presence and by nothing else.
 */
export interface Capability<SuiteFixture, Had> {
  /** As it is named to people, e.g. `faults: lose-answer`. */
  readonly name: string
  readonly of: (fixture: SuiteFixture) => Had | undefined
  /** Names the parts that are absent, where there are several; without it `name` is what is absent. */
  readonly absent?: (fixture: SuiteFixture) => string
}

const lacking = <SuiteFixture>(capability: Capability<SuiteFixture, unknown>, fixture: SuiteFixture): string | undefined =>
  capability.of(fixture) === undefined ? capability.absent?.(fixture) ?? capability.name : undefined

/** A check that needs nothing but what every `fixture` has. */
export const always = <LawContext, SuiteFixture>(run: Check<LawContext, SuiteFixture>["run"]): Check<LawContext, SuiteFixture> => ({ lacks: () => undefined, run })

/** A check that needs a capability and is handed it. */
export const having = <LawContext extends { readonly fixture: SuiteFixture }, SuiteFixture, Had>(
  capability: Capability<SuiteFixture, Had>,
  run: (context: LawContext, had: Had) => Effect.Effect<void, unknown, unknown>
): Check<LawContext, SuiteFixture> => ({
  lacks: (fixture) => lacking(capability, fixture),
  run: (context) => run(context, capability.of(context.fixture)!)
})

/** Both, in one. */
export const both = <SuiteFixture, One, Other>(
  one: Capability<SuiteFixture, One>,
  other: Capability<SuiteFixture, Other>
): Capability<SuiteFixture, readonly [One, Other]> => ({
  name: `${one.name} and ${other.name}`,
  of: (fixture) => {
    const first = one.of(fixture)
    const second = other.of(fixture)
    return first === undefined || second === undefined ? undefined : [first, second]
  },
  absent: (fixture) => [one, other].flatMap((each) => lacking(each, fixture) ?? []).join(" and ")
})
