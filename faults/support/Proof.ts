/**
 * One run from start to verdict. A run that fails keeps its histories and says where they lie, with the seed and the
 * command that repeats it.
 */
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Oracle from "../oracle/Oracle.ts"
import { again, seed } from "./Settings.ts"
import { open, type Options, type World } from "./World.ts"

/** Figures of a run, printed with its title. */
export type Figures = Readonly<Record<string, number | string>>

export type Story = (world: World) => Promise<Figures>

const say = (title: string, figures: Figures): void => {
  const text = Object.entries(figures).map(([name, value]) => `${name} ${value}`).join(", ")
  process.stdout.write(`  ${title}: seed ${seed}, ${text}\n`)
}

/** Carries the story out, and judges what is left of it when nothing is under way any more. */
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

/** Nothing lost, nothing doubled: every rule of the oracle holds. */
export const holds = async (title: string, options: Omit<Options, "folder">, story: Story): Promise<void> => {
  const { figures, keep, remove, violations } = await tell(title, options, story)
  say(title, figures)
  if (violations.length > 0) throw keep(Oracle.told(violations))
  remove()
}

/** A planted bug is found by one of the rules that are to find it, or in the figures of its run. */
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
