/**
 * The laws about the operations that the runner calls: the inbound orders and the stock of an ERP.
 */
import { BooksV1 } from "@crossdock/books"
import { type AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { LawViolation } from "../../Assertions.ts"
import { assertMet, failureRules, type FaultName, underFault } from "../../FaultInjection.ts"
import { having, type Law, type Laws } from "../../Law.ts"
import { call, type LawContext } from "../LawContext.ts"
import { type CallName, can, type SuiteFixture } from "../SuiteFixture.ts"

type ErpLaws = Laws<LawContext, SuiteFixture<unknown>>

const callOf = (context: LawContext, name: CallName): Effect.Effect<void, AdapterError.AdapterError> =>
  call(context, BooksV1.contract.operations[name], can.call(name).of(context.fixture)!(context.fresh(name)))

const lawUnderFault = (name: CallName, injected: FaultName): Law<LawContext, SuiteFixture<unknown>> => {
  const { claim, ids, message, on } = failureRules[injected]!(BooksV1.contract.operations[name].kind)
  const injection = can.injection(injected, name)
  const payload = can.call(name)
  return [ids, `${name} ${message}`, {
    lacks: (fixture) => [payload, injection].find((part) => part.of(fixture) === undefined)?.name,
    run: Effect.fnUntraced(function*(context) {
      const fault = injection.of(context.fixture)!
      const answered = yield* Effect.result(underFault(fault, on, callOf(context, name)))
      yield* assertMet(fault, answered._tag === "Success")
      if (answered._tag === "Success") throw new LawViolation(`it succeeded under the fault "${injected}"; no answer of the ERP supports that`)
      // No part of the fixture shows what an ERP has booked, so the law judges the failure alone.
      claim(answered.failure, undefined, fault)
    })
  }]
}

/** The laws of one operation: it answers, and it tells each fault for what it is. */
export const callLaws = (name: CallName): ErpLaws => ({
  [`${name}/answers`]: ["U-87", `${name} succeeds with a payload that the ERP takes`, having(can.call(name), (context: LawContext) => callOf(context, name))],
  ...Object.fromEntries((Object.keys(failureRules) as ReadonlyArray<FaultName>).map((injected) => [`${name}/${injected}`, lawUnderFault(name, injected)]))
})
