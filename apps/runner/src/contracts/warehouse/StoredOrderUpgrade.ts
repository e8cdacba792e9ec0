/**
 * Upgrades orders that older releases stored, when amounts had no currency of their own and a label was a text. Stored requests live as long as
 * their orders, so this code stays for as long as such a request may exist.
 */

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null && !Array.isArray(value)

/** Converts a plain number to an amount in the currency of the order. A value that is an amount already is kept. */
const money = (value: unknown, currency: unknown): unknown =>
  typeof value === "string" || typeof value === "number"
    ? { amount: String(value), ...(currency !== undefined && { currency }) }
    : value

/** Drops empty strings, which older releases stored for missing fields. */
const told = (members: Members): Members => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== "" && value !== undefined))

/** Upgrades a line. Its price was the one of the whole line. */
const upgradeLine = (line: unknown, currency: unknown): unknown => {
  if (!isMembers(line)) return line
  const { amount, shippingPrice, ...rest } = line
  return told({
    ...rest,
    ...(amount !== undefined && { price: { ...money(amount, currency) as Members, per: "line" } }),
    shippingPrice: money(shippingPrice, currency)
  })
}

/** A label was a PDF in Base64. */
const documentsOf = (label: unknown): ReadonlyArray<Members> => [{ kind: "label", format: "PDF", source: { _tag: "Content", base64: label } }]

const upgradeOutbound = ({ currency, freight, insuranceValue, label, lines, receiver, totalPrice, ...order }: Members): Members =>
  told({
    ...order,
    ...(label !== undefined && label !== "" && { documents: documentsOf(label) }),
    receiver: isMembers(receiver) ? told(receiver) : receiver,
    freight: money(freight, currency),
    totalPrice: money(totalPrice, currency),
    insuranceValue: money(insuranceValue, currency),
    lines: Array.isArray(lines) ? lines.map((line) => upgradeLine(line, currency)) : lines
  })

/** Converts the stored JSON of an outbound order to the form that the operation reads today. */
export const outbound = (json: unknown): unknown => isMembers(json) ? upgradeOutbound(json) : json

/** The same for an inbound order. */
export const inbound = (json: unknown): unknown => isMembers(json) ? told(json) : json
