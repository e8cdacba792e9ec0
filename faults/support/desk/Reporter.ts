/** Reports of the shop and the warehouses to the runner: each is repeated at any running node until one of them has accepted it. */
import { call } from "@crossdock/e2e/support/envelope.ts"
import { setTimeout as wait } from "node:timers/promises"
import { protocolOf } from "../Messages.ts"
import type { WireLog } from "../WireLog.ts"
import { credential } from "./EnvelopeService.ts"

export interface Report {
  /** The path below the callbacks of the runner, from the id of the connection. */
  readonly path: string
  readonly method: string
  readonly content: object
  readonly as: "json" | "form"
}

/** Milliseconds before a report is repeated. */
const pause = 250

export interface Reporter {
  /** Resolves once the report was accepted, or the reporter was stopped. Rejects if the runner refuses it. */
  readonly insist: (report: Report) => Promise<void>
  /** How many reports were refused for good, with the answer. */
  readonly refusals: () => ReadonlyArray<string>
  readonly stop: () => void
}

export const make = (someNode: () => string, log: WireLog): Reporter => {
  const refusals: Array<string> = []
  let isStopped = false
  return {
    refusals: () => refusals,
    stop: () => {
      isStopped = true
    },
    insist: async ({ as, content, method, path }) => {
      while (true) {
        if (isStopped) return
        const answer = await call({ ...credential, url: `${someNode()}/callbacks/${path}`, method, content, as, timeoutMs: 30_000 }).catch(() => undefined)
        if (answer !== undefined) log.keepServed({ protocol: protocolOf(method), method, request: answer.sent, answer })
        if (answer?.status === 200 && String(answer.json?.success) === "true") return
        if (answer !== undefined && answer.status < 500 && !/NOT_STORED|OVERLOADED|RATE_LIMITED/.test(answer.body)) {
          refusals.push(`${method} ${JSON.stringify(content)}: ${answer.status} ${answer.body}`)
          return
        }
        await wait(pause)
      }
    }
  }
}
