/**
 * Keeps the messages of a run on the wire in a file, for the rule that compares them with the OpenAPI documents. It writes while the run
 * goes on and checks nothing until the run is judged, so that the load keeps its times.
 */
import { type Answer, isSuccess, type Name } from "@crossdock/e2e/support/exchanges.ts"
import { join } from "node:path"
import * as History from "../oracle/History.ts"

/** A call of a peer that the runner has answered. */
export interface ServedCall {
  readonly protocol: Name
  readonly method: string
  readonly request: { readonly contentType: string; readonly body: string }
  readonly answer: Answer
}

type Untimed<W> = W extends unknown ? Omit<W, "at"> : never

export interface WireLog {
  /** Keeps a message that a runner wrote, or one of a peer that is not broken. */
  readonly keep: (written: Untimed<History.Written>) => void
  /** Keeps an answer of a runner, and what it answers if it accepts it. */
  readonly keepServed: (served: ServedCall) => void
  /** Keeps nothing while a build of an earlier commit runs, because the documents are those of today. */
  readonly leaveOut: (isEarlierBuild: boolean) => void
  readonly written: () => ReadonlyArray<History.Written>
  readonly close: () => Promise<void>
}

/** Of each kind of message, as many are all kept; of the further ones, one in so many, so that a run is judged in a second. */
const whole = 5000
const oneIn = 100

export const open = async (folder: string): Promise<WireLog> => {
  const journal = await History.open<History.Written>(join(folder, "wire.ndjson"), { isSynced: false })
  const counts = new Map<string, number>()
  let isClosed = false
  let isLeftOut = false

  const keep: WireLog["keep"] = (message) => {
    const { by, is, method, protocol } = message
    const kind = `${by} ${protocol} ${method} ${is} ${is === "answer" ? message.status : ""}`
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    if (isClosed || isLeftOut || (count >= whole && count % oneIn !== 0)) return
    void journal.append({ ...message, at: Date.now() })
  }

  return {
    keep,
    keepServed: ({ answer, method, protocol, request }) => {
      keep({ is: "answer", by: "runner", protocol, method, status: answer.status, body: answer.body })
      if (isSuccess(answer)) keep({ is: "request", by: "peer", protocol, method, ...request })
    },
    leaveOut: (isEarlierBuild) => {
      isLeftOut = isEarlierBuild
    },
    written: journal.lines,
    close: async () => {
      isClosed = true
      await journal.close()
    }
  }
}
