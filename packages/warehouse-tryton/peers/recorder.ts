/**
 * Notes what goes over the wire, without what differs from run to run or must not be kept: keys, passwords, days.
 */
import * as Effect from "effect/Effect"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { recordedDay } from "../test/replay.ts"
import { type Wire, wire } from "./fixture.ts"

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "test", "fixtures")

interface Call {
  readonly request: unknown
  readonly response: unknown
}

const dayText = (date: Date) => `"year":${date.getUTCFullYear()},"month":${date.getUTCMonth() + 1},"day":${date.getUTCDate()}`

/** What Tryton said and was told, with stand-ins for what is secret or of today. */
const sanitised = (text: string): string =>
  text
    .replaceAll("admin-secret-1", "secret")
    .replaceAll(/"[0-9a-f]{64}"/g, '"session-key"')
    .replaceAll(/"1[789]\d{8}(?:\.\d+)?"/g, '"1795000000"')
    .replaceAll(dayText(new Date()), dayText(new Date(recordedDay)))
    .replaceAll(/Database '[^']*' doesn't exist!/g, "Database 'nowhere.sqlite' doesn't exist!")

/** Ids that Tryton puts into an object in any order come in one order. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ordered)
    : typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1).map(([name, each]) => [name, ordered(each)]))
    : value

const bodyOf = (body: string): unknown => {
  try {
    return ordered(JSON.parse(sanitised(body)))
  } catch {
    return sanitised(body)
  }
}

export class Recorder implements Wire {
  readonly calls: Array<Call> = []
  readonly #next: Wire
  constructor(next: Wire = wire) {
    this.#next = next
  }
  readonly send: Wire["send"] = (request) =>
    Effect.tap(this.#next.send(request), (response) =>
      Effect.sync(() => {
        const { method, params } = JSON.parse(sanitised(request.body)) as { method: string; params: unknown }
        this.calls.push({ request: ordered({ method, params }), response: { status: response.status, body: bodyOf(response.body) } })
      }))
}

const write = (file: string, value: unknown) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/**
 * With CROSSDOCK_RECORD=1 the fixture is written anew; without it the committed one must say what the server said.
 * Gives both, so that the caller compares them.
 */
export const keep = (name: string, calls: ReadonlyArray<Call>) => {
  const request = join(folder, `${name}.request.json`)
  const response = join(folder, `${name}.response.json`)
  const found = { requests: calls.map((call) => call.request), responses: calls.map((call) => call.response) }
  if (process.env.CROSSDOCK_RECORD === "1") {
    write(request, found.requests)
    write(response, found.responses)
  }
  const kept = {
    requests: existsSync(request) ? JSON.parse(readFileSync(request, "utf8")) as unknown : [],
    responses: existsSync(response) ? JSON.parse(readFileSync(response, "utf8")) as unknown : []
  }
  return { found, kept }
}
