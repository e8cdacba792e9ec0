/**
 * Findings about the credentials that connections obtain at run time.
 */
import * as Commands from "./Commands.ts"
import type { Contents } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"

/** Renewal is retried automatically; failures for longer than this are a finding. */
export const longFailing = 2 * 60_000

export const findings = ({ credentials, now }: Pick<Contents, "credentials" | "now">): ReadonlyArray<Finding> =>
  (credentials ?? []).flatMap(({ connection, failing, is, refusedBecause, unfinished }): ReadonlyArray<Finding> => {
    const where = `connection ${connection}`
    const next = `run ${Commands.inText(`crossdock connections authorize ${connection}`)}, and grant access at the address that it prints`
    if (is === "needed") {
      return [{ code: "NOT_AUTHORIZED", severity: "error", where, message: "nobody has authorized this connection yet, so the runner cannot call its peer", next }]
    }
    if (refusedBecause !== undefined) {
      return [{ code: "AUTHORIZATION_REFUSED", severity: "error", where, message: `the peer refuses to renew its credentials: ${refusedBecause}`, next }]
    }
    if (unfinished > 0) {
      return [{
        code: "EXCHANGE_UNFINISHED",
        severity: "warning",
        where,
        message: `${unfinished} exchanges of its credentials did not finish, for example because a node died; credentials that the peer issued then may be lost`,
        next: `wait for the next exchange; if it is refused, ${next}`
      }]
    }
    return failing !== undefined && now - failing.since > longFailing
      ? [{
        code: "RENEWAL_FAILS",
        severity: "warning",
        where,
        message: `its credentials could not be renewed for ${Format.age(now - failing.since)}: ${failing.because}`,
        next: "renewal is retried automatically; check whether the peer is up, and read the log of the runner"
      }]
      : []
  })
