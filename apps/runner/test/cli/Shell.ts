/**
 * Runs one command line in this process and keeps what it printed.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { main } from "../../src/cli/Cli.ts"

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

const printing = (out: Array<string>, err: Array<string>): Console.Console =>
  Object.assign(Object.create(globalThis.console), {
    log: (...texts: ReadonlyArray<unknown>) => void out.push(texts.join(" ")),
    error: (...texts: ReadonlyArray<unknown>) => void err.push(texts.join(" "))
  })

export const crossdock = (argv: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}): Effect.Effect<Ran> =>
  Effect.suspend(() => {
    const out: Array<string> = []
    const err: Array<string> = []
    return main(argv, environment).pipe(
      Effect.provideService(Console.Console, printing(out, err)),
      Effect.map((code) => ({ code, out: out.join("\n"), err: err.join("\n") }))
    )
  })

/** A command that goes on until it is stopped, and what it has printed so far. */
export interface Started {
  readonly out: ReadonlyArray<string>
  readonly err: ReadonlyArray<string>
  /** The exit code of a command that has ended by itself. */
  readonly code: () => number | undefined
  readonly stop: Effect.Effect<void>
}

/** Starts one command line, which ends with the scope at the latest. */
export const started = Effect.fnUntraced(function*(argv: ReadonlyArray<string>, environment: Readonly<Record<string, string>>, scope: Scope.Scope) {
  const out: Array<string> = []
  const err: Array<string> = []
  let code: number | undefined
  const fiber = yield* Effect.forkIn(
    Effect.map(Effect.provideService(main(argv, environment), Console.Console, printing(out, err)), (ended) => {
      code = ended
    }),
    scope
  )
  return { out, err, code: () => code, stop: Fiber.interrupt(fiber) } satisfies Started as Started
})
