/**
 * Executes a run and evaluates it. If it fails, it keeps the histories and prints their path, the seed and the command that
 * repeats the run.
 */
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Oracle from "../oracle/Oracle.ts"
import { again, seed } from "./Settings.ts"
import type { WireLog } from "./WireLog.ts"
import { open, type Options, type World } from "./World.ts"

/** Measurements of a run, printed with its title. */
export type Figures = Readonly<Record<string, number | string>>

export type Story = (world: World) => Promise<Figures>

/** What stays of a run until it is judged. */
export interface Stage<Rule extends string> {
  readonly judge: () => Promise<ReadonlyArray<{ readonly rule: Rule; readonly message: string }>>
  /** The output of all runners. */
  readonly log: () => string
  /** The messages on the wire. */
  readonly messages: Pick<WireLog, "written">
  readonly close: () => Promise<void>
}

/** A kind of runs: how its stage is set up in a folder for the histories. */
type Opening<S> = (folder: string) => Promise<S>

const say = (title: string, figures: Figures): void => {
  const text = Object.entries(figures).map(([name, value]) => `${name} ${value}`).join(", ")
  process.stdout.write(`  ${title}: seed ${seed}, ${text}\n`)
}

/** Runs the story, and evaluates the result when no work is in progress. */
const tell = async <Rule extends string, S extends Stage<Rule>>(title: string, opening: Opening<S>, story: (stage: S) => Promise<Figures>) => {
  const folder = tempDir("crossdock-faults-")
  let stage: S | undefined
  const keep = (why: string): Error => {
    const log = join(folder.path, "runner.log")
    writeFileSync(log, stage?.log() ?? "")
    return new Error(`${why}\nhistories: ${folder.path}\nagain: ${again(title)}`)
  }
  try {
    stage = await opening(folder.path)
    const figures = await story(stage)
    const violations = await stage.judge()
    return { violations, figures: { ...figures, "messages checked": stage.messages.written().length }, keep, remove: folder.remove }
  } catch (error) {
    throw Object.assign(keep(error instanceof Error ? error.message : String(error)), { cause: error })
  } finally {
    await stage?.close()
  }
}

/** Checks that all rules of the oracle of a stage hold. */
export const holdsOn = async <Rule extends string, S extends Stage<Rule>>(title: string, opening: Opening<S>, story: (stage: S) => Promise<Figures>): Promise<void> => {
  const { figures, keep, remove, violations } = await tell<Rule, S>(title, opening, story)
  say(title, figures)
  if (violations.length > 0) throw keep(Oracle.told(violations))
  remove()
}

/** Checks that a planted bug is found by one of the expected rules, or by the measurements of its run. */
export const findsOn = async <Rule extends string, S extends Stage<Rule>>(
  title: string,
  by: { readonly rules: ReadonlyArray<Rule>; readonly sees?: ((figures: Figures) => boolean) | undefined },
  opening: Opening<S>,
  story: (stage: S) => Promise<Figures>
): Promise<void> => {
  const { figures, keep, remove, violations } = await tell<Rule, S>(title, opening, story)
  const found = violations.filter(({ rule }) => by.rules.includes(rule))
  say(title, { ...figures, ...(found[0] !== undefined && { found: `${found[0].rule}: ${found[0].message}` }) })
  if (found.length === 0 && by.sees?.(figures) !== true) {
    throw keep(`not caught by ${by.rules.join(" or ") || "its figures"}; what was found: ${violations.length === 0 ? "nothing" : Oracle.told(violations)}`)
  }
  remove()
}

type Given = Omit<Options, "folder">

/** Checks that all rules of the oracle hold. */
export const holds = (title: string, options: Given, story: Story): Promise<void> =>
  holdsOn<Oracle.Rule, World>(title, (folder) => open({ ...options, folder }), story)

/** Checks that a planted bug is found by one of the expected rules, or by the measurements of its run. */
export const finds = (title: string, by: Parameters<typeof findsOn<Oracle.Rule, World>>[1], options: Given, story: Story): Promise<void> =>
  findsOn<Oracle.Rule, World>(title, by, (folder) => open({ ...options, folder }), story)
