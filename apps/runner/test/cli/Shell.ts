/**
 * Runs one command line in this process and keeps what it printed.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { main } from "../../src/cli/Cli.ts"

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

export const crossdock = (argv: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}): Effect.Effect<Ran> =>
  Effect.suspend(() => {
    const out: Array<string> = []
    const err: Array<string> = []
    const console: Console.Console = Object.assign(Object.create(globalThis.console), {
      log: (...texts: ReadonlyArray<unknown>) => void out.push(texts.join(" ")),
      error: (...texts: ReadonlyArray<unknown>) => void err.push(texts.join(" "))
    })
    return main(argv, environment).pipe(
      Effect.provideService(Console.Console, console),
      Effect.map((code) => ({ code, out: out.join("\n"), err: err.join("\n") }))
    )
  })
