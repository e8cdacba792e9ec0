/**
 * The texts of the screens about orders. They are loaded with these screens.
 */
import { counted } from "../texts.ts"

const orders = (count: number) => counted(count, "order", "orders")
const messages = (count: number) => counted(count, "message", "messages")

export const o = {
  orders: {
    title: "Orders",
    about: "What was ordered and where it is, the newest first.",
    number: "Order", state: "State", kind: "Kind", link: "Link", at: "At", tracking: "Parcel", created: "Created", changed: "Changed",
    search: "Number", shop: "Link", warehouse: "At", phase: "State", since: "From", until: "Until", isOpen: "Only open", look: "To look at",
    kinds: { platform_order: "of a shop", outbound: "at a warehouse", inbound: "to receive", shipment: "label of the shop", fulfillment: "notice to the shop" } as { readonly [kind: string]: string },
    phases: {
      open: "in progress", shipped: "shipped", delivered: "delivered", cancelled: "cancelled", failed: "failed", closedShort: "closed short",
      announced: "announced", shipping: "on its way", receiving: "being received", received: "received", closed: "closed",
      unpaid: "not paid", onHold: "held by the shop", finished: "finished"
    } as { readonly [phase: string]: string },
    intents: { Pending: "to be sent", InFlight: "being sent", Doubtful: "in doubt", Dead: "not taken", Cancelled: "cancelled", Delivered: "no status yet" },
    absent: "not shown there", still: "no news",
    empty: "No order yet. Send the example of the protocol:",
    example: "crossdock call createOrder --example",
    emptyFiltered: "No order matches.",
    untaken: "Not taken", untakenAbout: "Shops told of these orders, and the runner could not take them.",
    untakenIs: {
      "no-shop": "it names no shop, and links of several shops lead to the connection",
      unwritable: "no message can carry its number",
      refused: "the shop does not take a question for it"
    },
    times: (count: number) => counted(count, "time", "times"),
    count: orders
  },
  messages
}
