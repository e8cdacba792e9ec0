/**
 * What a plugin says of a call that went wrong. A reason answers two questions, may the same be tried again and may the
 * peer have acted; both answers are held against what the peer has in its books.
 */
import { type AdapterError, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { Broken, equal, holds, short } from "../../Claim.ts"
import type { Law, Laws } from "../../Law.ts"
import { amid, failing, type Rule, said, type Trouble, type TroubleName } from "../../Trouble.ts"
import type { Bench } from "../Bench.ts"
import { can, type Given } from "../Given.ts"
import { deeds, type Staged } from "./Deeds.ts"

/** Success is a lie unless the peer has done it and the answer is its own. */
const succeeded = Effect.fnUntraced(function*(answer: unknown, { isDone, isRight }: Staged, trouble: TroubleName) {
  if (isDone === undefined || !(yield* isDone)) {
    throw new Broken(`it succeeded with ${short(answer)} in the trouble "${trouble}"; nobody can know that`)
  }
  // A plugin may look what became of it and answer by that.
  if (isRight !== undefined) yield* isRight(answer)
})

type Answered = Result.Result<unknown, AdapterError.AdapterError>

/** A law about one operation in one trouble. */
const inTrouble = (
  operation: WarehouseV1.AnyOperation,
  name: TroubleName,
  ids: string,
  says: string,
  on: Rule["on"],
  judge: (answered: Answered, staged: Staged, trouble: Trouble<unknown>) => Effect.Effect<void, unknown, unknown>
): Law<Bench, Given<unknown>> => {
  const capability = can.trouble(name, operation.name)
  const deed = deeds[operation.name]
  return [ids, `${operation.name} ${says}`, {
    lacks: (given) => deed.lacks(given) ?? (capability.of(given) === undefined ? capability.name : undefined),
    run: Effect.fnUntraced(function*(bench) {
      const trouble = capability.of(bench.given)!
      const staged = yield* deed.stage(bench, trouble)
      yield* judge(yield* Effect.result(amid(trouble, on, staged.call)), staged, trouble)
    })
  }]
}

const failingLaw = (operation: WarehouseV1.AnyOperation, name: TroubleName, { claim, ids, on, says }: Rule): Law<Bench, Given<unknown>> =>
  inTrouble(operation, name, ids, says, on, Effect.fnUntraced(function*(answered, staged, trouble) {
    if (answered._tag === "Success") return yield* succeeded(answered.success, staged, name)
    claim(answered.failure, staged.isDone && (yield* staged.isDone), trouble)
  }))

const dripLaw = (operation: WarehouseV1.AnyOperation): Law<Bench, Given<unknown>> =>
  inTrouble(operation, "drip", "U-123", "succeeds when the answer comes slowly and within the time limit", "any", Effect.fnUntraced(function*(answered, { isDone }) {
    if (answered._tag === "Failure") throw new Broken(`${said(answered.failure)} although the whole answer came`)
    holds(isDone === undefined || (yield* isDone), "it succeeded and the peer has not done it")
  }))

const duplicateLaw = (operation: WarehouseV1.AnyOperation): Law<Bench, Given<unknown>> =>
  inTrouble(
    operation,
    "duplicate",
    "D1-328 U-62",
    "leaves one at the peer when the request arrives twice, and does not say that nothing has happened",
    "any",
    Effect.fnUntraced(function*(answered, { count, isRight }) {
      if (count !== undefined) equal(yield* count, 1, "how many the peer has made")
      if (answered._tag === "Success") return isRight === undefined ? undefined : yield* isRight(answered.success)
      holds(answered.failure.mayHaveApplied, `${said(answered.failure)}, which says that nothing has happened; the peer holds it`)
    })
  )

const cancelDuplicateLaw = (operation: WarehouseV1.AnyOperation): Law<Bench, Given<unknown>> =>
  inTrouble(
    operation,
    "duplicate",
    "D1-254 D1-278",
    "succeeds, or says that it may have happened, when the request arrives twice and the peer cancelled at the first",
    "any",
    Effect.fnUntraced(function*(answered, { isDone, isRight }) {
      holds(isDone !== undefined && (yield* isDone), "nothing is cancelled at the peer")
      if (answered._tag === "Success") return isRight === undefined ? undefined : yield* isRight(answered.success)
      holds(answered.failure.mayHaveApplied, `${said(answered.failure)}, which says that nothing has happened; it is cancelled`)
    })
  )

const lawsOf = (operation: WarehouseV1.AnyOperation): Laws<Bench, Given<unknown>> =>
  Object.fromEntries([
    ...Object.entries(failing)
      // Whoever asks for a credential has none yet.
      .filter(([name]) => !(operation.name === "authorize" && name === "credential"))
      .map(([name, rule]) => [`${operation.name}/${name}`, failingLaw(operation, name as TroubleName, rule(operation.kind))]),
    [`${operation.name}/drip`, dripLaw(operation)],
    // A code that works once is spent by the first of two requests.
    ...(operation.kind === "create" && operation.name !== "authorize" ? [[`${operation.name}/duplicate`, duplicateLaw(operation)]] : []),
    ...(operation.kind === "cancel" ? [[`${operation.name}/duplicate`, cancelDuplicateLaw(operation)]] : [])
  ])

/** The laws of one operation in every trouble. */
export const troublesOf = (name: WarehouseV1.OperationName): Laws<Bench, Given<unknown>> => lawsOf(WarehouseV1.contract.operations[name])
