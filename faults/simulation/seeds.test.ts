/** Layer 2 of the reliability document, section 7: many seeds of the real engine, and the plans that failed before. */
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { randomInt } from "node:crypto"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { open, type Store } from "./kernel/Store.ts"
import * as Plan from "./Plan.ts"
import * as Seeds from "./Seeds.ts"

const isLong = process.env["FAULTS_LONG"] === "1"
/** A change is judged by the same seeds as the one before it; a long run looks where nobody looked. */
const first = Number(process.env["FAULTS_SEED"] ?? (isLong ? randomInt(1, 2 ** 30) : 1))
const workers = 2
const shares: Readonly<Record<Plan.Kind, number>> = isLong
  ? { seeds: 30_000, asleep: 4000, adrift: 4000, astray: 4000, again: 8000 }
  : { seeds: 400, asleep: 40, adrift: 30, astray: 30, again: 100 }

const main = fileURLToPath(new URL("./main.ts", import.meta.url))
const kept = fileURLToPath(new URL("./regressions.json", import.meta.url))

interface Kept {
  readonly message: string
  readonly plan: Plan.Plan
}
const regressions: ReadonlyArray<Kept> = JSON.parse(readFileSync(kept, "utf8"))

/** A process of its own, so that each has a core. */
const play = (kind: Plan.Kind, from: number, count: number): Promise<ReadonlyArray<Seeds.Failed>> =>
  new Promise((resolve, reject) => {
    const args = [main, "--kind", kind, "--from", String(from), "--count", String(count)]
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text
      process.stdout.write(text.split("\n").filter((line) => !line.startsWith("[")).join("\n"))
    })
    child.on("error", reject)
    child.on("close", () => {
      const last = output.trimEnd().split("\n").at(-1) ?? ""
      if (last.startsWith("[")) resolve(JSON.parse(last))
      else reject(new Error(`the seeds from ${from} of ${kind} did not come to their end`))
    })
  })

const told = (failed: ReadonlyArray<Seeds.Failed>): string =>
  failed.map(({ kind, message, seed }) => `seed ${seed}: ${message}\n  again: ${Seeds.again(kind, seed)}`).join("\n")

describe("the simulation", () => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  it.each(regressions)("holds what once broke: $says", async ({ plan }) => {
    const { message } = await Seeds.judge(plan, store)
    assert.strictEqual(message, "")
  })

  it("plays a seed twice in the same way", async () => {
    for (const seed of [1, 2, 3]) {
      const plan = Plan.kinds.asleep(seed)
      const one = await Seeds.judge(plan, store)
      const other = await Seeds.judge(plan, store)
      assert.isAbove(one.story.length, 100)
      assert.strictEqual(other.story, one.story)
    }
  })

  it.each(Object.entries(shares) as ReadonlyArray<readonly [Plan.Kind, number]>)(
    `C03 C08 C19 %s: nothing lost, nothing doubled in %s worlds from seed ${first} on`,
    async (kind, count) => {
      const share = Math.ceil(count / workers)
      const failed = (await Promise.all(Array.from({ length: workers }, (_, at) => play(kind, first + at * share, share)))).flat()
      if (failed.length > 0) {
        const more: ReadonlyArray<Kept> = failed.map(({ plan, message }) => ({ message: message.split("\n")[0]!, plan }))
        writeFileSync(kept, `[\n${[...regressions, ...more].map((each) => JSON.stringify(each)).join(",\n")}\n]\n`)
      }
      assert.strictEqual(told(failed), "")
    }
  )
})
