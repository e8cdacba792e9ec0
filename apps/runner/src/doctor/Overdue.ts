/**
 * Findings about work that waits, or that a person has to see to.
 */
import type { Contents, Waiting } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Words from "./Words.ts"

const minute = 60_000
/** As readiness has it: work that is due longer means a standstill. */
const standstill = minute
const longDoubtful = 15 * minute
const longFailing = 10 * minute

const waits = (rows: ReadonlyArray<Waiting>): number => rows.reduce((sum, { count }) => sum + count, 0)

export const findings = (contents: Contents, isUp: boolean): ReadonlyArray<Finding> => {
  const { nodes, now, work: found } = contents
  if (found === undefined) return []
  const told: Array<Finding> = []
  const isServed = isUp || (nodes ?? []).some(({ leasedUntil }) => contents.dialect === "postgres" && leasedUntil > now)
  const stateOf = (connection: string) => found.connections.find(({ id }) => id === connection)
  for (const { id, failingSince, paused } of found.connections) {
    const waiting = [...found.due, ...found.intentsDue].filter(({ connection }) => connection === id)
    if (paused !== undefined && waiting.length > 0) {
      told.push({
        code: "PAUSED",
        weight: "warning",
        where: `connection ${id}`,
        says: `paused since ${Words.time(paused.at)} (${paused.because}), and ${waits(waiting)} wait for it`,
        next: `mend the cause, then crossdock connections resume ${id}`
      })
    } else if (failingSince !== undefined && now - failingSince > longFailing) {
      told.push({
        code: "FAILING",
        weight: "warning",
        where: `connection ${id}`,
        says: `every attempt has failed for ${Words.age(now - failingSince)}${waiting.length > 0 ? `; ${waits(waiting)} wait` : ""}`,
        next: "see with crossdock deliveries ls --by cause what it answers; it is tried again by itself"
      })
    }
  }
  for (const [what, rows] of [["deliveries", found.due], ["intents", found.intentsDue]] as const) {
    for (const { connection, count, oldest } of rows) {
      const state = stateOf(connection)
      if (now - oldest <= standstill || state?.paused !== undefined || state?.failingSince !== undefined) continue
      told.push({
        code: isServed ? "STANDSTILL" : "WAITING",
        weight: isServed ? "error" : "warning",
        where: `connection ${connection}`,
        says: `${count} ${what} are due, the oldest for ${Words.age(now - oldest)}, and ${isServed ? "the runner does not send them" : "no runner is up"}`,
        next: isServed ? "read the log of the runner; a restart loses nothing" : "start the runner: it carries them on"
      })
    }
  }
  for (const { connection, count, oldest } of found.dead) {
    told.push({
      code: "DEAD_LETTERS",
      weight: "warning",
      where: `connection ${connection}`,
      says: `${count} dead letters, the oldest for ${Words.age(now - oldest)}; each holds what came later for its order`,
      next: "see why with crossdock deliveries ls --dead, mend the cause, then crossdock deliveries replay"
    })
  }
  for (const { connection, count, oldest } of found.doubtful.filter((row) => now - row.oldest > longDoubtful)) {
    told.push({
      code: "DOUBTFUL",
      weight: "warning",
      where: `connection ${connection}`,
      says: `of ${count} orders nobody knows whether the warehouse has them, of the oldest for ${Words.age(now - oldest)}`,
      next: "look them up at the warehouse; crossdock intents ls names them, and intents decide takes what is true"
    })
  }
  for (const { because, connection, count } of found.held) {
    told.push({
      code: "HELD",
      weight: "warning",
      where: `connection ${connection}`,
      says: `${count} orders wait for a person: ${because}`,
      next: "crossdock intents ls has them, and crossdock maps unmatched the names that no row of the mapping holds"
    })
  }
  for (const { at, connection } of found.lapsed) {
    told.push({
      code: "SUBSCRIPTION_LAPSED",
      weight: "warning",
      where: `connection ${connection}`,
      says: `its registration of callbacks lapsed ${Words.age(now - at)} ago, so the vendor tells nothing`,
      next: "start the runner with CROSSDOCK_PUBLIC_URL: it renews them; where it is up, its log says what the vendor answers"
    })
  }
  return told
}
