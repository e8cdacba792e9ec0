/**
 * A certification: the story of a protocol played at an endpoint from outside, and the report of what was seen.
 */
import { Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Report } from "./Report.ts"
import { type Options, Session } from "./Session.ts"
import * as Speakers from "./speakers/Speakers.ts"
import * as Erp from "./stories/Erp.ts"
import * as Receiver from "./stories/Receiver.ts"
import * as Shop from "./stories/Shop.ts"
import * as Warehouse from "./stories/Warehouse.ts"
import type { ProtocolName, Target } from "./Target.ts"

const stories: Readonly<Record<ProtocolName, (session: Session, target: Target) => Effect.Effect<void>>> = {
  "warehouse-envelope": (session, { facts }) => Warehouse.play(session, Warehouse.envelope, facts),
  gateway: (session, { facts }) => Warehouse.play(session, Warehouse.gateway, facts),
  "platform-envelope": (session, { facts }) => Shop.play(session, facts),
  "erp-open-api": (session, { facts }) => Erp.play(session, facts),
  "warehouse-callbacks": (session, { facts }) => Receiver.callbacks(session, facts),
  "platform-push": (session, { facts }) => Receiver.push(session, facts)
}

/**
 * Tests an endpoint. It makes no call that ships goods unless the options allow it, and removes in the end what it has created, also if it
 * is interrupted. It never fails: an endpoint that does not answer breaks its laws.
 */
export const run = (target: Target, options: Options, version: string): Effect.Effect<Report, never, Transport.Transport> =>
  Effect.gen(function*() {
    const { send } = yield* Transport.Transport
    const session = new Session(yield* Speakers.make(target), options, send)
    const began = yield* Clock.currentTimeMillis
    yield* Effect.ensuring(stories[target.protocol](session, target), session.cleanUp())
    for (const { method } of session.speaker.methods) {
      if (!session.offers(method)) session.leaveOut(method, "the peer does not offer it")
      else if (![...session.outcomes.values()].some((one) => one.method === method)) session.leaveOut(method, "the story had no occasion for it")
    }
    const order = session.speaker.methods.map(({ method }) => method)
    return {
      protocol: target.protocol,
      address: `${target.address.origin}${target.address.pathname}`,
      ranAt: DateTime.formatIso(DateTime.makeUnsafe(began)),
      version,
      outcomes: [...session.outcomes.values()].toSorted((one, other) => order.indexOf(one.method) - order.indexOf(other.method)),
      remarks: [...session.remarks],
      leftovers: session.leftovers
    }
  })
