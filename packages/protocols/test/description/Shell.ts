/**
 * Reads commands from a page of the specification and has `sh` take them apart, or run them.
 */
import { execFile } from "node:child_process"
import { promisify } from "node:util"

/** What a page shows of one operation or callback. */
export interface Shown {
  readonly method: string
  readonly curl: string
  readonly call: string
  readonly answer: string
}

/** The operations and callbacks of a page, as they are printed. */
export const shownOn = (page: string): ReadonlyArray<Shown> =>
  page.split(/^#### /m).slice(1).flatMap((section) => {
    const [method = ""] = section.split("\n")
    const [, curl, call] = /^<details>.*\n\n```sh\n([^]*?)\n```\n\n```sh\n([^]*?)\n```\n\n<\/details>$/m.exec(section) ?? []
    const [, answer] = /^The answer:\n\n```json\n(.*)\n```$/m.exec(section) ?? []
    return curl === undefined || call === undefined || answer === undefined ? [] : [{ method, curl, call, answer }]
  })

const run = promisify(execFile)

/** Runs a script by `sh`, whose output it returns. */
export const sh = async (script: string): Promise<string> => (await run("sh", ["-c", script], { maxBuffer: 1 << 26 })).stdout

/** The words of each command as the program receives them; it is not run. `first` is a text that the shell expands, as the first word. */
export const wordsOf = async (program: string, commands: ReadonlyArray<string>, first = ""): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const printed = await sh([`${program}() { printf '%s\\036' "${first}" "$@"; printf '\\035'; }`, ...commands].join("\n"))
  return printed.split("\u{1d}").slice(0, -1).map((one) => one.split("\u{1e}").slice(0, -1))
}

/** A command of a page with another address in place of the one to which it sends; a message may have addresses too. */
export const movedTo = (address: string, command: string): string => command.replace(/(?<=^curl (?:-X POST )?'|--url )https:\/\/[a-z]+\.example(?=\/)/, address)

/** Whether a program is installed. */
export const isInstalled = async (program: string): Promise<boolean> => (await sh(`command -v ${program} || true`)) !== ""
