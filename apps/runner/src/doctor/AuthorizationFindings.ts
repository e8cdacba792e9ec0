/**
 * Findings about credentials that connections obtain while they run.
 */
import type { Contents } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"

/** A renewal that fails for longer deserves a look; it is tried again by itself. */
export const longFailing = 2 * 60_000

export const findings = ({ credentials, now }: Pick<Contents, "credentials" | "now">): ReadonlyArray<Finding> =>
  (credentials ?? []).flatMap(({ connection, failing, is, refusedBecause, unfinished }): ReadonlyArray<Finding> => {
    const where = `connection ${connection}`
    const next = `crossdock connections authorize ${connection}, and grant access at the address that it prints`
    if (is === "needed") {
      return [{ code: "NOT_AUTHORIZED", weight: "error", where, message: "nobody has authorized it yet, so nothing can be sent or asked there", next }]
    }
    if (refusedBecause !== undefined) {
      return [{ code: "AUTHORIZATION_REFUSED", weight: "error", where, message: `the peer renews its credentials no more: ${refusedBecause}`, next }]
    }
    if (unfinished > 0) {
      return [{
        code: "EXCHANGE_UNFINISHED",
        weight: "warning",
        where,
        message: `${unfinished} exchanges of its credentials were begun and never came to an end, as when a node dies; what the peer gave then may be lost`,
        next: `the next exchange tells; if it is refused, ${next}`
      }]
    }
    return failing !== undefined && now - failing.since > longFailing
      ? [{
        code: "RENEWAL_FAILS",
        weight: "warning",
        where,
        message: `its credentials could not be renewed for ${Format.age(now - failing.since)}: ${failing.because}`,
        next: "it is tried again by itself; see whether the peer is up, and what the log says"
      }]
      : []
  })
