/**
 * Sends deliveries to the ERP: claims them, one at a time per entity, signs each attempt, and stores each attempt with its
 * outcome.
 */
import type { DeliveryStore, Owed } from "./Books.ts"
import { type Caller, connections } from "./Caller.ts"
import { sealed } from "./Envelope.ts"

const mostUnderWay = connections
const gapsMs = [1000, 5000, 30_000, 120_000, 600_000]
/** How often it looks for work that becomes due by time. */
const idleMs = 200

const segments = { pushOrderInfo: "receiveOdo", pushAsnInfo: "receiveAsn" }

export interface Outbox {
  /** Signals that there is a new delivery. */
  readonly wake: () => void
  readonly resume: () => void
}

/** `isTaken` validates the ERP's answer and returns whether it accepted the report. */
export const outbox = (book: DeliveryStore, call: Caller, isTaken: (told: unknown) => boolean): Outbox => {
  let isRunning = false
  let isClaiming = false
  let hasMore = true
  let underWay = 0

  const send = async ({ content, id, method }: Owed): Promise<void> => {
    const { status, text } = await call(`/sys/automatic/${segments[method]}/bench`, sealed(method, content), book.hasWireId ? id : undefined)
    if (status !== 200 || !isTaken(JSON.parse(text))) throw new Error(`the ERP answered ${status}`)
  }

  const attempt = async (owed: Owed) => {
    const startedAt = Date.now()
    const failure = await send(owed).then(() => undefined, (error: unknown) => String(error))
    const gap = gapsMs[owed.attempt - 1]
    const endedAt = Date.now()
    await book.settle(owed, {
      startedAt,
      endedAt,
      failure,
      state: failure === undefined ? "delivered" : gap === undefined ? "dead" : "pending",
      dueAt: endedAt + (failure === undefined ? 0 : gap ?? 0)
    })
    underWay--
    wake()
  }

  const round = async () => {
    isClaiming = true
    hasMore = false
    const owed = await book.claim(mostUnderWay - underWay)
    isClaiming = false
    underWay += owed.length
    if (owed.length > 0) hasMore = true
    for (const one of owed) void attempt(one)
    if (hasMore) wake()
  }

  /** Claims up to half of the allowed concurrency at once, so that a claim returns several rows. */
  const wake = () => {
    hasMore = true
    if (isRunning && !isClaiming && underWay <= mostUnderWay / 2) void round()
  }

  return {
    wake,
    resume: () => {
      isRunning = true
      setInterval(() => void book.release().then(wake), idleMs)
      wake()
    }
  }
}
