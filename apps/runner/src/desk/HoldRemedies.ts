/**
 * What a person can do about an order that is held, by the cause of the hold.
 */

const release = (number: string): string => `run \`crossdock desk release ${number}\``

type Remedy = (number: string) => string

const byCause: Readonly<Record<string, Remedy>> = {
  stock: () => "nothing, if goods are to come: it is placed when the books have the pieces. Otherwise enter what is there with `crossdock books enter`, or cancel it at the shop",
  noRule: () => "add a rule to `desk.rules` that matches it; it is decided again by itself",
  rule: (number) => `do what the rule asks for, then ${release(number)}`,
  person: (number) => `when the reason is gone, ${release(number)}`,
  mapping: () => "add the rows with `crossdock maps set`; it is placed by itself",
  masked: () => "wait until the shop tells the receiver; it is placed by itself",
  address: () => "correct the address at the shop; it is placed by itself",
  lines: () => "correct the quantities at the shop; it is placed by itself",
  nothingToShip: () => "cancel it at the shop, or add what is to be shipped",
  payment: (number) => `ship it by hand, or correct the payment at the shop; then ${release(number)}`,
  link: (number) => `correct the links of the composition; then ${release(number)}`,
  refused: (number) => `nothing, if another place of its rule can ship it: it is placed there once the warehouse surely does not have it. Otherwise correct what the warehouse refuses; then ${release(number)}`,
  number: () => "nothing: it is placed under another number by itself",
  change: (number) => `agree with the warehouse and the buyer; then ${release(number)}`,
  shop: (number) => `correct what the shop refuses, or mark it as shipped there; then ${release(number)}`,
  carriers: () => "let the shop tell its carriers, or add the row with `crossdock maps set`; it is told by itself",
  noticePending: () =>
    "nothing, if the shop answers soon. Otherwise `crossdock intents ls` shows the notice: look whether the shop has the parcel, and say so with `crossdock intents decide`",
  surplus: (number) => `take back what left too much; then ${release(number)}`,
  finished: (number) =>
    `nothing, if warehouses have the rest and the buyer is to get it: it leaves and is told, and the order ends by itself. What no warehouse has is placed once the order is open again at the shop. If nobody wants the rest, cancel it at the shop or at the warehouse; if it is done as it is, ${release(number)}`,
  onHold: () => "nothing, if it may leave: what warehouses have is shipped, and the rest is placed when the shop ends the hold. Otherwise cancel it at the shop, which takes it back",
  elsewhere: (number) => `cancel the other shipment at the shop, or ${release(number)} to place it nevertheless`,
  unclear: (number) =>
    `ask the warehouse what is in the parcel, and say so with \`crossdock desk found ${number} --parcel <number> --pieces SKU=2\` (\`--empty\` if nothing left; of a parcel without a number, the number of its order at the warehouse); a report that lists the contents ends it by itself`,
  short: (number) => `wait for a further parcel, or ${release(number)} to place the rest anew`,
  earlier: (number) => `if nobody else ships it, ${release(number)}; \`since\` of the desk decides for all orders from an instant on`,
  restored: (number) => `end the restored mode; if a warehouse has it, run \`crossdock desk take-over ${number}\`, otherwise ${release(number)}`,
  label: (number) => `correct what the shop refuses, and cancel there what is not needed any more; then ${release(number)}`,
  labelPending: () => "nothing, if the shop is to have the label soon: it is asked again by itself. Otherwise look for the shipment at the shop, and list the host of its labels in `labelHosts`"
}

/** What a person does next about an order that is held for a cause. */
export const remedyOf = (cause: string | undefined, number: string): string =>
  (cause !== undefined && Object.hasOwn(byCause, cause) ? byCause[cause] : undefined)?.(number) ?? `correct the cause, then ${release(number)}`
