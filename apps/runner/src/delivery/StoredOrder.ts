/**
 * Outbound orders as they were stored before amounts named their currency, read as they are stored today. A database
 * keeps what was asked for as long as its orders, so this stays for as long as one of before may be opened.
 */

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null && !Array.isArray(value)

/** What stood alone is an amount in the currency of the order; what is an amount already stays. */
const money = (value: unknown, currency: unknown): unknown =>
  typeof value === "string" || typeof value === "number"
    ? { amount: String(value), ...(currency !== undefined && { currency }) }
    : value

/** An empty text stood for what the ERP did not say. */
const told = (members: Members): Members => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== "" && value !== undefined))

/** The amount of a line was of the whole line. */
const upgradeLine = (line: unknown, currency: unknown): unknown => {
  if (!isMembers(line)) return line
  const { amount, shippingPrice, ...rest } = line
  return told({
    ...rest,
    ...(amount !== undefined && { price: { ...money(amount, currency) as Members, per: "line" } }),
    shippingPrice: money(shippingPrice, currency)
  })
}

const upgradeOutbound = ({ currency, freight, insuranceValue, lines, receiver, totalPrice, ...order }: Members): Members =>
  told({
    ...order,
    receiver: isMembers(receiver) ? told(receiver) : receiver,
    freight: money(freight, currency),
    totalPrice: money(totalPrice, currency),
    insuranceValue: money(insuranceValue, currency),
    lines: Array.isArray(lines) ? lines.map((line) => upgradeLine(line, currency)) : lines
  })

/** The JSON of a payload as the operation reads it today. */
export const upgrade = (operation: string, json: unknown): unknown =>
  operation === "createOutboundOrder" && isMembers(json)
    ? upgradeOutbound(json)
    : operation === "createInboundOrder" && isMembers(json)
    ? told(json)
    : json
