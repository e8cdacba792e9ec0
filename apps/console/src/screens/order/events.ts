/**
 * What was said about an order, as sentences of its timeline.
 */
import { linkName } from "../../api/links.ts"
import type { Shape } from "../../parts/State.tsx"
import { o } from "../../texts/orders.ts"
import type { Entry } from "./found.ts"

export interface Event {
  readonly shape: Shape | "person"
  readonly text: string
  readonly detail?: string | undefined
}

const machines: ReadonlySet<string> = new Set(["erp", "peer", "desk", "runner"])
export const isPerson = (who: string): boolean => !machines.has(who)

export const sentenceCase = (text: string): string => (text === "" ? "" : text.charAt(0).toUpperCase() + text.slice(1))

const e = o.events
const ofMessage = (detail: string): Shape => (detail.includes("Delivered") ? "ok" : /Dead|given up/i.test(detail) ? "fail" : detail.includes("Cancelled") ? "void" : "move")
const hasArrived = /^(?:shipped|delivered|received|finished)\b|\bSHIPPED\b|has arranged/
const special: { readonly [kind: string]: { readonly asked: string; readonly accepted: string; readonly refused: string; readonly doubtful: string } } = { shipment: e.shipment, fulfillment: e.fulfillment }

/** `nameOf` says which part a number is. */
export const eventOf = ({ detail, kind, number, scope, what, who }: Entry, nameOf: (number: string) => string | undefined): Event => {
  const place = linkName(scope)
  const part = nameOf(number) ?? e.it
  const named = Object.hasOwn(special, kind) ? special[kind] : undefined
  switch (what) {
    case "asked":
      return { shape: "wait", text: named?.asked ?? (kind === "platform_order" ? e.read(place) : e.asked(who, part, place)), detail }
    case "accepted":
      return { shape: "ok", text: named?.accepted ?? e.accepted(place, part), detail: detail === "accepted" ? undefined : detail }
    case "refused":
      return { shape: "fail", text: named?.refused ?? e.refused(place, part), detail }
    case "doubtful":
      return { shape: "doubt", text: named?.doubtful ?? e.doubtful(place, part), detail }
    case "status":
      return { shape: hasArrived.test(detail ?? "") ? "ok" : "move", text: detail?.startsWith("the ") === true ? sentenceCase(detail) : e.status(place, nameOf(number), detail ?? "") }
    case "message":
      return { shape: ofMessage(detail ?? ""), text: e.message(who, nameOf(number)), detail }
    case "decided":
      return { shape: isPerson(who) ? "person" : "ok", text: isPerson(who) ? e.decidedBy(who) : sentenceCase(detail ?? e.decided), detail: isPerson(who) ? detail : undefined }
    case "held":
    case "released":
    case "reopened":
      return { shape: isPerson(who) && what !== "held" ? "person" : what === "held" ? "hold" : "move", text: e[what](isPerson(who) ? who : undefined), detail }
    case "conflict":
    case "alarm":
    case "late":
      return { shape: "fail", text: e[what], detail }
    default:
      return { shape: what === "cancelled" ? "void" : what === "cancel" ? "hold" : what === "parcel" || what === "batch" ? "ok" : "wait", text: e.other(what, place, nameOf(number)), detail }
  }
}
