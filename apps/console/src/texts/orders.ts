/**
 * The texts of the screens about orders. They are loaded with these screens.
 */
import { counted } from "../texts.ts"

const numbers = new Intl.NumberFormat("en-GB")
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
    states: {
      deciding: "to be decided", waiting: "waits for the shop", held: "held", placed: "at warehouses", sending: "being sent", inDoubt: "in doubt", open: "in progress", shipped: "shipped",
      delivered: "delivered", cancelled: "cancelled", refused: "not taken", failed: "failed", closed: "closed"
    },
    cause: "Cause",
    moreThan: (count: number) => `more than ${orders(count)}`,
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
  messages,
  order: {
    back: "Orders", copy: "Copy the number", way: "Way", parts: (count: number) => counted(count, "part", "parts"),
    link: "Link", created: "Ordered", age: (age: string) => `${age} ago`, status: "Status", decidedBy: "Decided by", noRule: "no rule", rules: (count: number) => `of ${counted(count, "rule", "rules")}`,
    parcel: "Parcels", carrier: "Carrier", told: "Told", toldShop: (told: number, all: number) => `shop: ${told} of ${counted(all, "parcel", "parcels")}`, toldErp: (told: number, all: number) => `ERP: ${told} of ${counted(all, "message", "messages")}`,
    notTold: "nobody yet", none: "none yet",
    chosen: (by: string, warehouse: string) => `${by} has chosen ${warehouse}.`,
    why: "Why it went there", whyHeld: "Why it is not placed", rule: "Rule", outcome: "Outcome", because: "Because", noRules: "No rule has decided about it.",
    outcomes: { chosen: "chosen", rejected: "rejected", tied: "equal", skipped: "skipped" },
    timeline: "Timeline", show: "Show", all: "All", part: (name: string) => `Part ${name}`, ofPart: (name: string) => `part ${name}`, people: "People", nothingSaid: "Nothing was said about it.", more: (count: number) => `Show ${numbers.format(count)} earlier`,
    exchange: "Exchange", exchangeAbout: "What was sent and answered about it. Personal data is masked.", noCalls: "No call about it is kept.", alike: (count: number) => `× ${numbers.format(count)}`, others: "All calls of this number",
    parcels: "Parcels", noParcels: "None yet.", parcelStates: { unknown: "contents unknown", new: "to be told", again: "to be told again", sending: "being told", told: "shop told", refused: "refused by the shop", accepted: "not told" },
    labelled: (number: string) => `Label ${number} is made`,
    books: "Books", entries: (count: number) => counted(count, "entry", "entries"), noBooks: "Nothing is booked.",
    messages: "Messages", noMessages: "No message to an ERP.", tries: (count: number) => (count === 1 ? "1st try" : counted(count, "try", "tries")),
    deliveryStates: { Pending: "waits", InFlight: "being sent", Delivered: "told", Dead: "given up", Cancelled: "cancelled" },
    heldBehind: "waits for an earlier one",
    creates: "Creates", noCreates: "Nothing was created at a peer.", attempts: (attempts: number, queries: number) => `${counted(attempts, "attempt", "attempts")}, ${counted(queries, "question", "questions")}`,
    createStates: { Pending: "to be sent", InFlight: "being sent", Delivered: "taken", Doubtful: "in doubt", Dead: "not taken", Cancelled: "cancelled" },
    contents: "Contents", reveal: "Reveal…", revealed: "Personal data is shown until you leave the page.", revealTitle: "Reveal personal data", revealSays: (number: string) => `The receiver and the address of ${number} are shown to you. Who looked, when and why is kept in the audit.`, revealVerb: "Reveal",
    askedOf: "What was asked",
    numbers: "Numbers", numberNames: { number: "Order", numberSent: "Sent as", peerNumber: "Number there", trackingNumber: "Parcel", batchNo: "Batch", partNumber: "Part", onlineOrderId: "Shop’s id", displayNumber: "Shown to the buyer", parcel: "Parcel" } as { readonly [by: string]: string },
    related: "Related",
    several: "Several records have this number as another number of theirs.",
    notes: "Not everything could be read"
  },
  way: {
    heads: { decided: "Decided", reserved: "Reserved", label: "Label", warehouse: "At the warehouse", shipped: "Shipped", shop: "Shop told", asked: "Asked", taken: "Taken", received: "Received", erp: "ERP told" },
    decided: "Decided",
    reserved: ["Reserved", "Being reserved", "Not reserved"], label: ["Label", "Label is asked for", "No label"], warehouse: ["Created", "Being sent", "Not sent"],
    shipped: ["Shipped", "Being shipped", "Not shipped"], told: ["Shop told", "Being told", "Not told"], erp: ["ERP told", "Being told", "Not told"],
    shipment: { arranged: "Label", refused: "refused by the shop", cancelled: "cancelled", kept: "not used, and kept by the shop" },
    byWarehouse: "by the warehouse", byShop: "by the shop",
    refused: "refused", inDoubt: "In doubt", inDoubtSince: "in doubt", toldRefused: "refused by the shop", erpDead: "given up",
    over: "ended", cancelling: "Cancel asked", withdrawnBy: (who: string) => `withdrawn by ${who}`, held: "held", noPart: "Not placed", whole: "Order", inbound: "Announced goods", asked: "Asked", taken: "Taken", later: "later",
    parcels: (told: number, all: number) => `${told} of ${counted(all, "parcel", "parcels")}`
  } as const,
  events: {
    it: "it", decided: "Decided",
    read: (place: string) => `Read from ${place}`,
    asked: (who: string, part: string, place: string) => `${who === "erp" ? "The ERP" : who === "desk" ? "The desk" : who} asked ${place} for ${part}`,
    accepted: (place: string, part: string) => `${place} took ${part}`,
    refused: (place: string, part: string) => `${place} refused ${part}`,
    doubtful: (place: string, part: string) => `Whether ${place} has ${part} is not known`,
    status: (place: string, part: string | undefined, detail: string) => `${place}${part === undefined ? "" : `, ${part}`}: ${detail}`,
    message: (who: string, part: string | undefined) => `Message to ${who}${part === undefined ? "" : ` about ${part}`}`,
    decidedBy: (who: string) => `Decided by ${who}`,
    held: (who: string | undefined) => (who === undefined ? "Held" : `Held by ${who}`),
    released: (who: string | undefined) => (who === undefined ? "Released" : `Released by ${who}`),
    reopened: (who: string | undefined) => (who === undefined ? "Opened again" : `Opened again by ${who}`),
    conflict: "Reports contradict each other", alarm: "A person must look", late: "It came too late",
    other: (what: string, place: string, part: string | undefined) =>
      `${({ "sent-again": "Sent again to", cancel: "A cancel was asked of", cancelled: "Cancelled at", parcel: "A parcel left", batch: "A batch was received at", repeat: "Asked once more of" } as { readonly [what: string]: string })[what] ?? `${what},`} ${place}${part === undefined ? "" : `, ${part}`}`,
    shipment: { asked: "The shop was asked for a label", accepted: "The shop made the label", refused: "The shop made no label", doubtful: "Whether the shop made the label is not known" },
    fulfillment: { asked: "The shop is told of a parcel", accepted: "The shop knows of the parcel", refused: "The shop refused the parcel", doubtful: "Whether the shop knows of the parcel is not known" }
  },
  act: {
    names: { hold: "Hold…", release: "Release…", place: "Ship from…", withdraw: "Withdraw a part…", takeOver: "Take over…", tell: "Tell again…", decide: "Decide…" },
    seen: "I have seen it…", seenVerb: "I have seen it", seenTitle: (number: string) => `The decision about ${number} was wrong`,
    seenSays: (place: string, who: string) => `${who} gave the order up while ${place} could not be asked, and ${place} has it. Cancel there what is not wanted first; with this, you say that you have seen it.`,
    askAgain: "Ask again…", askAgainVerb: "Ask again", askAgainTitle: (number: string) => `Ask again about ${number}`,
    askAgainSays: (place: string) => `${place} took the order and does not show it. It is asked anew; if it never had the order, the create is in doubt, and you decide whether it is sent again.`,
    cannot: {
      hold: "Everything of it is at a warehouse. Cancel it at the shop or at the warehouse.",
      release: "Only what is held can be released.",
      place: "Its parts are at warehouses. Withdraw a part first, then choose from where it is shipped.",
      withdraw: "No warehouse can be asked any more: each part has left, or is not shipped.",
      tell: "No message about it was sent yet.",
      tellAgain: "Each message about it was sent again already, or is still to be sent."
    },
    hold: (number: string) => `The desk places nothing of ${number} until a person releases it. What is at a warehouse already goes on there.`,
    release: (number: string, because: string | undefined) => `The desk decides again about ${number} now${because === undefined ? "" : `, although: ${because}`}. Rules do not hold it any more; what it lacks still does.`,
    holdTitle: (number: string) => `Hold ${number}`, releaseTitle: (number: string) => `Release ${number}`, takeOverTitle: (number: string) => `Take over ${number}`, tellTitle: (number: string) => `Tell again of ${number}`,
    holdVerb: "Hold", releaseVerb: "Release", takeOverVerb: "Take over", tellVerb: (count: number) => (count === 0 ? "Send again" : `Send ${messages(count)} again`),
    takeOver: (number: string) => `Every warehouse of the desk is asked for ${number}. What one has becomes a part of the order, and is not sent there again.`,
    contentsButton: "Say what is in it…", contentsTitle: (parcel: string) => `What is in ${parcel}`, contentsVerb: "It has these", contentsEmpty: "Nothing is in it",
    contents: "Its warehouse does not tell what is in it. Look, or ask there: what you say counts, whatever it reports later.", contentsOf: (most: number) => `of ${counted(most, "piece", "pieces")}`,
    placeTitle: (number: string) => `Choose from where ${number} is shipped`, placeVerb: "Ship from there", placeRulesVerb: "Let the rules decide", placeByRules: "where the rules say",
    place: "All that no warehouse has yet is shipped from there, whatever the rules say. If something is missing there, the order waits for it.",
    placeHeld: (because: string | undefined) => `The order is released with it${because === undefined ? "." : `, although: ${because}`}`,
    withdrawTitle: (number: string) => `Withdraw a part of ${number}`, withdrawVerb: "Ask the warehouse",
    withdraw: (warehouse: string, part: string, pieces: string) => `${warehouse} is asked not to ship ${part} (${pieces}). Whatever it answers, the order is held then: nobody places the pieces elsewhere before a person releases it, or chooses from where they are shipped.`,
    withdrawWhich: "Part", withdrawnBefore: (by: string, at: string, reason: string) => `${by} withdrew it ${at}: “${reason}”`,
    withdrawn: {
      cancelled: (warehouse: string, part: string) => `${warehouse} does not ship ${part}.`,
      requested: (warehouse: string, part: string) => `${warehouse} has taken the request for ${part} and decides later. It is asked again.`,
      refused: (warehouse: string, part: string) => `${warehouse} ships ${part}.`,
      unknown: (warehouse: string, part: string) => `Whether ${warehouse} ships ${part} is not known. It is asked again.`
    },
    withdrawnHeld: "The order is held until a person releases it.", withdrawnOn: "Somebody has released the order since.", close: "Close",
    at: "Warehouse", atAny: "all of the desk", numberThere: "Number there", numberThereHint: "If it is another one",
    tell: (again: number, dead: number) => [again === 0 ? undefined : `${messages(again)} that arrived ${again === 1 ? "is" : "are"} sent once more`, dead === 0 ? undefined : `${messages(dead)} that ${dead === 1 ? "was" : "were"} given up ${dead === 1 ? "is" : "are"} tried again`].filter((each) => each !== undefined).join(", and ").concat("."),
    tellNone: "There is nothing that can be sent again.",
    overtaken: (count: number) => `${messages(count)} of them ${count === 1 ? "has" : "have"} a newer one and ${count === 1 ? "is" : "are"} left out.`,
    sentAgain: (count: number) => `${messages(count)} ${count === 1 ? "was" : "were"} sent again before and ${count === 1 ? "is" : "are"} left out.`,
    decideTitle: (number: string) => `Decide about ${number}`, decideVerb: "Decide",
    decide: (place: string, since: string) => `Whether ${place} has it is not known since ${since}. ${place} is asked once more before your decision counts.`,
    decisions: { Delivered: "It has it", Pending: "It does not have it: send it again", Dead: "It does not have it: give it up" },
    decisionSays: { Delivered: "The order goes on as taken.", Pending: "The order is sent again at once.", Dead: "Nothing is sent; whoever asked is told so." },
    peerNumber: "Number there", peerNumberHint: "If you know it", peerNumberNeeded: "Needed, for nobody else confirms it", overrule: "I have looked, decide nevertheless", which: "Create",
    between: "In between"
  },
  desk: {
    states: { due: "to be decided", waiting: "waits for the shop", held: "held", placed: "at warehouses", done: "done", closed: "closed at the shop" }
  }
}
