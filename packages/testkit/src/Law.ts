/**
 * A law is one promise of a contract: the ids of the requirements that it proves, a sentence, and a check.
 */
import type * as Effect from "effect/Effect"

/** The newest version of the laws. A law that is added after a release says with which version it came; all others are of version 1. */
export const newestLaws = 1

/**
 * `ids` are the requirements that the law proves, separated by blanks. `message` is its sentence in test titles and reports. `since` is the
 * version of the laws that it came with. Default: 1.
 */
export type Law<LawContext, SuiteFixture> = readonly [ids: string, message: string, check: Check<LawContext, SuiteFixture>, since?: number]

/** Laws by name. A name is `<what>/<promise>` and does not change once it is published. */
export type Laws<LawContext, SuiteFixture> = Readonly<Record<string, Law<LawContext, SuiteFixture>>>

/** How a law is run, and what it needs of the fixture. */
export interface Check<LawContext, SuiteFixture> {
  /** The parts of `fixture` that the law needs and that are absent. If undefined, the law is run. */
  readonly lacks: (fixture: SuiteFixture) => string | undefined
  /** Fails where the plugin breaks the law. The suite provides the services that the plugin needs. */
  readonly run: (context: LawContext) => Effect.Effect<void, unknown, unknown>
}

/**
 * An optional part of `fixture`, for what not every peer lets a test do. A law that needs it is run when the part is
 * present; there is no other switch.
 */
export interface Capability<SuiteFixture, Had> {
  /** The name of the part in reports, e.g. `faults: lose-answer`. */
  readonly name: string
  readonly of: (fixture: SuiteFixture) => Had | undefined
  /** Names the absent parts where a capability has several. Default: `name`. */
  readonly absent?: (fixture: SuiteFixture) => string
}

const lacking = <SuiteFixture>(capability: Capability<SuiteFixture, unknown>, fixture: SuiteFixture): string | undefined =>
  capability.of(fixture) === undefined ? capability.absent?.(fixture) ?? capability.name : undefined

/** A check that needs only the required parts of `fixture`. */
export const always = <LawContext, SuiteFixture>(run: Check<LawContext, SuiteFixture>["run"]): Check<LawContext, SuiteFixture> => ({ lacks: () => undefined, run })

/** A check that needs a capability and receives its value. */
export const having = <LawContext extends { readonly fixture: SuiteFixture }, SuiteFixture, Had>(
  capability: Capability<SuiteFixture, Had>,
  run: (context: LawContext, had: Had) => Effect.Effect<void, unknown, unknown>
): Check<LawContext, SuiteFixture> => ({
  lacks: (fixture) => lacking(capability, fixture),
  run: (context) => run(context, capability.of(context.fixture)!)
})

/** A capability that needs two others. */
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
