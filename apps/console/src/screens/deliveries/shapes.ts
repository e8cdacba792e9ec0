import type { Answer } from "../../api/Answer.ts"
import type { Shape } from "../../parts/State.tsx"

/** The shape of each state of a message, in the list of messages and beside an order. */
export const deliveryShapes = { Pending: "wait", InFlight: "move", Delivered: "ok", Dead: "fail", Cancelled: "void" } as const satisfies { readonly [S in Answer<"/admin/deliveries">["items"][number]["state"]]: Shape }
