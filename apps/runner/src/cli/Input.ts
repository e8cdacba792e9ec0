/**
 * Reads a text argument: the text itself, a file or stdin. It is used unchanged, because it may be signed.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { usage } from "./CommandErrors.ts"

const stdin = Effect.gen(function*() {
  const { stdin: bytes, stdinIsTerminal } = yield* Stdio.Stdio
  if (yield* stdinIsTerminal) return yield* Effect.fail(usage("- reads stdin, but nothing is piped in; write `… < file`, or @file"))
  return yield* Stream.mkString(Stream.decodeText(bytes)).pipe(
    Effect.mapError(() => usage("stdin could not be read"))
  )
})

/** `-` reads stdin, `@file` reads a file, anything else is the text itself. */
export const read = (text: string) =>
  Effect.gen(function*() {
    if (text === "-") return yield* stdin
    if (!text.startsWith("@")) return text
    const files = yield* FileSystem.FileSystem
    const file = text.slice(1)
    return yield* Effect.mapError(files.readFileString(file), () => usage(`the file ${file} cannot be read; correct the path after @`))
  })

/** Parses JSON. The error never quotes it, because it may hold secrets. `where` says what was read. */
export const parsed = (json: string, where: string) =>
  Effect.try({
    try: (): unknown => JSON.parse(json.replace(/^\ufeff/, "")),
    catch: (error) => {
      const [place] = /\(line \d+ column \d+\)|position \d+/.exec(String(error)) ?? []
      return usage(`${where} is not valid JSON${place === undefined ? "" : ` at ${place.replace(/[()]/g, "")}`}; correct it`)
    }
  })

/** Reads JSON from a file, stdin or the argument itself. */
export const readJson = (text: string) =>
  Effect.gen(function*() {
    const isItself = text.trimStart().startsWith("{")
    const json = isItself ? text : yield* read(text === "-" || text.startsWith("@") ? text : `@${text}`)
    const where = isItself ? "the argument" : text === "-" ? "stdin" : `the file ${text.replace(/^@/, "")}`
    return yield* parsed(json, where)
  })

export const readOptional = (text: Option.Option<string>) =>
  Option.isNone(text) ? Effect.succeed(undefined) : read(text.value)
