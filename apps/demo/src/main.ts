/**
 * `npm run demo`: plays the story of two orders, shows the books at each step, and ends with 1 if any figure differs from the replay.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { help, type Options, parse } from "./Options.ts"
import { page } from "./Page.ts"
import { play, type Played } from "./Play.ts"
import { recorded } from "./Recorded.ts"
import { type Runner, start } from "./Runner.ts"
import { story } from "./Story.ts"
import { stepText } from "./Terminal.ts"

const repository = fileURLToPath(new URL("../../..", import.meta.url))
const usualPage = join(repository, ".crossdock", "demo.html")

/** How long the runner may take to start, in milliseconds. */
const patienceToStart = 60_000

/** Signs in a line of the terminal, at most. */
const widest = 120

const tell = (text: string): void => void process.stdout.write(`${text}\n`)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const run = async ({ isQuiet, page: file, patience, plantAt }: Options): Promise<number> => {
  const steps = story()
  const startedAt = performance.now()
  const all: Array<Played> = []
  let problem: string | undefined
  let runner: Runner | undefined
  const stop = () => void runner?.stop().finally(() => process.exit(1))
  process.once("SIGINT", stop).once("SIGTERM", stop)
  try {
    runner = await start(patienceToStart)
    await play(runner, steps, {
      patience,
      plantAt,
      onPlayed: (played) => {
        all.push(played)
        if (!isQuiet) tell(stepText(all.length, played, Math.max(80, Math.min(process.stdout.columns ?? widest, widest))))
      }
    })
  } catch (error) {
    problem = messageOf(error)
  } finally {
    await runner?.stop()
  }
  const count = all.reduce((sum, { differences }) => sum + differences.length, 0)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const summary = problem !== undefined
    ? `stopped after ${all.length} of ${steps.length} steps: ${problem}`
    : count > 0
    ? `stopped after ${all.length} of ${steps.length} steps: ${count} ${count === 1 ? "figure differs" : "figures differ"} from the replay`
    : `${all.length} steps in ${seconds} s, and every figure is as the replay says`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, page(all, summary, problem))
  writeFileSync(file.replace(/(?:\.html)?$/, ".json"), `${JSON.stringify(recorded(all), null, 2)}\n`)
  tell(`${summary}\nthe page: ${file}`)
  return problem === undefined && count === 0 ? 0 : 1
}

const options = parse(process.argv.slice(2), story(), usualPage)
if (options === "help") tell(help(story(), usualPage))
else if ("problem" in options) {
  process.stderr.write(`demo: ${options.problem}\nnpm run demo -- --help lists the options\n`)
  process.exitCode = 2
} else process.exitCode = await run(options)
