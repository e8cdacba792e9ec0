/** All cases and variants, in the order of the table. */
import type { Case } from "../run/Case.ts"
import { callback, callbackOnPostgres } from "./callback.ts"
import { desk, deskHeld, deskOnPostgres } from "./desk.ts"
import { drainBacklog, drainFailing, drainHot, drainOnPostgres, drainSlow, endToEnd } from "./drain.ts"
import { fairness } from "./fairness.ts"
import { growth } from "./growth.ts"
import { idleProcess } from "./idle.ts"
import { ledgerRead, ledgerReadOnPostgres } from "./ledger-read.ts"
import { passThrough, passThroughOnPostgres, passThroughSlow } from "./pass-through.ts"
import { polling } from "./polling.ts"
import { start } from "./start.ts"
import { stock } from "./stock.ts"
import { verifyDispatch } from "./verify-dispatch.ts"

export const cases: ReadonlyArray<Case> = [
  verifyDispatch,
  passThrough,
  passThroughSlow,
  passThroughOnPostgres,
  callback,
  callbackOnPostgres,
  drainBacklog,
  drainOnPostgres,
  drainHot,
  drainSlow,
  drainFailing,
  endToEnd,
  desk,
  deskOnPostgres,
  deskHeld,
  stock,
  polling,
  fairness,
  growth,
  ledgerRead,
  ledgerReadOnPostgres,
  idleProcess,
  start
]
