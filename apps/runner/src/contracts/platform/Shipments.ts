/**
 * Cancels of shipments that a platform has arranged. A cancelled shipment may be arranged anew under the same number.
 */
import { type AdapterError, PlatformV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { type Refusals, refusalsOf } from "../../connection/RefusalSetting.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { unlessPaused } from "../../engine/PauseCheck.ts"
import { noAnswer, notStored, ofReason, Refusal } from "../../engine/Refusal.ts"
import { briefGaps } from "../../engine/RetrySchedule.ts"
import { afterFailure } from "../../engine/RetryPolicy.ts"
import * as EndedRecords from "../../records/EndedRecords.ts"
import { Database, type Row } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import { cancelled, shipment } from "./ShipmentKinds.ts"
import * as ShipmentLookup from "./ShipmentLookup.ts"
import { isGone, type Shown } from "./ShipmentLookup.ts"
import * as ShopCalls from "./ShopCalls.ts"

type Asked = typeof PlatformV1.CancelShipment.payload.Type

export class Shipments extends Context.Service<Shipments, {
  /** Cancels a shipment once. A repeat after success is answered without another call. `who` asks for it, for the history. Default: the ERP. */
  readonly cancel: (link: ConnectedLink, asked: Asked, who?: string) => Effect.Effect<void, Refusal>
}>()("@crossdock/runner/contracts/platform/Shipments") {
  static readonly layer = Layer.effect(Shipments, Effect.suspend(() => make))
}

const doneNotStored = new Refusal({
  code: "NOT_STORED",
  message: "the platform has cancelled the shipment, but the runner could not store it; send the request again",
  isUnproven: true
})

const tooLate = noAnswer("platform")

const toRefusal = ({ reason }: Pick<AdapterError.AdapterError, "reason">): Refusal => ofReason(reason, "platform")

/** Whether a cancel may be sent again: the failure passes, and the call had no effect or the shipment is still there. */
const mayRepeat = (reason: AdapterError.Reason, now: Shown, refusals: Refusals): boolean =>
  afterFailure(reason, "cancel", refusals) !== "answer" && (!reason.mayHaveApplied || (now !== undefined && now > 0))

/** The refusal of a cancel of which an earlier attempt may have taken effect says so, whatever the last attempt was answered. */
const refusalOf = (reason: AdapterError.Reason, mayHaveActed: boolean, isFinal: boolean): Refusal =>
  mayHaveActed && !reason.mayHaveApplied ? new Refusal({ ...toRefusal({ reason }), isUnproven: true }) : ofReason(reason, "platform", isFinal)

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const scope = yield* Effect.scope
  const lookup = ShipmentLookup.make(connections)

  /** The newest shipment of the link with a tracking number, if it was arranged through this runner. */
  const known = (link: ConnectedLink, trackingNumber: string) =>
    db.one(
      `select id, scope, number, phase from entity where connection = $1 and kind = $2 and peer_number = $3 and scope = $4
       order by generation desc limit 1`,
      [link.peer, shipment.kind, trackingNumber, link.scope]
    )

  const ended = EndedRecords.make(db, vault)

  const stored = (row: Row, { reason, trackingNumber }: Asked, who: string) =>
    db.transaction(ended(row, { kind: shipment.kind, phase: cancelled, who, what: "cancelled", detail: reason === undefined ? trackingNumber : `${trackingNumber}: ${reason}` }))

  /**
   * Cancels at the platform. After a failure that leaves the outcome open, it looks the shipment up, and sends the cancel again only
   * if the platform still shows the shipment. `isOurs`: the platform arranged it for this runner, so it did exist.
   */
  const atPlatform = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked, isOurs: boolean) {
    yield* Effect.mapError(unlessPaused(connections, link.peer), toRefusal)
    const before = yield* lookup.shown(link, asked)
    const refusals = refusalsOf(connections, link.peer)
    let mayHaveActed = false
    let isAnswerLost = false
    for (let tries = 0;; tries++) {
      const result = yield* Effect.result(ShopCalls.invoke(connections, link, PlatformV1.CancelShipment, asked))
      if (result._tag === "Success") return
      const { reason } = result.failure
      mayHaveActed ||= reason.mayHaveApplied
      isAnswerLost ||= reason.mayHaveApplied && reason._tag !== "FaultUnlisted"
      // A platform also refuses to cancel what an earlier call has cancelled.
      const isDenied = reason._tag === "Rejected" && (isOurs || mayHaveActed)
      const now = isDenied || reason.mayHaveApplied ? yield* lookup.shown(link, asked) : undefined
      if (isDenied && now === 0 && isOurs) return
      if (mayHaveActed && (isGone(before, now) || (yield* lookup.isCancelled(link, asked)))) return
      const gap = mayRepeat(reason, now, refusals) ? briefGaps[tries] : undefined
      const isFinal = refusals === "final" && !isAnswerLost
      if (gap === undefined || gap >= (yield* Deadline.left)) return yield* Effect.fail(refusalOf(reason, mayHaveActed, isFinal))
      yield* Effect.sleep(gap)
    }
  })

  const carriedOut = Effect.fnUntraced(function*(link: ConnectedLink, asked: Asked, who: string) {
    const row = yield* Effect.mapError(known(link, asked.trackingNumber), () => notStored)
    if (row?.phase === cancelled) return
    yield* atPlatform(link, asked, row !== undefined)
    if (row !== undefined) yield* Effect.mapError(stored(row, asked, who), () => doneNotStored)
  })

  return Shipments.of({ cancel: (link, asked, who = "erp") => Deadline.orGoOn(scope, carriedOut(link, asked, who), tooLate) })
})
