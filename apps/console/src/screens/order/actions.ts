/**
 * What a person may do about an order, by its state. What an account may not do is not shown at all; what the state forbids is shown
 * with the reason.
 */
import { o } from "../../texts/orders.ts"
import type { Delivery, Detail, Intent, Parcel, Part } from "./found.ts"

export type ActionId = "hold" | "release" | "place" | "withdraw" | "takeOver" | "tell" | "decide"

export interface Action {
  readonly id: ActionId
  /** Why it cannot be done now. Absent: it can. */
  readonly not?: string
}

export interface Situation {
  readonly desk: Detail["desk"]
  readonly intents: ReadonlyArray<Pick<Intent, "state">>
  readonly deliveries: ReadonlyArray<Pick<Delivery, "resentAt" | "state">>
}

const rightOf = { hold: "hold", release: "hold", place: "decide", withdraw: "decide", takeOver: "decide", tell: "tellAgain", decide: "decide" } as const satisfies { readonly [id in ActionId]: string }

/** Whether a warehouse can still be asked not to ship a part. */
export const isWithdrawable = ({ state }: Pick<Part, "state">): boolean => state === "labelling" || state === "placed" || state === "accepted" || state === "refused" || state === "cancelling"

/** Whether a person may say what is in a parcel: nobody knows it. */
export const mayBeInspected = ({ state }: Pick<Parcel, "state">, rights: ReadonlyArray<string>): boolean => state === "unknown" && rights.includes("decide")

const action = (id: ActionId, isPossible: boolean, not: string): Action => (isPossible ? { id } : { id, not })

/** `isLimited`: the account is limited to links. To take an order over asks every warehouse, so it is refused to such an account. */
export const actionsOf = ({ deliveries, desk, intents }: Situation, rights: ReadonlyArray<string>, isLimited = false): ReadonlyArray<Action> => {
  const all: Array<Action> = []
  if (desk !== undefined) {
    const isBefore = desk.state === "due" || desk.state === "waiting" || desk.state === "held"
    all.push(
      action("hold", isBefore || desk.parts.some(({ state }) => state === "labelling"), o.act.cannot.hold),
      action("release", desk.state === "held", o.act.cannot.release),
      action("place", isBefore, o.act.cannot.place)
    )
    if (desk.parts.length > 0) all.push(action("withdraw", desk.parts.some(isWithdrawable), o.act.cannot.withdraw))
    if (desk.state === "held" && desk.parts.length === 0 && !isLimited) all.push({ id: "takeOver" })
  }
  all.push(action("tell", deliveries.some(({ resentAt, state }) => state === "Dead" || (state === "Delivered" && resentAt === undefined)), deliveries.length === 0 ? o.act.cannot.tell : o.act.cannot.tellAgain))
  if (intents.some(({ state }) => state === "Doubtful")) all.push({ id: "decide" })
  return all.filter(({ id }) => rights.includes(rightOf[id]))
}

/** Refusals of a decision that a person may overrule, once the answer of the peer was shown. */
export const mayOverrule = (code: string): boolean => code === "NOT_ASKED" || code === "NOT_PROVEN" || code === "CANCEL_WANTED"
