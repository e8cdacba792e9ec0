/**
 * The state of an order as a shape and a word. What a person must look at comes before what the peer reports.
 */
import type { Shape } from "../../parts/State.tsx"
import { o } from "../../texts/orders.ts"

const ofPhase: { readonly [phase: string]: Shape } = {
  open: "move", shipped: "ok", delivered: "ok", cancelled: "void", failed: "fail", closedShort: "hold",
  announced: "move", shipping: "move", receiving: "move", received: "ok", closed: "void",
  unpaid: "wait", onHold: "hold", finished: "ok"
}

const ofIntent = { Pending: "wait", InFlight: "move", Doubtful: "doubt", Dead: "fail", Cancelled: "void", Delivered: "wait" } as const

export interface Stated {
  readonly phase?: string | undefined
  readonly intent?: keyof typeof ofIntent | undefined
  readonly lookAt?: { readonly is: "absent" | "still" } | undefined
}

export const stateOf = ({ intent, lookAt, phase }: Stated): { readonly shape: Shape; readonly word: string } => {
  if (intent !== undefined && intent !== "Delivered") return { shape: ofIntent[intent], word: o.orders.intents[intent] }
  if (lookAt?.is === "absent") return { shape: "doubt", word: o.orders.absent }
  if (phase === undefined) return { shape: "wait", word: o.orders.intents.Delivered }
  const word = (Object.hasOwn(o.orders.phases, phase) ? o.orders.phases[phase] : undefined) ?? phase
  if (lookAt?.is === "still") return { shape: "hold", word: `${word}, ${o.orders.still}` }
  return { shape: (Object.hasOwn(ofPhase, phase) ? ofPhase[phase] : undefined) ?? "wait", word }
}

export const kindName = (kind: string): string => (Object.hasOwn(o.orders.kinds, kind) ? o.orders.kinds[kind] : undefined) ?? kind.replaceAll("_", " ")

const ofState = {
  deciding: "move", waiting: "wait", held: "hold", placed: "move", sending: "move", inDoubt: "doubt", open: "move", shipped: "ok", delivered: "ok",
  cancelled: "void", refused: "fail", failed: "fail", closed: "void"
} as const satisfies { readonly [state: string]: Shape }

/** An order of the list, which has its state in one word. */
export const listed = (order: Stated & { readonly state?: keyof typeof ofState | undefined }): { readonly shape: Shape; readonly word: string } =>
  order.state === undefined || order.lookAt !== undefined ? stateOf(order) : { shape: ofState[order.state], word: o.orders.states[order.state] }

/** How many match: "1,204 orders", or that there are more than were counted. */
export const totalOf = ({ count, isMore }: { readonly count: number; readonly isMore: boolean }): string => (isMore ? o.orders.moreThan(count) : o.orders.count(count))
