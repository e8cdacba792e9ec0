/**
 * The laws about calls that fail. The reason of a failure answers two questions: can a repeat succeed, and may the peer
 * have acted? The laws compare both answers with the peer's records.
 */
import { type AdapterError, type Operation, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { LawViolation, equal, assert, short } from "../../Assertions.ts"
import type { Law, Laws } from "../../Law.ts"
import { assertMet, underFault, failureRules, type Rule, describeFailure, type FaultInjection, type FaultName } from "../../FaultInjection.ts"
import type { LawContext } from "../LawContext.ts"
import { type CallName, can, type SuiteFixture } from "../SuiteFixture.ts"
import { scenarios, type PreparedCall } from "./Scenarios.ts"

/** Accepts a success under a fault only if the peer has carried the call out and the answer is right. */
const succeeded = Effect.fnUntraced(function*(answer: unknown, { isDone, isRight }: PreparedCall, injection: FaultName) {
  if (isDone === undefined || !(yield* isDone)) {
    throw new LawViolation(`it succeeded with ${short(answer)} under the fault "${injection}"; no answer of the peer supports that`)
  }
  // The plugin may have queried the peer after the fault.
  if (isRight !== undefined) yield* isRight(answer)
})

type Answered = Result.Result<unknown, AdapterError.AdapterError>

/** An operation, or the exchange of an authorization. */
interface Called {
  readonly name: CallName
  readonly kind: Operation.Kind
}

/** A law about one operation under one fault. */
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
      const answered = yield* Effect.result(underFault(injection, on, prepared.call))
      yield* assertMet(injection, answered._tag === "Success", prepared.isDone && (yield* prepared.isDone))
      yield* judge(answered, prepared, injection)
    })
  }]
}

const failingLaw = (operation: Called, name: FaultName, { claim, ids, on, message }: Rule): Law<LawContext, SuiteFixture<unknown>> =>
  lawUnderFault(operation, name, ids, message, on, Effect.fnUntraced(function*(answered, prepared, injection) {
    if (answered._tag === "Success") return yield* succeeded(answered.success, prepared, name)
    claim(answered.failure, prepared.isDone && (yield* prepared.isDone), injection)
  }))

const dripLaw = (operation: Called): Law<LawContext, SuiteFixture<unknown>> =>
  lawUnderFault(operation, "drip", "U-123", "succeeds when the answer arrives slowly but within the timeout", "any", Effect.fnUntraced(function*(answered, { isDone }) {
    if (answered._tag === "Failure") throw new LawViolation(`${describeFailure(answered.failure)} although the whole answer arrived within the timeout`)
    assert(isDone === undefined || (yield* isDone), "it succeeded, and the peer has done nothing")
  }))

const duplicateLaw = (operation: Called): Law<LawContext, SuiteFixture<unknown>> =>
  lawUnderFault(
    operation,
    "duplicate",
    "D1-328 U-62",
    "leaves one record at the peer when the request arrives twice, and never claims that nothing was created",
    "any",
    Effect.fnUntraced(function*(answered, { count, isRight }) {
      if (count !== undefined) equal(yield* count, 1, "records that the peer created")
      if (answered._tag === "Success") return isRight === undefined ? undefined : yield* isRight(answered.success)
      assert(answered.failure.mayHaveApplied, `${describeFailure(answered.failure)}, whose mayHaveApplied is false; the peer holds the record`)
    })
  )

const cancelDuplicateLaw = (operation: Called): Law<LawContext, SuiteFixture<unknown>> =>
  lawUnderFault(
    operation,
    "duplicate",
    "D1-254 D1-278",
    "succeeds, or fails as possibly carried out, when the request to cancel arrives twice",
    "any",
    Effect.fnUntraced(function*(answered, { isDone, isRight }) {
      assert(isDone !== undefined && (yield* isDone), "the peer has cancelled nothing")
      if (answered._tag === "Success") return isRight === undefined ? undefined : yield* isRight(answered.success)
      assert(answered.failure.mayHaveApplied, `${describeFailure(answered.failure)}, whose mayHaveApplied is false; the peer has cancelled the order`)
    })
  )

const lawsOf = (operation: Called): Laws<LawContext, SuiteFixture<unknown>> =>
  Object.fromEntries([
    ...Object.entries(failureRules)
      // An exchange has no credential yet that could be rejected, and a person repeats it after any refusal of the code.
      .filter(([name]) => !(operation.name === "authorization" && (name === "credential" || name === "refuse-unlisted")))
      .map(([name, rule]) => [`${operation.name}/${name}`, failingLaw(operation, name as FaultName, rule(operation.kind))]),
    [`${operation.name}/drip`, dripLaw(operation)],
    // The first of two requests uses up a code that works once.
    ...(operation.kind === "create" && operation.name !== "authorization" ? [[`${operation.name}/duplicate`, duplicateLaw(operation)]] : []),
    ...(operation.kind === "cancel" ? [[`${operation.name}/duplicate`, cancelDuplicateLaw(operation)]] : [])
  ])

/** The laws of one operation under every fault. */
export const faultLaws = (name: CallName): Laws<LawContext, SuiteFixture<unknown>> =>
  lawsOf(name === "authorization" ? { name, kind: "create" } : WarehouseV1.contract.operations[name])
