/**
 * What a certification has found: the outcome of each law, and what was noticed beside it.
 */

/** A law: what the other side promises for a method, in one sentence. */
export interface Law {
  readonly method: string
  /** The name of the law within its method. */
  readonly name: string
  /** What the other side must do, in one sentence. */
  readonly sentence: string
  /** The requirements that it follows from. */
  readonly ids: ReadonlyArray<string>
}

export interface Outcome extends Law {
  /** `untried`: nothing was seen that could keep or break it. */
  readonly verdict: "kept" | "broken" | "untried"
  /** What was seen instead, or why it was not tried. */
  readonly found?: string
}

export interface Report {
  readonly protocol: string
  /** The address that was tested, without credentials. */
  readonly address: string
  /** When the certification began, as ISO 8601 in UTC. */
  readonly ranAt: string
  /** The version of this package. */
  readonly version: string
  readonly outcomes: ReadonlyArray<Outcome>
  /** Unusual forms that a caller tolerates, each with its place. */
  readonly remarks: ReadonlyArray<string>
  /** What the certification has created and could not remove. */
  readonly leftovers: ReadonlyArray<string>
}

export const countOf = ({ outcomes }: Pick<Report, "outcomes">, verdict: Outcome["verdict"]): number => outcomes.filter((one) => one.verdict === verdict).length

/** Whether no law is broken and at least one was kept. */
export const isClean = (report: Pick<Report, "outcomes">): boolean => countOf(report, "broken") === 0 && countOf(report, "kept") > 0

/** The sentence of an outcome with its requirements. */
export const sentenceOf = ({ ids, sentence }: Law): string => (ids.length === 0 ? sentence : `${sentence} (${ids.join(", ")})`)
