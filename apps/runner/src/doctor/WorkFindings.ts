/**
 * Findings about work that waits, or that a person has to see to.
 */
import type { Contents, Waiting } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"

const minute = 60_000
/** As readiness has it: work that is due longer means a standstill. */
export const standstill = minute
export const longDoubtful = 15 * minute
export const longFailing = 10 * minute
export const longUnpolled = 2 * minute

const waits = (rows: ReadonlyArray<Waiting>): number => rows.reduce((sum, { count }) => sum + count, 0)

export const findings = (contents: Contents, isUp: boolean): ReadonlyArray<Finding> => {
  const { nodes, now, work: found } = contents
  if (found === undefined) return []
  const told: Array<Finding> = []
  const isServed = isUp || (nodes ?? []).some(({ leasedUntil }) => contents.dialect === "postgres" && leasedUntil > now)
  const stateOf = (connection: string) => found.connections.find(({ id }) => id === connection)
  for (const { id, failingSince, paused, pollsFail } of found.connections) {
    const waiting = [...found.due, ...found.intentsDue].filter(({ connection }) => connection === id)
    if (paused !== undefined && waiting.length > 0) {
      told.push({
        code: "PAUSED",
        weight: "warning",
        where: `connection ${id}`,
        message: `paused since ${Format.time(paused.at)} (${paused.because}), and ${waits(waiting)} wait for it`,
        next: `mend the cause, then crossdock connections resume ${id}`
      })
    } else if (failingSince !== undefined && now - failingSince > longFailing) {
      told.push({
        code: "FAILING",
        weight: "warning",
        where: `connection ${id}`,
        message: `every attempt has failed for ${Format.age(now - failingSince)}${waiting.length > 0 ? `; ${waits(waiting)} wait` : ""}`,
        next: "see with crossdock deliveries ls --by cause what it answers; it is tried again by itself"
      })
    }
    if (paused === undefined && pollsFail !== undefined && now - pollsFail.since > longUnpolled) {
      told.push({
        code: "POLLS_FAIL",
        weight: "warning",
        where: `connection ${id}`,
        message: `no round of polls has succeeded for ${Format.age(now - pollsFail.since)}: ${pollsFail.because}`,
        next: `crossdock connections test ${id} tells what stands in the way; what it tells of orders comes late until then`
      })
    }
  }
  for (const { connection, count, oldest } of contents.unserved) {
    told.push({
      code: "CONNECTION_UNKNOWN",
      weight: "warning",
      where: `connection ${connection}`,
      message: `${count} deliveries wait for it, the oldest for ${Format.age(now - oldest)}, and it is neither declared nor stored`,
      next: `declare it again and they are sent; where it is gone for good, crossdock deliveries cancel --connection ${connection}`
    })
  }
  const isUnserved = (connection: string) => contents.unserved.some((one) => one.connection === connection)
  const { restoredSince } = found
  if (restoredSince !== undefined) {
    told.push({
      code: "RESTORED",
      weight: "warning",
      where: "the runner",
      message: `works on a restored backup since ${Format.time(restoredSince)}: it sends nothing unasked, ${waits(found.due)} deliveries wait, ` +
        `and of ${waits(found.doubtful)} creates nobody knows whether the warehouse has them`,
      next: "settle those, let the ERP repeat what it is not sure of, then crossdock restore end; the guide has it under \"Backup\""
    })
  }
  const standing = [["deliveries", restoredSince === undefined ? found.due : []], ["intents", found.intentsDue]] as const
  for (const [what, rows] of standing) {
    for (const { connection, count, oldest } of rows) {
      const state = stateOf(connection)
      if (what === "deliveries" && isUnserved(connection)) continue
      if (now - oldest <= standstill || state?.paused !== undefined || state?.failingSince !== undefined) continue
      told.push({
        code: isServed ? "STANDSTILL" : "WAITING",
        weight: isServed ? "error" : "warning",
        where: `connection ${connection}`,
        message: `${count} ${what} are due, the oldest for ${Format.age(now - oldest)}, and ${isServed ? "the runner does not send them" : "no runner is up"}`,
        next: isServed ? "read the log of the runner; a restart loses nothing" : "start the runner: it carries them on"
      })
    }
  }
  for (const { connection, count, oldest } of found.dead) {
    told.push({
      code: "DEAD_LETTERS",
      weight: "warning",
      where: `connection ${connection}`,
      message: `${count} dead letters, the oldest for ${Format.age(now - oldest)}; each holds what came later for its order`,
      next: "see why with crossdock deliveries ls --dead, mend the cause, then crossdock deliveries replay"
    })
  }
  for (const { connection, count, oldest } of found.doubtful.filter((row) => now - row.oldest > longDoubtful)) {
    told.push({
      code: "DOUBTFUL",
      weight: "warning",
      where: `connection ${connection}`,
      message: `of ${count} orders nobody knows whether the warehouse has them, of the oldest for ${Format.age(now - oldest)}`,
      next: "look them up at the warehouse; crossdock intents ls names them, and intents decide takes what is true"
    })
  }
  for (const { connection, count, oldest } of found.cancels.filter((row) => now - row.oldest > longDoubtful)) {
    told.push({
      code: "CANCELS_WAIT",
      weight: "warning",
      where: `connection ${connection}`,
      message: `${count} cancels have not reached the warehouse, the oldest for ${Format.age(now - oldest)}; these orders may be shipped`,
      next: "cancel them at the warehouse where that is urgent; crossdock intents ls names them, and each is tried again by itself"
    })
  }
  for (const { because, connection, count } of found.held) {
    const isPaused = because === "paused"
    const cause = stateOf(connection)?.paused?.because
    told.push({
      code: "HELD",
      weight: "warning",
      where: `connection ${connection}`,
      message: isPaused ? `${count} orders wait for the connection, which is paused${cause === undefined ? "" : `: ${cause}`}` : `${count} orders wait for a person: ${because}`,
      next: isPaused
        ? `mend the cause, then crossdock connections resume ${connection}; crossdock intents ls has the orders`
        : "crossdock intents ls has them, and crossdock maps unmatched the names that no row of the mapping holds"
    })
  }
  for (const { connection, count, is, oldest } of found.open) {
    told.push({
      code: is === "absent" ? "ORDERS_NOT_SHOWN" : "ORDERS_STAND_STILL",
      weight: "warning",
      where: `connection ${connection}`,
      message: is === "absent"
        ? `the warehouse accepted ${count} orders that it does not show, the oldest for ${Format.age(now - oldest)}`
        : `of ${count} orders the warehouse has said nothing new, of the oldest for ${Format.age(now - oldest)}`,
      next: is === "absent"
        ? "crossdock orders ls --to-look-at names them; look them up at the warehouse, and crossdock intents reopen what it does not have"
        : "crossdock orders ls --to-look-at names them; ask the warehouse. standstillAfter of the connection says how long is long"
    })
  }
  for (const { at, connection } of found.lapsed) {
    told.push({
      code: "SUBSCRIPTION_LAPSED",
      weight: "warning",
      where: `connection ${connection}`,
      message: `its registration of callbacks lapsed ${Format.age(now - at)} ago, so the vendor tells nothing`,
      next: "start the runner with CROSSDOCK_PUBLIC_URL: it renews them; where it is up, its log says what the vendor answers"
    })
  }
  return told
}
