import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { counting, instructionsIn, isCounted } from "../observe/Instructions.ts"
import { pause, tempDir } from "../run/Processes.ts"

const folder = tempDir()
afterAll(folder.remove)

/** Stands in for `perf`: it prints when it is interrupted, or at once if it has to run a program. */
const perf = (name: string, output: string): string => {
  const file = join(folder.path, name)
  writeFileSync(file, `#!${process.execPath}
const print = () => process.stderr.write(${JSON.stringify(output)}, () => process.exit(0))
if (process.argv.includes("-p")) { process.on("SIGINT", print); setInterval(() => {}, 1000) } else print()
`)
  chmodSync(file, 0o755)
  return file
}

const counted = "1200,,instructions:u,1000,100.00,,\n300,,instructions:k,1000,100.00,,\n"
const refused = "<not supported>,,instructions:u,0,100.00,,\n<not supported>,,instructions:k,0,100.00,,\n"

describe("instructions", () => {
  it("are the sum of user space and kernel", () => expect(instructionsIn(counted)).toBe(1500))

  it("are unknown if the machine does not count one of them", () => {
    expect(instructionsIn(refused)).toBeUndefined()
    expect(instructionsIn(counted.replace("300", "<not counted>"))).toBeUndefined()
    expect(instructionsIn("")).toBeUndefined()
  })

  it("are counted where the program exists and can count", () => {
    expect(isCounted(perf("able", counted))).toBe(true)
    expect(isCounted(perf("unable", refused))).toBe(false)
    expect(isCounted(join(folder.path, "missing"))).toBe(false)
  })

  it("are counted from the beginning to the end", async () => {
    const end = counting(process.pid, perf("counts", counted))
    await pause(500)
    expect(await end()).toBe(1500)
    expect(await counting(process.pid, join(folder.path, "missing"))()).toBeUndefined()
  })
})
