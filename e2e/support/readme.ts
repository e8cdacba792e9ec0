/** Runs the examples of README.md. */
import { spawn, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

const readme = () => readFileSync(new URL("../../README.md", import.meta.url), "utf8")

/** The shell block that follows `<!-- example: name -->`. */
export const example = (name: string): string => {
  const found = new RegExp(`<!-- example: ${name} -->\n\`\`\`sh\n([^]*?)\`\`\``).exec(readme())
  if (found?.[1] === undefined) throw new Error(`README.md has no example ${name}`)
  return found[1]
}

/** The programs among these that are not installed. */
export const missing = (...programs: ReadonlyArray<string>): ReadonlyArray<string> =>
  programs.filter((program) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0)

/** Runs a shell script and returns its stdout; rejects with the output if the exit code is not 0. */
export const shell = (script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn("sh", ["-eu", "-c", script], { stdio: ["ignore", "pipe", "pipe"] })
    let [stdout, stderr] = ["", ""]
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text
    })
    child.on("error", reject)
    child.on("close", (code) => (code === 0 ? resolve(stdout) : reject(new Error(`the shell ended with ${code}\n${stdout}${stderr}`))))
  })
