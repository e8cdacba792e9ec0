/**
 * Why an order at the desk is held: for each cause what it means, what ends the hold, and what a person can do. The guide is made of it.
 */

const release = (number: string): string => `run \`crossdock desk release ${number}\``

export interface Hold {
  /** What holds the order, as an ending of "it is held because …". */
  readonly because: string
  /** What lets it go on. */
  readonly ends: string
  /** What a person does next; `number` is the shop's number of the order. */
  readonly remedy: (number: string) => string
}

const holds = {
  stock: {
    because: "the books lack pieces of it",
    ends: "by itself, once the books have them",
    remedy: () => "nothing, if goods are to come: it is placed when the books have the pieces. Otherwise enter what is there with `crossdock books enter`, or cancel it at the shop"
  },
  noRule: { because: "no rule matches it", ends: "by itself, once a rule does", remedy: () => "add a rule to `desk.rules` that matches it; it is decided again by itself" },
  rule: { because: "a rule holds it", ends: "when a person releases it", remedy: (number) => `do what the rule asks for, then ${release(number)}` },
  person: { because: "a person holds it", ends: "when a person releases it", remedy: (number) => `when the reason is gone, ${release(number)}` },
  mapping: { because: "a SKU of it has no row in the mapping", ends: "by itself, once it has", remedy: () => "add the rows with `crossdock maps set`; it is placed by itself" },
  cancelRequested: {
    because: "the buyer has asked to cancel it",
    ends: "when the shop cancels it or refuses the request, or a person releases it",
    remedy: (number) => `decide about the request at the shop, or ${release(number)} to place it nevertheless`
  },
  masked: { because: "the shop hides the receiver", ends: "by itself, when the shop tells who it is", remedy: () => "wait until the shop tells the receiver; it is placed by itself" },
  address: { because: "the shop leaves out a part of the address", ends: "when the order changes at the shop", remedy: () => "correct the address at the shop; it is placed by itself" },
  lines: { because: "its quantities cannot be shipped", ends: "when the order changes at the shop", remedy: () => "correct the quantities at the shop; it is placed by itself" },
  nothingToShip: { because: "it has nothing that could be shipped", ends: "when the order changes at the shop", remedy: () => "cancel it at the shop, or add what is to be shipped" },
  payment: {
    because: "it is paid on delivery, and the shop names no amount",
    ends: "when the order changes at the shop, or a person releases it",
    remedy: (number) => `ship it by hand, or correct the payment at the shop; then ${release(number)}`
  },
  link: { because: "the runner has no link to its shop or warehouse", ends: "when a person releases it", remedy: (number) => `correct the links of the composition; then ${release(number)}` },
  refused: {
    because: "a warehouse refused a part of it, gave it up or closed it short, in words that the reason quotes",
    ends: "by itself, if another place of its rules can ship it. If nobody lists the words, the warehouse is asked first whether it has the part nevertheless, once its `visibilityDelay` is over; " +
      "until then the pieces stay reserved. Otherwise when the order changes at the shop, or when a person releases it, which is the only way where the warehouse cannot be asked",
    remedy: (number) => `nothing, if another place of its rule can ship it: it is placed there once the warehouse surely does not have it. Otherwise correct what the warehouse refuses; then ${release(number)}`
  },
  number: { because: "somebody else uses the number of a part of it", ends: "by itself, under another number", remedy: () => "nothing: it is placed under another number by itself" },
  change: {
    because: "a warehouse does not cancel what the buyer does not want any more",
    ends: "when the warehouse ships or cancels it",
    remedy: (number) => `agree with the warehouse and the buyer; then ${release(number)}`
  },
  shop: {
    because: "the shop refused the notice of a parcel",
    ends: "when a person releases it; the shop is told once more",
    remedy: (number) => `correct what the shop refuses, or mark it as shipped there; then ${release(number)}`
  },
  carriers: {
    because: "the shop does not tell its carriers, and the one of a parcel has no row in the channel table",
    ends: "by itself, once either has changed; the shop is asked again and again, at growing intervals",
    remedy: () => "let the shop tell its carriers, or add the row with `crossdock maps set`; it is told by itself"
  },
  noticePending: {
    because: "the notice of a parcel to the shop has not ended for 5 minutes; the next parcel of the order is told after it",
    ends: "by itself when it ends, which a person may decide: `crossdock intents ls` shows it",
    remedy: () => "nothing, if the shop answers soon. Otherwise `crossdock intents ls` shows the notice: look whether the shop has the parcel, and say so with `crossdock intents decide`"
  },
  surplus: { because: "more has left than the buyer wants", ends: "when a person releases it", remedy: (number) => `take back what left too much; then ${release(number)}` },
  finished: {
    because: "the shop has finished it, or closed it in a word that nobody knows, and not everything has left",
    ends: "by itself, when warehouses have shipped the rest, or the order is open again or cancelled at the shop; or when a person releases it, who accepts that what no warehouse has is not shipped",
    remedy: (number) =>
      `nothing, if warehouses have the rest and the buyer is to get it: it leaves and is told, and the order ends by itself. What no warehouse has is placed once the order is open again at the shop. If nobody wants the rest, cancel it at the shop or at the warehouse; if it is done as it is, ${release(number)}`
  },
  onHold: {
    because: "the shop holds it, and it was placed before",
    ends: "by itself, when the shop ends the hold or everything has left",
    remedy: () => "nothing, if it may leave: what warehouses have is shipped, and the rest is placed when the shop ends the hold. Otherwise cancel it at the shop, which takes it back"
  },
  elsewhere: {
    because: "the shop shows a shipment by others that has not left",
    ends: "when it is gone at the shop, or a person releases the order",
    remedy: (number) => `cancel the other shipment at the shop, or ${release(number)} to place it nevertheless`
  },
  unclear: {
    because: "nobody knows what is in a parcel of a part that has ended, or reports of a parcel contradict each other; such pieces are neither told nor placed again",
    ends: "when a report lists the contents, or a person says with `desk found` what is in it",
    remedy: (number) =>
      `ask the warehouse what is in the parcel, and say so with \`crossdock desk found ${number} --parcel <number> --pieces SKU=2\` (\`--empty\` if nothing left; of a parcel without a number, the number of its order at the warehouse); a report that lists the contents ends it by itself`
  },
  short: {
    because: "a warehouse has shipped a part of it without some pieces",
    ends: "when a further parcel is reported, the warehouse says that none comes (`closedShort`), or a person releases it, so that they are placed again",
    remedy: (number) => `wait for a further parcel, or ${release(number)} to place the rest anew`
  },
  earlier: {
    because: "it is from before the desk was switched on",
    ends: "when a person releases it",
    remedy: (number) => `if nobody else ships it, ${release(number)}; \`since\` of the desk decides for all orders from an instant on`
  },
  restored: {
    because: "it may have been placed after the backup was made on which the runner works",
    ends: "when a person takes it over from its warehouse, or releases it: see [Restoring](#restoring)",
    remedy: (number) => `end the restored mode; if a warehouse has it, run \`crossdock desk take-over ${number}\`, otherwise ${release(number)}`
  },
  label: {
    because: "the shop arranges no shipment, or cannot cancel one that is not needed any more",
    ends: "when a person releases it",
    remedy: (number) => `correct what the shop refuses, and cancel there what is not needed any more; then ${release(number)}`
  },
  labelPending: {
    because: "the shop has no label of a shipment yet, or one that the warehouse cannot use",
    ends: "by itself, once there is a label; the shop is asked again and again, at growing intervals",
    remedy: () => "nothing, if the shop is to have the label soon: it is asked again by itself. Otherwise look for the shipment at the shop, and list the host of its labels in `labelHosts`"
  }
} as const satisfies Readonly<Record<string, Hold>>

export type Cause = keyof typeof holds

export const all: Readonly<Record<Cause, Hold>> = holds

/** What a person does next about an order that is held for a cause. */
export const remedyOf = (cause: string | undefined, number: string): string =>
  (cause !== undefined && Object.hasOwn(holds, cause) ? all[cause as Cause].remedy(number) : undefined) ?? `correct the cause, then ${release(number)}`
