/**
 * Findings about connections: paused, failing, or unknown.
 */
import * as Commands from "./Commands.ts"
import type { Contents } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"
import * as Remedies from "./Remedies.ts"
import { criticalFailing, longFailing, ofFailing } from "./SeverityScale.ts"

export const findings = (contents: Contents): ReadonlyArray<Finding> => {
  const { now, work: found } = contents
  if (found === undefined) return []
  const told: Array<Finding> = []
  const credential = (id: string, because: string): string => Remedies.ifRefused(id, because, found.secrets)
  for (const { callsFail, failingSince, id, paused, pollsFail } of found.connections) {
    const waiting = [...found.due, ...found.intentsDue].filter(({ connection }) => connection === id)
    if (paused !== undefined && waiting.length > 0) {
      told.push({
        code: "PAUSED",
        severity: "error",
        since: paused.at,
        where: `connection ${id}`,
        message: `paused since ${Format.time(paused.at)} (${paused.because}); ${Format.waiting(waiting)} are waiting for it`,
        next: `correct the cause${credential(id, paused.because)}, then run ${Commands.inText(`crossdock connections resume ${id}`)}`
      })
    } else if (failingSince !== undefined && callsFail === undefined && now - failingSince > longFailing) {
      told.push({
        code: "FAILING",
        severity: ofFailing(now - failingSince),
        since: failingSince,
        where: `connection ${id}`,
        message: `every attempt has failed for ${Format.age(now - failingSince)}${waiting.length > 0 ? `; ${Format.waiting(waiting)} are waiting` : ""}`,
        next: `${Commands.inText(`crossdock deliveries ls --by cause --connection ${id}`)} shows what it answered; the runner retries automatically`
      })
    }
    if (paused === undefined && callsFail !== undefined && now - callsFail.since > longFailing) {
      told.push({
        code: "PEER_FAILS",
        severity: ofFailing(now - callsFail.since),
        since: callsFail.since,
        where: `connection ${id}`,
        message: `no call has been answered for ${Format.age(now - callsFail.since)}; the first that failed: ${callsFail.because}${waiting.length > 0 ? `; ${Format.waiting(waiting)} are waiting` : ""}`,
        next: `run ${Commands.inText(`crossdock connections test ${id}`)} to find the cause${credential(id, callsFail.because)}; nothing is lost, and the runner goes on by itself once the peer answers`
      })
    } else if (paused === undefined && pollsFail !== undefined && now - pollsFail.since > longFailing) {
      told.push({
        code: "POLLS_FAIL",
        severity: now - pollsFail.since > criticalFailing ? "error" : "warning",
        since: pollsFail.since,
        where: `connection ${id}`,
        message: `every round of polls has failed for ${Format.age(now - pollsFail.since)}: ${pollsFail.because}`,
        next: `run ${Commands.inText(`crossdock connections test ${id}`)} to find the cause${credential(id, pollsFail.because)}; until it is corrected, news of orders arrives late`
      })
    }
  }
  for (const { connection, count, oldest } of contents.unserved) {
    told.push({
      code: "CONNECTION_UNKNOWN",
      severity: "error",
      since: oldest,
      where: `connection ${connection}`,
      message: `${count} deliveries wait for it, the oldest for ${Format.age(now - oldest)}, but this connection does not exist`,
      next: `add the connection again to send them; if it is gone for good, run ${Commands.inText(`crossdock deliveries cancel --connection ${connection} --yes`)}`
    })
  }
  return told
}
