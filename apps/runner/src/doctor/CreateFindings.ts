/**
 * Findings about creates that a peer refuses.
 */
import * as Commands from "./Commands.ts"
import type { Contents } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"
import * as ShellWord from "../ShellWord.ts"

/** For so long, in milliseconds, a peer is named that has done what it had refused. */
export const shownFor = 7 * 86_400_000

/** Longer words say more than one thing, and are not listed as a whole (characters). */
const longestListed = 80

const doubtfulWords = ({ connection, count, words }: NonNullable<NonNullable<Contents["work"]>["doubtfulWords"]>[number]): Finding => ({
  code: "DOUBTFUL_REFUSED",
  severity: "error",
  about: words,
  where: `connection ${connection}`,
  message: `${count === 1 ? "1 order is" : `${count} orders are`} in doubt that the peer has answered with ${JSON.stringify(words)}`,
  next: `if the peer does nothing when it says so, ${words.length > longestListed ? "" : `add listedFaults: {${JSON.stringify(words)}: "rejected"} to the settings of the connection, if its plugin has them, or `}` +
    "set refusals: \"final\" for the connection; after a restart the peer is asked once more, and these orders end without a decision. " +
    `${Commands.inText(`crossdock intents ls --connection ${connection}`)} lists them, to decide about them now`
})

export const findings = ({ now, work }: Contents): ReadonlyArray<Finding> => [
  ...(work?.doubtfulWords ?? []).map(doubtfulWords),
  ...(work?.refusedAndDone ?? []).map(({ connection, count, number, oldest }): Finding => ({
    code: "REFUSED_AND_DONE",
    severity: "warning",
    where: `connection ${connection}`,
    message: `the peer had refused ${count === 1 ? "1 order that it has" : `${count} orders that it has`} nevertheless; the first of these days (${number}) was found ${Format.age(now - oldest)} ago`,
    next: `look at ${Commands.inText(`crossdock orders show ${ShellWord.word(number)}`)}, and tell the peer's operator; if it does so again, set refusals: "in doubt" for the connection. This is told for 7 days`
  }))
]
