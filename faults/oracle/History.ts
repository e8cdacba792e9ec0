/**
 * What the two ends of a run wrote down: NDJSON, fsynced line by line, in a folder that the runner under test does not
 * know. A runner that loses or doubles something cannot correct these.
 */
import { existsSync, readFileSync } from "node:fs"
import { open as openFile } from "node:fs/promises"

/** Milliseconds since 1970, by the clock of the tests. */
type Moment = number

/** One message of a producer. `sequence` counts the messages of its entity, from 1. */
export interface Message {
  /** What makes it this message and no other, for producer and sink alike. */
  readonly key: string
  readonly entity: string
  readonly sequence: number
  /** A later message of the same entity makes it pointless. */
  readonly isState: boolean
  /** Which issue of an order: the number that the warehouse gave it. */
  readonly issue?: string
}

/** Written before the first byte leaves. */
export interface Sent extends Message {
  readonly is: "sent"
  readonly id: string
  readonly at: Moment
}

/** `ok`: a success was read. `fail`: definitely refused. `info`: nobody knows. A message without this line is `info`. */
export interface Ended {
  readonly is: "ended"
  readonly id: string
  readonly at: Moment
  readonly outcome: "ok" | "fail" | "info"
  readonly message?: string
}

/** Written before the sink answers. */
export interface Arrived extends Omit<Message, "isState"> {
  readonly is: "arrived"
  readonly at: Moment
  readonly deliveryId: string
  /** SHA-256 of the content as received. */
  readonly digest: string
  readonly verified: boolean
  /** The phase that it tells of. */
  readonly phase: string
  /** Pieces that it says have come in. */
  readonly pieces?: number
  /** `success`, or how the answer was broken. */
  readonly answered: string
}

/** What the sink kept, after it took each delivery id once. */
export interface Kept extends Omit<Message, "isState"> {
  readonly is: "kept"
  readonly at: Moment
  readonly deliveryId: string
  /** It tells the number that the warehouse gave the order, which may become known after the state itself. */
  readonly isNumbered?: boolean
  readonly phase?: string
  readonly pieces?: number
}

/** What was done to the runner. */
export type Deed =
  /** `inFlight`: what it had claimed and not settled when it died. */
  | { readonly is: "killed"; readonly at: Moment; readonly inFlight: number }
  | { readonly is: "ready"; readonly at: Moment }
  | { readonly is: "stopped"; readonly at: Moment }
  /** From here to `healed` something around the runner is broken on purpose; `store`: what it has to say may not be kept. */
  | { readonly is: "broken"; readonly at: Moment; readonly part: "peer" | "store" | "machine"; readonly what: string }
  | { readonly is: "healed"; readonly at: Moment }

export interface Histories {
  readonly producer: ReadonlyArray<Sent | Ended>
  readonly arrivals: ReadonlyArray<Arrived>
  readonly effects: ReadonlyArray<Kept>
  readonly deeds: ReadonlyArray<Deed>
}

export interface Journal<Line> {
  /** Resolves when the line is on the disk. Lines that come meanwhile share the next write. */
  readonly append: (line: Line) => Promise<void>
  /** Every line that was appended, in that order. */
  readonly lines: () => ReadonlyArray<Line>
  /** After the last line is on the disk. */
  readonly close: () => Promise<void>
}

/** The lines of a file; one that a kill has torn is left out. */
export const read = <Line>(file: string): ReadonlyArray<Line> =>
  existsSync(file)
    ? readFileSync(file, "utf8").split("\n").flatMap((text): ReadonlyArray<Line> => {
      try {
        return text === "" ? [] : [JSON.parse(text)]
      } catch {
        return []
      }
    })
    : []

/** Appends to a file. */
export const open = async <Line>(file: string): Promise<Journal<Line>> => {
  const handle = await openFile(file, "a")
  const lines: Array<Line> = []
  let waiting: Array<string> = []
  let next: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()
  const write = async () => {
    await last
    const texts = waiting
    waiting = []
    next = undefined
    await (last = handle.appendFile(texts.join("")).then(() => handle.datasync()))
  }
  return {
    append: (line) => {
      lines.push(line)
      waiting.push(`${JSON.stringify(line)}\n`)
      return (next ??= write())
    },
    lines: () => lines,
    close: async () => {
      await (next ?? last)
      await handle.close()
    }
  }
}
