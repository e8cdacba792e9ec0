/**
 * The laws about pushes that fail.
 */
import { BooksV1 } from "@crossdock/books"
import { type AdapterError, ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { LawViolation, equal, assert } from "../../Assertions.ts"
import type { Law, Laws } from "../../Law.ts"
import { assertMet, underFault, failureRules, describeFailure, type FaultName } from "../../FaultInjection.ts"
import { announcement, finishedProgress, goodsReturn, refund, type LawContext, call, platformOrder, shipments, shipped, taken } from "../LawContext.ts"
import { can, type PushName, type SuiteFixture } from "../SuiteFixture.ts"

interface Scenario {
  readonly lacks: (fixture: SuiteFixture<unknown>) => string | undefined
  readonly prepareCall: (context: LawContext) => { readonly number: string; readonly push: Effect.Effect<void, AdapterError.AdapterError> }
}

/** A new push without a scenario fails to compile. */
const scenarios: Readonly<Record<PushName, Scenario>> = {
  receiveOutboundStatus: {
    lacks: () => undefined,
    prepareCall: (context) => {
      const status = shipped(context, "under-fault")
      return { number: status.orderNumber, push: call(context, ErpV1.ReceiveOutboundStatus, status) }
    }
  },
  receiveInboundProgress: {
    lacks: () => undefined,
    prepareCall: (context) => {
      const progress = finishedProgress(context, "asn-under-fault")
      return { number: progress.asnNumber, push: call(context, ErpV1.ReceiveInboundProgress, progress) }
    }
  },
  receiveInboundAnnouncement: {
    lacks: () => undefined,
    prepareCall: (context) => {
      const announced = announcement(context, "asn-announced-under-fault")
      return { number: announced.asnNumber, push: call(context, BooksV1.ReceiveInboundAnnouncement, announced) }
    }
  },
  receiveShipments: {
    lacks: () => undefined,
    prepareCall: (context) => {
      const left = shipments(context, "left-under-fault")
      return { number: left.document.orderNumber, push: call(context, ErpV1.ReceiveShipments, left) }
    }
  },
  receiveRefund: {
    lacks: () => undefined,
    prepareCall: (context) => {
      const refunded = refund(context, "refund-under-fault")
      return { number: refunded.onlineOrderId, push: call(context, ErpV1.ReceiveRefund, refunded) }
    }
  },
  receiveReturn: {
    lacks: () => undefined,
    prepareCall: (context) => {
      const returned = goodsReturn(context, "return-under-fault")
      return { number: returned.orderNumber, push: call(context, ErpV1.ReceiveReturn, returned) }
    }
  },
  receivePlatformOrder: {
    lacks: (fixture) => (fixture.platformOrder === undefined ? "platformOrder" : undefined),
    prepareCall: (context) => {
      const order = platformOrder(context, "web-under-fault")
      return { number: order.onlineOrderId, push: call(context, ErpV1.ReceivePlatformOrder, order) }
    }
  }
}

type Answered = Result.Result<void, AdapterError.AdapterError>

const lawUnderFault = (
  operation: PushName,
  name: FaultName,
  ids: string,
  message: string,
  on: "effect" | "any",
  judge: (answered: Answered, isAccepted: boolean) => void
): Law<LawContext, SuiteFixture<unknown>> => {
  const capability = can.injection(name, operation)
  const scenario = scenarios[operation]
  return [ids, `${operation} ${message}`, {
    lacks: (fixture) => scenario.lacks(fixture) ?? (capability.of(fixture) === undefined ? capability.name : undefined),
    run: Effect.fnUntraced(function*(context) {
      const { number, push } = scenario.prepareCall(context)
      const fault = capability.of(context.fixture)!
      const answered = yield* Effect.result(underFault(fault, on, push))
      const isAccepted = (yield* taken(context, number)).length > 0
      yield* assertMet(fault, answered._tag === "Success", isAccepted)
      judge(answered, isAccepted)
    })
  }]
}

/** The laws of one push under every fault. */
export const faultLaws = (operation: PushName): Laws<LawContext, SuiteFixture<unknown>> => ({
  ...Object.fromEntries(Object.entries(failureRules).map(([name, rule]) => {
    const { claim, ids, on, message } = rule("push")
    const judge = (answered: Answered, isAccepted: boolean): void => {
      if (answered._tag === "Success") throw new LawViolation(`it succeeded under the fault "${name}"; no answer of the ERP supports that`)
      claim(answered.failure, isAccepted, { during: (work) => work })
    }
    return [`${operation}/${name}`, lawUnderFault(operation, name as FaultName, ids, message, on, judge)]
  })),
  [`${operation}/refuse`]: lawUnderFault(
    operation,
    "refuse",
    "D1-374 U-20",
    "fails with Rejected when the ERP refuses it with a message that the settings list as final",
    "any",
    (answered) => {
      if (answered._tag === "Success") throw new LawViolation("it succeeded although the ERP refused it for good")
      equal(answered.failure.reason._tag, "Rejected", "the reason of a final refusal (Rejected is not sent again)")
    }
  ),
  [`${operation}/drip`]: lawUnderFault(
    operation,
    "drip",
    "U-123",
    "succeeds when the answer arrives slowly but within the timeout",
    "any",
    (answered, isAccepted) => {
      if (answered._tag === "Failure") throw new LawViolation(`${describeFailure(answered.failure)} although the whole answer arrived within the timeout`)
      assert(isAccepted, "it succeeded, and the ERP received nothing")
    }
  )
})
