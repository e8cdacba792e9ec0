/**
 * Runs units of work on PostgreSQL: those of an event loop turn together, each kind with as many statements as one of
 * them would need. If a statement of a batch fails, also with a deadlock (40P01) or a serialization failure (40001), its units
 * run again, each alone. A unit that fails alone is not tried again here; `PostgresErrorCodes.ts` says who does.
 */
import * as Exit from "effect/Exit"
import type { DatabaseFailed, Row, Value } from "./DatabaseDriver.ts"
import { isOfStatement } from "./PostgresErrorCodes.ts"
import type { RunUnit, Statement, Unit } from "./UnitOfWork.ts"
import * as WaitingUnits from "./WaitingUnits.ts"

/** Maximum number of units in one batch. */
const atOnce = 256
/** Maximum number of batches of one kind under way. More would use the connections that transactions need. */
const batches = 4
/** With two batches under way, the next one waits for this many units: fewer and larger batches cost the server less. */
const usualBatches = 2
const manyWait = 32

interface Kind {
  readonly waiting: Array<WaitingUnits.Waiting>
  underWay: number
  isPlanned: boolean
}

/** PostgreSQL text cannot hold NUL; other systems' text must be stored all the same. */
export const storable = (value: Value): Value => typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value

export const storableOf = ({ text, values }: Statement): Statement => ({
  text,
  values: values.map((value) => Array.isArray(value) ? value.map(storable) : storable(value as Value))
})

/** Carries statements out in one transaction. */
export type Send = (statements: ReadonlyArray<Statement>) => Promise<ReadonlyArray<ReadonlyArray<Row>>>

export const make = (options: {
  readonly send: Send
  readonly failed: (cause: unknown) => DatabaseFailed
}): RunUnit => {
  const { failed, send } = options
  const kinds = new Map<Unit<any, any>, Kind>()

  const kindOf = (unit: Unit<any, any>): Kind => {
    const known = kinds.get(unit) ?? { waiting: [], underWay: 0, isPlanned: false }
    kinds.set(unit, known)
    return known
  }

  const run = async (unit: Unit<any, any>, some: ReadonlyArray<WaitingUnits.Waiting>): Promise<void> => {
    const inOrder = some.map((one) => ({ one, key: unit.key(one.input) })).toSorted((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0).map(({ one }) => one)
    try {
      const { outs, statements } = unit.postgres(inOrder.map(({ input }) => input))
      const sent = await send(statements.map(storableOf)).then((rows) => ({ rows }), (cause: unknown) => ({ cause }))
      if ("rows" in sent) {
        const out = outs(sent.rows)
        inOrder.forEach((one, at) => one.resume(Exit.succeed(out[at])))
      } else if (some.length > 1 && isOfStatement(sent.cause)) for (const one of some) await run(unit, [one])
      else for (const one of some) one.resume(Exit.fail(failed(sent.cause)))
    } catch (mistake) {
      for (const one of some) one.resume(Exit.die(mistake))
    }
  }

  const flush = (unit: Unit<any, any>, kind: Kind): void => {
    kind.isPlanned = false
    const most = unit.isOneBatchAtATime === true ? 1 : kind.waiting.length < manyWait ? usualBatches : batches
    while (kind.waiting.length > 0 && kind.underWay < most) {
      kind.underWay++
      void run(unit, kind.waiting.splice(0, atOnce)).finally(() => {
        kind.underWay--
        flush(unit, kind)
      })
    }
  }

  return (unit, input) => {
    const kind = kindOf(unit)
    return WaitingUnits.wait(kind.waiting, unit, input, () => {
      if (kind.isPlanned) return
      kind.isPlanned = true
      setImmediate(() => flush(unit, kind))
    })
  }
}
