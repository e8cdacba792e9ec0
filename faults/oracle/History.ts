/**
 * The histories of the two ends of a run: NDJSON, fsynced line by line, in a folder that the runner under test does not know.
 * So a runner that loses or doubles something cannot correct them.
 */
import type { Name as Protocol } from "@crossdock/e2e/support/exchanges.ts"
import { existsSync, readFileSync } from "node:fs"
import { open as openFile } from "node:fs/promises"

/** Milliseconds since 1970 by the clock of the test process. */
type Moment = number

/** One message of a producer. `sequence` counts the messages of an entity from 1. */
export interface Message {
  /** Identifies the message for producer and sink. */
  readonly key: string
  readonly entity: string
  readonly sequence: number
  /** Whether a later message of the same entity replaces it. */
  readonly isState: boolean
  /** The issue of the order: the number that the warehouse gave it. */
  readonly issue?: string
}

/** Written before the first byte is sent. */
export interface Sent extends Message {
  readonly is: "sent"
  readonly id: string
  readonly at: Moment
}

/** `ok`: a success was read. `fail`: definitely refused. `info`: the outcome is unknown, as for a message without this line. */
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
  /** The phase that it reports. */
  readonly phase: string
  /** The pieces that it reports as received. */
  readonly pieces?: number
  /** `success`, or how the answer was broken. */
  readonly answered: string
}

/** What the sink stored, having processed each delivery id once. */
export interface Kept extends Omit<Message, "isState"> {
  readonly is: "kept"
  readonly at: Moment
  readonly deliveryId: string
  /** Whether it has the warehouse's number of the order, which may become known after the state. */
  readonly isNumbered?: boolean
  /** Whether it has the number of a parcel, which may be told before the state that says that it left: an answer that is too old for the state still shows it. */
  readonly hasParcel?: boolean
  readonly phase?: string
  readonly pieces?: number
}

interface OnWire {
  readonly at: Moment
  readonly by: "runner" | "peer"
  readonly protocol: Protocol
  readonly method: string
  /** The body as it was written. */
  readonly body: string
}

/** A message on the wire. Those that a peer breaks on purpose are not kept, nor the requests that a runner refuses. */
export type Written =
  | OnWire & { readonly is: "request"; readonly contentType: string }
  | OnWire & { readonly is: "answer"; readonly status: number }

/** What the test did to the runner. */
export type Deed =
  /** `inFlight`: what it had claimed and not completed when it was killed. */
  | { readonly is: "killed"; readonly at: Moment; readonly inFlight: number }
  | { readonly is: "ready"; readonly at: Moment }
  | { readonly is: "stopped"; readonly at: Moment }
  /** A fault is injected from here until `healed`; with `store`, the runner may be unable to store what it does. */
  | { readonly is: "broken"; readonly at: Moment; readonly part: "peer" | "store" | "machine"; readonly what: string }
  | { readonly is: "healed"; readonly at: Moment }

export interface Histories {
  readonly producer: ReadonlyArray<Sent | Ended>
  readonly arrivals: ReadonlyArray<Arrived>
  readonly effects: ReadonlyArray<Kept>
  readonly deeds: ReadonlyArray<Deed>
}

export interface Journal<Line> {
  /** Resolves when the line is on the disk. Further lines share the next write. */
  readonly append: (line: Line) => Promise<void>
  /** All appended lines, in order. */
  readonly lines: () => ReadonlyArray<Line>
  /** Closes the file after the last line is on the disk. */
  readonly close: () => Promise<void>
}

/** Reads the lines of a file, ignoring one that is incomplete because of a kill. */
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

/** Opens a file for appending. `isSynced`: an append resolves once the line is on the disk, and not once the operating system has it. Default: yes. */
export const open = async <Line>(file: string, { isSynced = true } = {}): Promise<Journal<Line>> => {
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
    await (last = handle.appendFile(texts.join("")).then(() => (isSynced ? handle.datasync() : undefined)))
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
