/** Converts measurements to samples. */
import type { ClosedResult, OpenResult } from "../load/Job.ts"
import { isHeld } from "./Case.ts"
import type { Figures } from "./Processes.ts"
import type { Sample } from "./Results.ts"

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Thousands of instructions per request. */
export const instructionsPer = ({ instructions }: Figures, answered: number) =>
  instructions === undefined || answered === 0 ? {} : { kiloInstructions: rounded(instructions / answered / 1000) }

const inside = (figures: Figures | undefined, answered: number) =>
  figures === undefined ? {} : {
    rssMiB: figures.rssMiB,
    heapMiB: figures.heapMiB,
    cpuMsPer1000: answered === 0 ? 0 : rounded((figures.cpuMs / answered) * 1000),
    ...instructionsPer(figures, answered),
    loopDelayP99Ms: figures.loopDelayP99Ms,
    gcMs: figures.gcMs,
    contextSwitches: figures.contextSwitches,
    rssMiBEvery250Ms: figures.samples.map(({ rssMiB }) => rssMiB)
  }

const verdict = ({ errors, told }: { readonly errors: number; readonly told: ReadonlyArray<string> }) =>
  errors === 0 ? { errors, oracle: "clean" as const } : { errors, oracle: "failed" as const, told: [...told] }

export const ofClosed = (subject: string, round: number, result: ClosedResult, figures?: Figures): Sample => ({
  subject,
  round,
  load: "closed",
  achieved: result.perSecond,
  p99Ms: result.p99Ms,
  ...inside(figures, result.answered),
  ...verdict(result)
})

export const ofOpen = (subject: string, round: number, result: OpenResult, figures?: Figures): Sample => ({
  subject,
  round,
  load: "open",
  rate: result.rate,
  held: isHeld(result),
  achieved: result.achieved,
  p50Ms: result.p50Ms,
  p95Ms: result.p95Ms,
  p99Ms: result.p99Ms,
  p999Ms: result.p999Ms,
  maxMs: result.maxMs,
  ...inside(figures, result.answered),
  ...verdict(result)
})

/** Marks all samples of a run as failed, because an error was found at its end. */
export const failed = (samples: ReadonlyArray<Sample>, messages: ReadonlyArray<string>): ReadonlyArray<Sample> =>
  messages.length === 0
    ? samples
    : samples.map((sample) => ({ ...sample, oracle: "failed" as const, told: [...(sample.told ?? []), ...messages] }))
