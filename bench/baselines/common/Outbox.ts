/**
 * Sends deliveries to the ERP: claims them with a lease, one at a time per entity, signs each attempt, records each attempt
 * in a row, and stores the outcome.
 */
import { type Caller, connections } from "./Caller.ts"
import { sealed } from "./Envelope.ts"
import type { Store } from "./Store.ts"

const mostUnderWay = connections
const leaseMs = 60_000
const gapsMs = [1000, 5000, 30_000, 120_000, 600_000]
/** How often it looks for work that becomes due by time. */
const idleMs = 200

interface Owed {
  readonly seq: number
  readonly id: string
  readonly entity: string
  readonly method: "pushOrderInfo" | "pushAsnInfo"
  readonly content: string
  readonly attempt: number
}

const segments = { pushOrderInfo: "receiveOdo", pushAsnInfo: "receiveAsn" }

export const tables = `
create table if not exists outbox (
  seq integer primary key autoincrement, id text not null unique, entity text not null, method text not null, content text not null,
  state text not null, attempt integer not null default 0, due_at integer not null, leased_until integer, created_at integer not null,
  updated_at integer not null);
create index if not exists outbox_due on outbox (state, due_at, seq);
create index if not exists outbox_entity on outbox (entity, seq);
create table if not exists attempt (
  id integer primary key, delivery text not null, number integer not null, at integer not null, took integer not null,
  outcome text not null, detail text);
`

export interface Outbox {
  /** Signals that there is a new delivery. */
  readonly wake: () => void
  readonly resume: () => void
}

/** `isTaken` validates the ERP's answer and returns whether it accepted the report. */
export const outbox = (store: Store, call: Caller, isTaken: (told: unknown) => boolean): Outbox => {
  const claim = store.db.prepare(`update outbox set state = 'sending', attempt = attempt + 1, leased_until = ?, updated_at = ?
    where seq in (select seq from outbox o where o.state = 'pending' and o.due_at <= ? and not exists (
      select 1 from outbox e where e.entity = o.entity and e.seq < o.seq and e.state in ('pending', 'sending', 'dead'))
      order by o.due_at, o.seq limit ?)
    returning seq, id, entity, method, content, attempt`)
  const expired = store.db.prepare("update outbox set state = 'pending' where state = 'sending' and leased_until <= ?")
  const attempted = store.db.prepare("insert into attempt (delivery, number, at, took, outcome, detail) values (?, ?, ?, ?, ?, ?)")
  const settle = store.db.prepare("update outbox set state = ?, due_at = ?, leased_until = null, updated_at = ? where seq = ?")

  let isRunning = false
  let isClaiming = false
  let hasMore = true
  let underWay = 0

  const send = async ({ content, method }: Owed): Promise<void> => {
    const { status, text } = await call(`/sys/automatic/${segments[method]}/bench`, sealed(method, content))
    if (status !== 200 || !isTaken(JSON.parse(text))) throw new Error(`the ERP answered ${status}`)
  }

  const attempt = async (owed: Owed) => {
    const started = Date.now()
    const failure = await send(owed).then(() => undefined, (error: unknown) => String(error))
    const gap = gapsMs[owed.attempt - 1]
    await store.commit(() => {
      const now = Date.now()
      attempted.run(owed.id, owed.attempt, started, now - started, failure === undefined ? "delivered" : "failed", failure ?? null)
      settle.run(failure === undefined ? "delivered" : gap === undefined ? "dead" : "pending", failure === undefined ? now : now + (gap ?? 0), now, owed.seq)
    })
    underWay--
    wake()
  }

  const round = async () => {
    isClaiming = true
    hasMore = false
    const now = Date.now()
    const owed = await store.commit(() => claim.all(now + leaseMs, now, now, mostUnderWay - underWay) as unknown as ReadonlyArray<Owed>)
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
      setInterval(() => {
        expired.run(Date.now())
        wake()
      }, idleMs)
      wake()
    }
  }
}
