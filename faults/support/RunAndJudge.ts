/**
 * Executes a run and evaluates it. If it fails, it keeps the histories and prints their path, the seed and the command that
 * repeats the run.
 */
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Oracle from "../oracle/Oracle.ts"
import { again, seed } from "./Settings.ts"
import { open, type Options, type World } from "./World.ts"

/** Measurements of a run, printed with its title. */
export type Figures = Readonly<Record<string, number | string>>

export type Story = (world: World) => Promise<Figures>

const say = (title: string, figures: Figures): void => {
  const text = Object.entries(figures).map(([name, value]) => `${name} ${value}`).join(", ")
  process.stdout.write(`  ${title}: seed ${seed}, ${text}\n`)
}

/** Runs the story, and evaluates the result when no work is in progress. */
const tell = async (title: string, options: Omit<Options, "folder">, story: Story) => {
  const folder = tempDir("crossdock-faults-")
  let world: World | undefined
  const keep = (why: string): Error => {
    const log = join(folder.path, "runner.log")
    writeFileSync(log, world?.log() ?? "")
    return new Error(`${why}\nhistories: ${folder.path}\nagain: ${again(title)}`)
  }
  try {
    world = await open({ ...options, folder: folder.path })
    const figures = await story(world)
    const violations = await world.judge()
    return { violations, figures, keep, remove: folder.remove }
  } catch (error) {
    throw Object.assign(keep(error instanceof Error ? error.message : String(error)), { cause: error })
  } finally {
    await world?.close()
  }
}

/** Checks that all rules of the oracle hold. */
export const holds = async (title: string, options: Omit<Options, "folder">, story: Story): Promise<void> => {
  const { figures, keep, remove, violations } = await tell(title, options, story)
  say(title, figures)
  if (violations.length > 0) throw keep(Oracle.told(violations))
  remove()
}

/** Checks that a planted bug is found by one of the expected rules, or by the measurements of its run. */
export const finds = async (
  title: string,
  by: { readonly rules: ReadonlyArray<Oracle.Rule>; readonly sees?: ((figures: Figures) => boolean) | undefined },
  options: Omit<Options, "folder">,
  story: Story
): Promise<void> => {
  const { figures, keep, remove, violations } = await tell(title, options, story)
  const found = violations.filter(({ rule }) => by.rules.includes(rule))
  say(title, { ...figures, ...(found[0] !== undefined && { found: `${found[0].rule}: ${found[0].message}` }) })
  if (found.length === 0 && by.sees?.(figures) !== true) {
    throw keep(`not caught by ${by.rules.join(" or ") || "its figures"}; what was found: ${violations.length === 0 ? "nothing" : Oracle.told(violations)}`)
  }
  remove()
}
