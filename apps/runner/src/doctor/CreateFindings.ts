/**
 * Findings about creates that a peer refuses.
 */
import type { Contents } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"

/** For so long, in milliseconds, a peer is named that has done what it had refused. */
export const shownFor = 7 * 86_400_000

export const findings = ({ now, work }: Contents): ReadonlyArray<Finding> =>
  (work?.refusedAndDone ?? []).map(({ connection, count, number, oldest }): Finding => ({
    code: "REFUSED_AND_DONE",
    weight: "warning",
    where: `connection ${connection}`,
    message: `the peer had refused ${count === 1 ? "1 order that it has" : `${count} orders that it has`} nevertheless; the first of these days (${number}) was found ${Format.age(now - oldest)} ago`,
    next: `look at crossdock orders show ${number}, and tell the peer's operator; if it does so again, set refusals: "in doubt" for the connection`
  }))
