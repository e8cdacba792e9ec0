/**
 * The texts of the screens for what waits: the desk, creates in doubt, and deliveries. They are loaded with these screens.
 */
import { counted } from "../texts.ts"

const numbers = new Intl.NumberFormat("en-GB")
const orders = (count: number) => counted(count, "order", "orders")
const messages = (count: number) => counted(count, "message", "messages")
const creates = (count: number) => counted(count, "create", "creates")

export const q = {
  causes: "Cause",
  oldest: (age: string) => `oldest ${age}`,
  all: "All",
  others: (causes: number, count: number) => `${numbers.format(count)} more have ${counted(causes, "other cause", "other causes")}`,
  select: (name: string) => `Select ${name}`,
  selectAll: "Select all that are shown",
  desk: {
    title: "Desk",
    about: "Orders of shops that are not placed, the longest in their state first.",
    view: "State",
    states: { held: "Held", due: "Due", waiting: "Not paid", placed: "At warehouses" },
    causes: {
      stock: "Lacks stock", noRule: "No rule matches", rule: "Held by a rule", person: "Held by a person", mapping: "SKU has no name", cancelRequested: "Buyer asked to cancel", masked: "Receiver is hidden",
      address: "Address is not whole", lines: "Quantities cannot be shipped", nothingToShip: "Nothing to ship", payment: "No amount to collect", link: "No link", refused: "Refused by a warehouse",
      number: "Number is taken", change: "Change is not taken", shop: "Shop refused a parcel", carriers: "Carrier has no name", noticePending: "Notice has not ended", surplus: "Too much has left",
      finished: "Finished too early", onHold: "Held by the shop", elsewhere: "Shipped by others", unclear: "Contents unknown", short: "Shipped short", earlier: "From before the desk", restored: "From before a restore",
      label: "No label from the shop", labelPending: "Label is awaited", moment: "Tried again"
    } as { readonly [cause: string]: string },
    order: "Order", shop: "Shop", lacks: "Why", since: "Since", again: "Tried again", within: (time: string) => `in ${time}`, now: "now",
    lacksPieces: (pieces: string) => `Lacks ${pieces}`,
    empty: { held: "Nothing is held.", due: "Nothing waits for a decision.", waiting: "No order waits for its payment.", placed: "Nothing is at warehouses." },
    emptyFiltered: "No order matches.",
    releaseAll: "Release all…", holdAll: "Hold all…",
    release: (count: number) => `Release ${numbers.format(count)}…`, hold: (count: number) => `Hold ${numbers.format(count)}…`,
    releaseTitle: (count: number) => `Release ${orders(count)}`, holdTitle: (count: number) => `Hold ${orders(count)}`,
    releaseVerb: (count: number) => `Release ${numbers.format(count)}`, holdVerb: (count: number) => `Hold ${numbers.format(count)}`,
    releaseSays: (count: number, cause: string) => `${orders(count)} of “${cause}” ${count === 1 ? "is" : "are"} decided again now. Rules do not hold ${count === 1 ? "it" : "them"} any more; what ${count === 1 ? "it lacks still does" : "they lack still does"}.`,
    releaseChosen: (count: number) => `${orders(count)} ${count === 1 ? "is" : "are"} decided again now. Rules do not hold ${count === 1 ? "it" : "them"} any more; what ${count === 1 ? "it lacks still does" : "they lack still does"}.`,
    holdSays: (count: number) => `The desk places nothing of ${orders(count)} until a person releases ${count === 1 ? "it" : "them"}.`,
    releaseTitleAll: (cause: string) => `Release all: ${cause}`, holdTitleAll: (cause: string) => `Hold all: ${cause}`
  },
  deliveries: {
    title: "Deliveries",
    about: "Messages to ERPs: what was not taken, and why.",
    view: "State",
    states: { Dead: "Given up", Pending: "Waiting", InFlight: "Being sent", Delivered: "Arrived", Cancelled: "Cancelled" },
    words: { Dead: "given up", Pending: "waits", InFlight: "being sent", Delivered: "arrived", Cancelled: "cancelled" },
    to: "To", number: "Order", operation: "Message", state: "State", changed: "Changed", due: (time: string) => `again in ${time}`, held: "waits for an earlier one", tried: (count: number) => counted(count, "try", "tries"),
    connection: "To", since: "From", until: "Until",
    empty: { Dead: "No message was given up.", Pending: "No message waits.", InFlight: "No message is being sent.", Delivered: "No message has arrived yet.", Cancelled: "No message was cancelled." },
    emptyFiltered: "No message matches.",
    sendAll: "Send all again…", cancelAll: "Cancel all…", send: (count: number) => `Send ${numbers.format(count)} again…`, cancel: (count: number) => `Cancel ${numbers.format(count)}…`,
    sendTitle: "Send again", cancelTitle: "Cancel messages",
    sendVerb: (count: number) => `Send ${messages(count)}`, cancelVerb: (count: number) => `Cancel ${messages(count)}`,
    sendSays: (count: number, to: string | undefined) => `${messages(count)}${to === undefined ? "" : ` to ${to}`} ${count === 1 ? "is" : "are"} sent again, each after those before it of the same order.`,
    cancelSays: (count: number, to: string | undefined) => `${messages(count)}${to === undefined ? "" : ` to ${to}`} ${count === 1 ? "is" : "are"} never sent. Whoever waits for ${count === 1 ? "it" : "them"} is not told by Crossdock.`,
    cancelDead: "Those that were given up with the same answer are among them.",
    overtaken: (count: number) => `${messages(count)} more ${count === 1 ? "has" : "have"} a newer one of the same order and ${count === 1 ? "is" : "are"} left out.`,
    sentAgain: (count: number) => `${messages(count)} ${count === 1 ? "was" : "were"} sent again before and ${count === 1 ? "is" : "are"} left out.`,
    attempts: "Attempts", noAttempts: "It was not sent yet.", attempt: (number: number) => `Attempt ${number}`, content: "What is sent",
    reveal: "Reveal…", revealTitle: "Reveal a message", revealVerb: "Reveal", revealSays: (number: string) => `The message about ${number} is shown to you with the personal data in it. Who looked, when and why is kept in the audit.`
  },
  doubt: {
    title: "In doubt",
    about: "Creates of which nobody knows whether the peer has them, and creates that wait.",
    number: "Order", state: "State", cause: "The peer’s words", since: "Since", next: "Next question", pick: "Select", act: "Decide",
    inDoubt: "in doubt", held: "waits", wrong: "decided wrongly", cancel: "a cancel waits for it",
    questions: (queries: number, absences: number) => `${counted(queries, "question", "questions")}${absences === 0 ? "" : `, ${counted(absences, "time", "times")} not there`}`,
    within: (time: string) => `in ${time}`, now: "now", never: "not asked again",
    noCause: "No answer",
    empty: "Nothing is in doubt, and no create waits.",
    emptyFiltered: "No create matches.",
    decide: (count: number) => `Decide ${numbers.format(count)}…`, decideAll: "Decide all…", decideOne: "Decide…", decideAllTitle: "Decide about all", decideTitle: (count: number) => `Decide about ${creates(count)}`, decideVerb: (count: number) => `Decide ${numbers.format(count)}`,
    says: (count: number) => `${creates(count)} ${count === 1 ? "is" : "are"} in doubt. The peer is asked once more about each; where its answer speaks against the decision, or it does not answer, nothing changes.`,
    partly: (decided: number, refused: number, example: string, why: string) => `${creates(decided)} ${decided === 1 ? "is" : "are"} decided, ${creates(refused)} ${refused === 1 ? "is" : "are"} not. ${example}: ${why}`
  }
}
