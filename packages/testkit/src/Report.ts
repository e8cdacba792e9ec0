/**
 * The result of a run of a suite: every law with its outcome, and every operation as declared and as observed.
 */

/**
 * - `held`: the law was run, and the plugin keeps it
 * - `broken`: the law was run, and the plugin breaks it
 * - `not driven`: the law applies, but `fixture` lacks a part that is needed to run it, or the run found nothing to test
 * - `not offered`: the law is about an operation that the plugin does not offer
 * - `new`: the law is newer than the laws that the author has pinned; it was run, and the outcome does not count
 */
export type Outcome = "held" | "broken" | "not driven" | "not offered" | "new"

export interface LawReport {
  /** `<operation>/<promise>`; the same in every version. */
  readonly law: string
  readonly ids: ReadonlyArray<string>
  readonly message: string
  readonly outcome: Outcome
  /** Why the law is broken, or why it could not be driven. */
  readonly because?: string
}

/** An operation, or `authorization` of the plugin. */
export interface OperationReport {
  readonly operation: string
  readonly isRequired: boolean
  readonly declared: boolean
  /** `works`: every law of the operation that was run holds. `unproven`: no law was run. `absent`: it is not declared. */
  readonly observed: "works" | "broken" | "unproven" | "absent"
}

export interface Report {
  readonly contract: string
  readonly plugin: string
  readonly title: string
  /** ISO 8601, in UTC. */
  readonly ranAt: string
  readonly counts: { readonly [O in Outcome]: number }
  readonly operations: ReadonlyArray<OperationReport>
  readonly laws: ReadonlyArray<LawReport>
}

export interface Operations {
  readonly required: ReadonlyArray<{ readonly name: string }>
  readonly optional: ReadonlyArray<{ readonly name: string }>
}

const observedOf = (declared: boolean, laws: ReadonlyArray<LawReport>): OperationReport["observed"] => {
  if (!declared) return "absent"
  if (laws.some(({ outcome }) => outcome === "broken")) return "broken"
  return laws.some(({ outcome }) => outcome === "held") ? "works" : "unproven"
}

/** Makes the report of a run. The part of a law's name before the slash is the operation. */
export const make = (run: {
  readonly contract: string
  readonly plugin: { readonly id: string; readonly title: string; readonly offers: ReadonlyArray<string>; readonly authorization?: object | undefined }
  readonly ranAt: string
  readonly operations: Operations
  readonly laws: ReadonlyArray<LawReport>
}): Report => {
  const { contract, laws, operations, plugin, ranAt } = run
  const count = (wanted: Outcome) => laws.filter(({ outcome }) => outcome === wanted).length
  const lawsOf = (name: string) => laws.filter(({ law }) => law.startsWith(`${name}/`))
  const row = (name: string, isRequired: boolean, declared: boolean): OperationReport =>
    ({ operation: name, isRequired, declared, observed: observedOf(declared, lawsOf(name)) })
  const operation = (isRequired: boolean) => ({ name }: { readonly name: string }): OperationReport => {
    return row(name, isRequired, isRequired || plugin.offers.includes(name))
  }
  return {
    contract,
    plugin: plugin.id,
    title: plugin.title,
    ranAt,
    counts: {
      held: count("held"),
      broken: count("broken"),
      "not driven": count("not driven"),
      "not offered": count("not offered"),
      new: count("new")
    },
    operations: [
      ...operations.required.map(operation(true)),
      ...operations.optional.map(operation(false)),
      ...(lawsOf("authorization").length === 0 ? [] : [row("authorization", false, plugin.authorization !== undefined)])
    ],
    laws
  }
}

/** Whether no law is broken and every declared operation works. */
export const isConformant = ({ counts, operations }: Report): boolean =>
  counts.broken === 0 && operations.every(({ declared, observed }) => !declared || observed === "works")

/** The text of `crossdock-conformance.json`. */
export const toJson = (report: Report): string => `${JSON.stringify(report, undefined, 2)}\n`
