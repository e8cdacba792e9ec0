/**
 * What a plugin says of a call that went wrong. A reason answers two questions, may the same be tried again and may the
 * peer have acted; both answers are held against what the peer has in its books.
 */
import { type AdapterError, WarehouseV1 } from "@crossdock/core"
import type * as Operation from "@crossdock/core/Operation"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { Broken, equal, holds, short } from "../../Claim.ts"
import type { Law, Laws } from "../../Law.ts"
import { amid, type Bench } from "../Bench.ts"
import { can, type Given, type Trouble, type TroubleName } from "../Given.ts"
import { deeds, type Staged } from "./Deeds.ts"

type Kind = Operation.Kind

interface Rule {
  readonly ids: string
  readonly says: string
  /** Which request of the call meets the trouble. */
  readonly on: "effect" | "any"
  readonly claim: (error: AdapterError.AdapterError, isDone: boolean | undefined, trouble: Trouble<unknown>) => void
}

const said = ({ operation, reason }: AdapterError.AdapterError): string => `${operation} failed as ${reason._tag}`

const mayHaveHappened = (error: AdapterError.AdapterError): void =>
  holds(error.mayHaveApplied, `${said(error)}, which says that nothing has happened; the peer may have acted`)

const nothingHappened = (error: AdapterError.AdapterError, isDone: boolean | undefined): void => {
  holds(isDone !== true, "the peer has acted although it could not be asked")
  holds(!error.mayHaveApplied, `${said(error)}, which says that the peer may have acted; it cannot have`)
}

const mayRepeat = (error: AdapterError.AdapterError): void =>
  holds(error.isRetryable, `${said(error)}, which says that the same again is of no use`)

const isWrite = (kind: Kind) => kind !== "read"
const doubt = (kind: Kind): string => kind === "create" ? "D1-381 U-141" : kind === "read" ? "U-18 U-09" : "U-09"

/** The troubles in which a call fails, and what its failure must say. */
const failing: Readonly<Partial<Record<TroubleName, (kind: Kind) => Rule>>> = {
  offline: () => ({
    ids: "U-123",
    says: "fails as not sent when the connection is refused, and may be tried again",
    on: "any",
    claim: (error, isDone) => {
      nothingHappened(error, isDone)
      mayRepeat(error)
    }
  }),
  reset: (kind) => ({
    ids: doubt(kind),
    says: "fails as possibly done when the connection breaks while sending, and may be tried again",
    on: "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  "lose-answer": (kind) => ({
    ids: doubt(kind),
    says: "fails as possibly done when the answer is lost, and may be tried again",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  slow: (kind) => ({
    ids: `${doubt(kind)} U-123`.replace("U-123 U-123", "U-123"),
    says: "fails as possibly done when the answer comes too late, and may be tried again",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  html: (kind) => ({
    ids: doubt(kind),
    says: "fails as possibly done when a proxy answers 502 with a page, and may be tried again",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => {
      mayHaveHappened(error)
      mayRepeat(error)
    }
  }),
  garbage: (kind) => ({
    ids: `D1-030 ${doubt(kind)}`,
    says: "fails as possibly done when the answer cannot be read",
    on: isWrite(kind) ? "effect" : "any",
    claim: (error) => mayHaveHappened(error)
  }),
  "rate-limit": () => ({
    ids: "U-21",
    says: "fails as not done and to be repeated later when the peer asks to slow down",
    on: "any",
    claim: (error, isDone, trouble) => {
      nothingHappened(error, isDone)
      mayRepeat(error)
      const { retryAfter } = error
      holds(retryAfter !== undefined, `${said(error)} and does not tell for how long`)
      // The peer of a test asks for 7 seconds; goods that bring the trouble ask for a pause of their own.
      if ("during" in trouble) equal(Duration.toMillis(retryAfter), 7000, `${said(error)}; milliseconds to wait`)
    }
  }),
  credential: () => ({
    ids: "D1-376 U-148",
    says: "fails as CredentialRejected when the peer does not accept the credential",
    on: "any",
    claim: (error, isDone) => {
      nothingHappened(error, isDone)
      equal(error.reason._tag, "CredentialRejected", "the connection does not pause")
    }
  })
}

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

const lawsOf = (operation: WarehouseV1.AnyOperation): Laws<Bench, Given<unknown>> =>
  Object.fromEntries([
    ...Object.entries(failing)
      // Whoever asks for a credential has none yet.
      .filter(([name]) => !(operation.name === "authorize" && name === "credential"))
      .map(([name, rule]) => [`${operation.name}/${name}`, failingLaw(operation, name as TroubleName, rule(operation.kind))]),
    [`${operation.name}/drip`, dripLaw(operation)],
    // A code that works once is spent by the first of two requests.
    ...(operation.kind === "create" && operation.name !== "authorize" ? [[`${operation.name}/duplicate`, duplicateLaw(operation)]] : [])
  ])

/** The laws of one operation in every trouble. */
export const troublesOf = (name: WarehouseV1.OperationName): Laws<Bench, Given<unknown>> => lawsOf(WarehouseV1.operations[name])
