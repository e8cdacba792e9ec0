/**
 * What a plugin says of a call that went wrong. A reason answers two questions, may the same be tried again and may the
 * peer have acted; both answers are held against what the peer has in its books.
 */
import { type AdapterError, type Operation, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { LawViolation, equal, assert, short } from "../../Assertions.ts"
import type { Law, Laws } from "../../Law.ts"
import { underFault, failureRules, type Rule, describeFailure, type FaultInjection, type FaultName } from "../../FaultInjection.ts"
import type { LawContext } from "../LawContext.ts"
import { type CallName, can, type SuiteFixture } from "../SuiteFixture.ts"
import { scenarios, type PreparedCall } from "./Scenarios.ts"

/** Success is a lie unless the peer has done it and the answer is its own. */
const succeeded = Effect.fnUntraced(function*(answer: unknown, { isDone, isRight }: PreparedCall, injection: FaultName) {
  if (isDone === undefined || !(yield* isDone)) {
    throw new LawViolation(`it succeeded with ${short(answer)} in the trouble "${injection}"; nobody can know that`)
  }
  // A plugin may look what became of it and answer by that.
  if (isRight !== undefined) yield* isRight(answer)
})

type Answered = Result.Result<unknown, AdapterError.AdapterError>

/** An operation, or the exchange of an authorization. */
interface Called {
  readonly name: CallName
  readonly kind: Operation.Kind
}

/** A law about one operation in one trouble. */
const lawUnderFault = (
  operation: Called,
  name: FaultName,
  ids: string,
  message: string,
  on: Rule["on"],
  judge: (answered: Answered, prepared: PreparedCall, injection: FaultInjection<unknown>) => Effect.Effect<void, unknown, unknown>
): Law<LawContext, SuiteFixture<unknown>> => {
  const capability = can.injection(name, operation.name)
  const scenario = scenarios[operation.name]
  return [ids, `${operation.name} ${message}`, {
    lacks: (fixture) => scenario.lacks(fixture) ?? (capability.of(fixture) === undefined ? capability.name : undefined),
    run: Effect.fnUntraced(function*(context) {
      const injection = capability.of(context.fixture)!
      const prepared = yield* scenario.prepareCall(context, injection)
      yield* judge(yield* Effect.result(underFault(injection, on, prepared.call)), prepared, injection)
    })
  }]
}

const failingLaw = (operation: Called, name: FaultName, { claim, ids, on, message }: Rule): Law<LawContext, SuiteFixture<unknown>> =>
  lawUnderFault(operation, name, ids, message, on, Effect.fnUntraced(function*(answered, prepared, injection) {
    if (answered._tag === "Success") return yield* succeeded(answered.success, prepared, name)
    claim(answered.failure, prepared.isDone && (yield* prepared.isDone), injection)
  }))

const dripLaw = (operation: Called): Law<LawContext, SuiteFixture<unknown>> =>
  lawUnderFault(operation, "drip", "U-123", "succeeds when the answer comes slowly and within the time limit", "any", Effect.fnUntraced(function*(answered, { isDone }) {
    if (answered._tag === "Failure") throw new LawViolation(`${describeFailure(answered.failure)} although the whole answer came`)
    assert(isDone === undefined || (yield* isDone), "it succeeded and the peer has not done it")
  }))

const duplicateLaw = (operation: Called): Law<LawContext, SuiteFixture<unknown>> =>
  lawUnderFault(
    operation,
    "duplicate",
    "D1-328 U-62",
    "leaves one at the peer when the request arrives twice, and does not say that nothing has happened",
    "any",
    Effect.fnUntraced(function*(answered, { count, isRight }) {
      if (count !== undefined) equal(yield* count, 1, "how many the peer has made")
      if (answered._tag === "Success") return isRight === undefined ? undefined : yield* isRight(answered.success)
      assert(answered.failure.mayHaveApplied, `${describeFailure(answered.failure)}, which says that nothing has happened; the peer holds it`)
    })
  )

const cancelDuplicateLaw = (operation: Called): Law<LawContext, SuiteFixture<unknown>> =>
  lawUnderFault(
    operation,
    "duplicate",
    "D1-254 D1-278",
    "succeeds, or says that it may have happened, when the request arrives twice and the peer cancelled at the first",
    "any",
    Effect.fnUntraced(function*(answered, { isDone, isRight }) {
      assert(isDone !== undefined && (yield* isDone), "nothing is cancelled at the peer")
      if (answered._tag === "Success") return isRight === undefined ? undefined : yield* isRight(answered.success)
      assert(answered.failure.mayHaveApplied, `${describeFailure(answered.failure)}, which says that nothing has happened; it is cancelled`)
    })
  )

const lawsOf = (operation: Called): Laws<LawContext, SuiteFixture<unknown>> =>
  Object.fromEntries([
    ...Object.entries(failureRules)
      // Whoever asks for a credential has none yet, and after any refusal of a code a person authorizes again.
      .filter(([name]) => !(operation.name === "authorization" && (name === "credential" || name === "refuse-unlisted")))
      .map(([name, rule]) => [`${operation.name}/${name}`, failingLaw(operation, name as FaultName, rule(operation.kind))]),
    [`${operation.name}/drip`, dripLaw(operation)],
    // A code that works once is spent by the first of two requests.
    ...(operation.kind === "create" && operation.name !== "authorization" ? [[`${operation.name}/duplicate`, duplicateLaw(operation)]] : []),
    ...(operation.kind === "cancel" ? [[`${operation.name}/duplicate`, cancelDuplicateLaw(operation)]] : [])
  ])

/** The laws of one operation in every trouble. */
export const faultLaws = (name: CallName): Laws<LawContext, SuiteFixture<unknown>> =>
  lawsOf(name === "authorization" ? { name, kind: "create" } : WarehouseV1.contract.operations[name])
