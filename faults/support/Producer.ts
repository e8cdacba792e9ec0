/**
 * The reporting provider. It records each attempt before it sends the first byte, and its outcome afterwards. It repeats a
 * message with the same key until it succeeds, and sends the messages of one entity one after the other.
 */
import { type Credential, sign } from "@crossdock/e2e/support/envelope.ts"
import { randomUUID } from "node:crypto"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import * as History from "../oracle/History.ts"
import { protocolOf, type Report } from "./Messages.ts"
import type { WireLog } from "./WireLog.ts"

export interface Producer {
  readonly history: History.Journal<History.Sent | History.Ended>
  /** Sends a message once. */
  readonly once: (report: Report) => Promise<History.Ended["outcome"]>
  /** Repeats a message until it is accepted or refused, or the producer is stopped. */
  readonly insist: (report: Report) => Promise<void>
  /** Sends the reports of several entities concurrently, and those of each entity in order. */
  readonly all: (entities: ReadonlyArray<ReadonlyArray<Report>>, atOnce: number) => Promise<void>
  /** The number of accepted messages. */
  readonly accepted: () => number
  readonly stop: () => void
}

/** Milliseconds before a message is repeated. */
const pause = 100
const patience = 30_000

/** Whether the outcome is unknown, because the runner could not store it or its answer was lost. */
const isUnknown = (status: number, text: string): boolean => status >= 500 || text.includes("NOT_STORED")

export const make = async (options: { readonly folder: string; readonly base: () => string; readonly credential: Credential; readonly log: WireLog }): Promise<Producer> => {
  const { credential, log } = options
  const history = await History.open<History.Sent | History.Ended>(join(options.folder, "producer.ndjson"))
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  let accepted = 0
  let isStopped = false

  const post = (report: Report): Promise<{ readonly status: number; readonly text: string }> =>
    new Promise((resolve, reject) => {
      const content = JSON.stringify(report.content)
      const body = JSON.stringify({ accessId: credential.accessId, method: report.method, content, sign: sign(credential, content) })
      const outgoing = request(`${options.base()}/${report.by ?? "house"}/sys/automatic/${report.door}/faults`, {
        method: "POST",
        agent,
        timeout: patience,
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
      })
      outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")))
      outgoing.on("error", reject)
      outgoing.on("response", (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("error", reject)
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("end", () => {
          const answer = { status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }
          log.keepServed({ protocol: protocolOf(report.method), method: report.method, request: { contentType: "application/json", body }, answer })
          resolve({ status: answer.status, text: answer.body })
        })
      })
      outgoing.end(body)
    })

  const once: Producer["once"] = async (report) => {
    const id = randomUUID()
    const { entity, isState, key, sequence } = report
    await history.append({ is: "sent", id, at: Date.now(), key, entity, sequence, isState })
    const end = async (outcome: History.Ended["outcome"], message?: string) => {
      await history.append({ is: "ended", id, at: Date.now(), outcome, ...(message !== undefined && { message: message.slice(0, 200) }) })
      return outcome
    }
    try {
      const { status, text } = await post(report)
      if (status === 200 && /"success":\s*"?true/.test(text)) {
        accepted += 1
        return await end("ok")
      }
      return await end(isUnknown(status, text) ? "info" : "fail", `${status} ${text}`)
    } catch (error) {
      return await end("info", String(error))
    }
  }

  const insist: Producer["insist"] = async (report) => {
    for (;;) {
      if (isStopped || (await once(report)) !== "info") return
      await wait(pause)
    }
  }

  return {
    history,
    once,
    insist,
    all: async (entities, atOnce) => {
      const waiting = entities.values()
      const work = async () => {
        for (const reports of waiting) {
          for (const report of reports) {
            if (isStopped) return
            await insist(report)
          }
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    },
    accepted: () => accepted,
    stop: () => {
      isStopped = true
      agent.destroy()
    }
  }
}
