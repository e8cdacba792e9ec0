/**
 * Findings about work that is late, or that needs a person.
 */
import type * as UntakenOrders from "../records/UntakenOrders.ts"
import * as Commands from "./Commands.ts"
import type { Contents } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"
import * as Remedies from "./Remedies.ts"
import { longFailing } from "./SeverityScale.ts"
import * as ShellWord from "../ShellWord.ts"

const minute = 60_000
/** Work that is due for longer is a standstill; readiness uses the same limit. */
export const standstill = minute
export const longDoubtful = 15 * minute

/** So much of a cause is enough to select by it (characters). */
const longestQuoted = 80

const untakenText: Readonly<Record<UntakenOrders.Reason, string>> = {
  "no-shop": "they name no shop, and links of several shops lead to this connection",
  unwritable: "no message can carry their numbers",
  refused: "the shop does not take a question for them"
}

const untakenNext: Readonly<Record<UntakenOrders.Reason, string>> = {
  "no-shop": "let the service write onlineShopId into each order, or make a connection for each shop",
  unwritable: "correct the numbers in the shop, or enter these orders by hand",
  refused: "look them up in the shop; they are asked for again unless no call can name them"
}

export const findings = (contents: Contents, isUp: boolean): ReadonlyArray<Finding> => {
  const { nodes, now, work: found } = contents
  if (found === undefined) return []
  const told: Array<Finding> = []
  const isServed = isUp || (nodes ?? []).some(({ leasedUntil }) => contents.dialect === "postgres" && leasedUntil > now)
  const stateOf = (connection: string) => found.connections.find(({ id }) => id === connection)
  const isUnserved = (connection: string) => contents.unserved.some((one) => one.connection === connection)
  const { restoredSince } = found
  if (restoredSince !== undefined) {
    told.push({
      code: "RESTORED",
      severity: "warning",
      since: restoredSince,
      where: "the runner",
      message: `works on a restored backup since ${Format.time(restoredSince)}: it sends deliveries only when asked, ${Format.waiting(found.due)} deliveries wait, ` +
        `and the warehouse may or may not have ${Format.waiting(found.doubtful)} creates`,
      next: "settle these creates, let the ERP repeat orders that the backup may lack, then run `crossdock restore end`; see \"Backup\" in the guide"
    })
  }
  const standing = [["deliveries", restoredSince === undefined ? found.due : []], ["intents", found.intentsDue]] as const
  for (const [what, rows] of standing) {
    for (const { connection, count, oldest } of rows) {
      const state = stateOf(connection)
      if (what === "deliveries" && isUnserved(connection)) continue
      if (now - oldest <= standstill || state?.paused !== undefined || state?.failingSince !== undefined || state?.callsFail !== undefined) continue
      told.push({
        code: isServed ? "STANDSTILL" : "WAITING",
        severity: isServed ? "critical" : "warning",
        about: what,
        since: oldest,
        where: `connection ${connection}`,
        message: `${count} ${what} are overdue, the oldest by ${Format.age(now - oldest)}, and ${isServed ? "the runner does not send them" : "no runner is up"}`,
        next: isServed ? "read the log of the runner; a restart loses nothing" : "start the runner; it sends them"
      })
    }
  }
  for (const { connection, count, oldest } of found.dead) {
    const most = found.deadCauses?.find((one) => one.connection === connection)
    told.push({
      code: "DEAD_LETTERS",
      severity: "error",
      since: oldest,
      where: `connection ${connection}`,
      message: `${count} dead letters, the oldest ${Format.age(now - oldest)} old; each one blocks later deliveries of its order${most === undefined ? "" : `; ${most.count} for the cause ${JSON.stringify(most.cause)}`}`,
      next: most === undefined
        ? `find the cause with ${Commands.inText(`crossdock deliveries ls --dead --connection ${connection}`)}, correct it, then run ${Commands.inText(`crossdock deliveries replay --connection ${connection}`)}, which counts them, and again with --yes`
        : `correct what the cause names, then run ${Commands.inText(`crossdock deliveries replay --connection ${connection} --cause ${ShellWord.quoted(most.cause.slice(0, longestQuoted))}`)}, which counts them, and again with --yes; ${Commands.inText(`crossdock deliveries ls --by cause --connection ${connection}`)} lists the other causes`
    })
  }
  for (const { connection, count, oldest } of found.doubtful.filter((row) => now - row.oldest > longDoubtful)) {
    told.push({
      code: "DOUBTFUL",
      severity: "error",
      since: oldest,
      where: `connection ${connection}`,
      message: `the warehouse may or may not have ${count} orders; the oldest has been uncertain for ${Format.age(now - oldest)}`,
      next: `look them up at the warehouse; ${Commands.inText(`crossdock intents ls --connection ${connection}`)} lists them, and \`crossdock intents decide\` records what you find`
    })
  }
  for (const { connection, count, oldest } of found.cancels.filter((row) => now - row.oldest > longFailing)) {
    told.push({
      code: "CANCELS_WAIT",
      severity: now - oldest > longDoubtful ? "error" : "warning",
      since: oldest,
      where: `connection ${connection}`,
      message: `${count} cancels have not reached the warehouse, the oldest for ${Format.age(now - oldest)}; these orders may be shipped`,
      next: `cancel urgent ones at the warehouse yourself; ${Commands.inText(`crossdock intents ls --connection ${connection}`)} lists them, and the runner retries automatically`
    })
  }
  for (const { connection, count, is, oldest } of found.blind ?? []) {
    told.push({
      code: is === "wrong" ? "DECIDED_WRONGLY" : "DECIDED_BLIND",
      severity: is === "wrong" ? "critical" : "warning",
      since: oldest,
      where: `connection ${connection}`,
      message: is === "wrong"
        ? `${count} creates were decided by a person while the peer could not be asked, and the peer shows the contrary, the oldest decided ${Format.age(now - oldest)} ago`
        : `${count} creates were decided by a person while the peer could not be asked, the oldest ${Format.age(now - oldest)} ago; the peer has not confirmed it yet`,
      next: is === "wrong"
        ? `${Commands.inText(`crossdock intents ls --connection ${connection}`)} lists them; cancel at the peer what is not wanted, then run ${Commands.inText(`crossdock intents decide <id> delivered`)} to say that you have seen it`
        : `nothing, once the peer answers: the runner asks it again by itself. ${Commands.inText(`crossdock connections test ${connection}`)} finds the cause`
    })
  }
  for (const { because, connection, count } of found.held) {
    const isPaused = because === "paused"
    const cause = stateOf(connection)?.paused?.because
    told.push({
      code: "HELD",
      severity: "warning",
      about: isPaused ? "paused" : "mapping",
      where: `connection ${connection}`,
      message: isPaused ? `${count} orders wait because the connection is paused${cause === undefined ? "" : `: ${cause}`}` : `${count} orders wait: ${because}`,
      next: isPaused
        ? `correct the cause${Remedies.ifRefused(connection, cause, found.secrets)}, then run ${Commands.inText(`crossdock connections resume ${connection}`)}; ${Commands.inText(`crossdock intents ls --connection ${connection}`)} lists the orders`
        : Remedies.ofMissingNames(connection, found.missingNames)
    })
  }
  for (const { count, is, oldest, scope } of found.untaken ?? []) {
    told.push({
      code: "SHOP_ORDERS_NOT_TAKEN",
      severity: "warning",
      about: is,
      since: oldest,
      where: `${scope}`,
      message: `${count} orders of a shop were not taken, the first ${Format.age(now - oldest)} ago: ${untakenText[is]}`,
      next: `\`crossdock orders ls --to-look-at\` lists them; ${untakenNext[is]}`
    })
  }
  for (const { connection, count, is, oldest } of found.open) {
    told.push({
      code: is === "absent" ? "ORDERS_NOT_SHOWN" : "ORDERS_STAND_STILL",
      severity: "warning",
      where: `connection ${connection}`,
      message: is === "absent"
        ? `the warehouse accepted ${count} orders that it does not show, the oldest for ${Format.age(now - oldest)}`
        : `the warehouse has reported nothing new about ${count} orders; the oldest has had no news for ${Format.age(now - oldest)}`,
      next: is === "absent"
        ? `${Commands.inText(`crossdock orders ls --to-look-at --warehouse ${connection}`)} lists them; look them up at the warehouse, and run ${Commands.inText("crossdock intents reopen <id>")} for those that it does not have`
        : `${Commands.inText(`crossdock orders ls --to-look-at --warehouse ${connection}`)} lists them; ask the warehouse. The setting standstillAfter of the connection is the limit`
    })
  }
  for (const { because, connection, since } of found.unregistered ?? []) {
    told.push({
      code: "SUBSCRIPTION_FAILS",
      severity: "warning",
      where: `connection ${connection}`,
      message: `registering for callbacks has failed for ${Format.age(now - since)}: ${because}`,
      next: "correct the cause, such as the address in CROSSDOCK_PUBLIC_URL; the runner tries again by itself, and polls find changes meanwhile"
    })
  }
  for (const { because, connection, since } of found.untoldShops ?? []) {
    told.push({
      code: "SHOP_NOT_TOLD",
      severity: "warning",
      where: `connection ${connection}`,
      message: `telling the service of the shop has failed for ${Format.age(now - since)}: ${because}`,
      next: "correct the cause, such as customerId in the settings or the address in CROSSDOCK_PUBLIC_URL; the runner tries again by itself, and polls find orders meanwhile"
    })
  }
  for (const { at, connection } of found.lapsed) {
    told.push({
      code: "SUBSCRIPTION_LAPSED",
      severity: "warning",
      where: `connection ${connection}`,
      message: `its subscription to callbacks expired ${Format.age(now - at)} ago, so the vendor sends no callbacks`,
      next: "start the runner with CROSSDOCK_PUBLIC_URL, and it renews the subscription; if it is up, its log has the vendor's answer"
    })
  }
  return told
}
