/**
 * What an ERP plugin says of a push that went wrong.
 */
import { type AdapterError, ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { Broken, equal, holds } from "../../Claim.ts"
import type { Law, Laws } from "../../Law.ts"
import { amid, failing, said, type TroubleName } from "../../Trouble.ts"
import { arrivedWhole, type Bench, call, platformOrder, shipped, taken } from "../Bench.ts"
import { can, type Given } from "../Given.ts"

interface Deed {
  readonly lacks: (given: Given<unknown>) => string | undefined
  readonly stage: (bench: Bench) => { readonly number: string; readonly push: Effect.Effect<void, AdapterError.AdapterError> }
}

/** Total: a new operation without its deed does not compile. */
const deeds: Readonly<Record<ErpV1.OperationName, Deed>> = {
  receiveOutboundStatus: {
    lacks: () => undefined,
    stage: (bench) => {
      const status = shipped(bench, "in-trouble")
      return { number: status.orderNumber, push: call(bench, ErpV1.ReceiveOutboundStatus, status) }
    }
  },
  receiveInboundProgress: {
    lacks: () => undefined,
    stage: (bench) => {
      const progress = arrivedWhole(bench, "asn-in-trouble")
      return { number: progress.asnNumber, push: call(bench, ErpV1.ReceiveInboundProgress, progress) }
    }
  },
  receivePlatformOrder: {
    lacks: (given) => (given.platformOrder === undefined ? "platformOrder" : undefined),
    stage: (bench) => {
      const order = platformOrder(bench, "web-in-trouble")
      return { number: order.onlineOrderId, push: call(bench, ErpV1.ReceivePlatformOrder, order) }
    }
  }
}

type Answered = Result.Result<void, AdapterError.AdapterError>

const inTrouble = (
  operation: ErpV1.OperationName,
  name: TroubleName,
  ids: string,
  says: string,
  on: "effect" | "any",
  judge: (answered: Answered, isTaken: boolean) => void
): Law<Bench, Given<unknown>> => {
  const capability = can.trouble(name, operation)
  const deed = deeds[operation]
  return [ids, `${operation} ${says}`, {
    lacks: (given) => deed.lacks(given) ?? (capability.of(given) === undefined ? capability.name : undefined),
    run: Effect.fnUntraced(function*(bench) {
      const { number, push } = deed.stage(bench)
      const answered = yield* Effect.result(amid(capability.of(bench.given)!, on, push))
      judge(answered, (yield* taken(bench, number)).length > 0)
    })
  }]
}

/** The laws of one push in every trouble. */
export const troublesOf = (operation: ErpV1.OperationName): Laws<Bench, Given<unknown>> => ({
  ...Object.fromEntries(Object.entries(failing).map(([name, rule]) => {
    const { claim, ids, on, says } = rule("push")
    const judge = (answered: Answered, isTaken: boolean): void => {
      if (answered._tag === "Success") throw new Broken(`it succeeded in the trouble "${name}"; nobody can know that`)
      claim(answered.failure, isTaken, { during: (work) => work })
    }
    return [`${operation}/${name}`, inTrouble(operation, name as TroubleName, ids, says, on, judge)]
  })),
  [`${operation}/refuse`]: inTrouble(
    operation,
    "refuse",
    "D1-374 U-20",
    "fails as Rejected when it is refused in words that are listed as final",
    "any",
    (answered) => {
      if (answered._tag === "Success") throw new Broken("it succeeded although the ERP refused it")
      equal(answered.failure.reason._tag, "Rejected", "a final refusal, which is not sent again")
    }
  ),
  [`${operation}/drip`]: inTrouble(
    operation,
    "drip",
    "U-123",
    "succeeds when the answer comes slowly and within the time limit",
    "any",
    (answered, isTaken) => {
      if (answered._tag === "Failure") throw new Broken(`${said(answered.failure)} although the whole answer came`)
      holds(isTaken, "it succeeded and the ERP took nothing")
    }
  )
})
