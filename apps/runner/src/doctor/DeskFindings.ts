/**
 * Findings about orders of shops that the order desk holds.
 */
import * as Commands from "./Commands.ts"
import type { Contents } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"
import * as ShellWord from "../ShellWord.ts"

/** An order that is held for longer than this, in milliseconds, is an error: its buyer waits. */
export const longHeld = 24 * 60 * 60_000

export const findings = ({ now, work }: Contents): ReadonlyArray<Finding> =>
  (work?.heldOrders ?? []).map(({ cause, count, number, since }): Finding => ({
    code: "ORDERS_HELD",
    about: cause,
    since,
    severity: now - since > longHeld ? "error" : "warning",
    where: "the order desk",
    message: `${count === 1 ? "1 order is" : `${count} orders are`} held for the cause "${cause}", the oldest (${number}) for ${Format.age(now - since)}`,
    next: `${Commands.inText(`crossdock desk ls --cause ${ShellWord.word(cause)}`)} shows them, and what to do`
  }))
