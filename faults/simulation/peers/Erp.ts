/**
 * An ERP that takes what it is told: it keeps every request in a log, and does what one asks once for each delivery id,
 * unless it is one that remembers none.
 */
import { ErpV1, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type * as History from "../../oracle/History.ts"
import type { Kernel } from "../kernel/Kernel.ts"
import { Current } from "../kernel/Process.ts"
import * as Messages from "./Messages.ts"
import { type Line, refusal } from "./Network.ts"

type Arrived = { -readonly [Key in keyof History.Arrived]: History.Arrived[Key] }

export interface Erp {
  readonly plugin: ErpV1.Plugin<any, never, "erp-simulated">
  readonly arrivals: ReadonlyArray<History.Arrived>
  readonly effects: Array<History.Kept>
  /** Takes nothing of such an entity from now on; absent: takes all. */
  readonly refuses: (isRefused?: (entity: string) => boolean) => void
  /** Pieces that it was told were received of an inbound order. */
  readonly pieces: (asnNumber: string) => number
}

export const make = (kernel: Kernel, line: Line, isRemembered: boolean): Erp => {
  const arrivals: Array<Arrived> = []
  const effects: Array<History.Kept> = []
  const taken = new Set<string>()
  const pieces = new Map<string, number>()

  let isRefused: (entity: string) => boolean = () => false

  const receive = (prefix: string, content: string, deliveryId: string, { acts, fate }: { readonly acts: boolean; readonly fate: string }): Arrived => {
    const told: Messages.Told = JSON.parse(content)
    const part = Messages.known(told, prefix)
    const arrival: Arrived = {
      is: "arrived",
      at: kernel.now(),
      ...part,
      deliveryId,
      digest: createHash("sha256").update(content).digest("hex"),
      verified: true,
      answered: fate !== "answered" ? fate : isRefused(part.entity) ? "refused" : "not read"
    }
    arrivals.push(arrival)
    if (acts && !isRefused(part.entity) && !(isRemembered && taken.has(deliveryId))) {
      taken.add(deliveryId)
      pieces.set(part.entity, (pieces.get(part.entity) ?? 0) + Messages.pieces(told))
      effects.push({ is: "kept", at: kernel.now(), ...part, deliveryId })
    }
    return arrival
  }

  const push = (prefix: string, operation: ErpV1.OperationName): Operation.PreparedHandler<any> => {
    const encode = Schema.encodeSync(ErpV1.contract.operations[operation].payload as Schema.Codec<unknown, unknown>)
    return {
      prepare: (payload: unknown) => Result.succeed({ content: JSON.stringify(encode(payload)) }),
      deliver: ({ content }, { deliveryId }) =>
        Effect.gen(function*() {
          const process = yield* Current
          const { heard, value } = yield* line.call((at) => ({ arrival: receive(prefix, content, deliveryId, at) }))
          if (value.arrival.answered === "refused") return yield* Effect.fail(refusal)
          // Who slept through the lease reads an answer that nobody waits for any more.
          if (heard.fate === "answered" && heard.sentAt >= process.sleptUntil()) value.arrival.answered = "success"
          if (heard.fate === "success false") return yield* Effect.fail(refusal)
        })
    }
  }

  return {
    arrivals,
    effects,
    refuses: (next = () => false) => {
      isRefused = next
    },
    pieces: (asnNumber) => pieces.get(asnNumber) ?? 0,
    plugin: ErpV1.plugin({
      id: "erp-simulated",
      settings: Schema.Struct({ prefix: Schema.optionalKey(Schema.String) }),
      offers: [],
      make: ({ prefix = "" }: { readonly prefix?: string }) =>
        Effect.succeed({
          handlers: {
            receiveOutboundStatus: push(prefix, "receiveOutboundStatus"),
            receiveInboundProgress: push(prefix, "receiveInboundProgress")
          }
        })
    })
  }
}
