/**
 * Compares a record as the peer received it with the record that was sent, member by member.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { isDeepStrictEqual } from "node:util"
import { LawViolation, short } from "./Assertions.ts"
import { lineAmounts } from "./LineAmounts.ts"

const decimals = new Set([
  "amount", "quantity", "weight", "netWeight", "length", "width", "height",
  "total", "freight", "cashOnDelivery", "buyerPaidFreight", "platformReimbursement", ...lineAmounts
])
const moments = new Set(["orderedAt", "promisedAt", "shipBefore", "shipAfter", "paidAt", "estimatedArrivalAt", "shippedAt", "deliveredAt", "finishedAt", "updatedAt", "createdAt", "modifiedAt"])

const decimalOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? Option.getOrUndefined(BigDecimal.fromString(String(value))) : undefined
const momentOf = (value: unknown) =>
  typeof value === "string" ? Option.getOrUndefined(Option.map(DateTime.make(value), DateTime.toEpochMillis)) : undefined

/** Compares amounts as numbers and times as instants, whatever text the peer writes for them. */
const isSame = (name: string, received: unknown, sent: unknown): boolean => {
  if (decimals.has(name) && !isRecord(received) && !isRecord(sent)) {
    const one = decimalOf(received)
    const other = decimalOf(sent)
    return one !== undefined && other !== undefined ? BigDecimal.equals(one, other) : one === other && received === sent
  }
  if (moments.has(name)) return momentOf(received) === momentOf(sent)
  if (Array.isArray(received) && Array.isArray(sent)) {
    return received.length === sent.length && received.every((each, at) => isSame(name, each, sent[at]))
  }
  if (isRecord(received) && isRecord(sent)) {
    const names = new Set([...Object.keys(received), ...Object.keys(sent)])
    return [...names].every((each) => isSame(each, received[each], sent[each]))
  }
  return isDeepStrictEqual(received, sent)
}

const isRecord = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: object, path: string): unknown => {
  const [first = "", second] = path.split(".")
  const member: unknown = (value as Readonly<Record<string, unknown>>)[first]
  if (second === undefined) return member
  if (Array.isArray(member)) return member.map((each: object) => at(each, second))
  return isRecord(member) ? member[second] : undefined
}

type Members = Readonly<Record<string, unknown>>

/** Converts prices to those of whole lines, and removes currencies if the API has no field for them. */
const comparable = (record: object, hasCurrency: boolean): object =>
  Object.fromEntries(Object.entries(record).map(([name, member]) => [
    name,
    name === "lines" && Array.isArray(member)
      ? member.map((line: Members) => comparable({ ...line, ...(isRecord(line["price"]) && { price: ofLine(line["price"], line["quantity"]) }) }, hasCurrency))
      : isRecord(member) && "amount" in member && name !== "cashOnDelivery" && !hasCurrency
      ? { amount: member["amount"] }
      : member
  ]))

const ofLine = ({ per, ...money }: Members, quantity: unknown): Members => {
  const [amount, pieces] = [decimalOf(money["amount"]), decimalOf(quantity)]
  return per === "piece" && amount !== undefined && pieces !== undefined
    ? { ...money, amount: BigDecimal.format(BigDecimal.multiply(amount, pieces)) }
    : money
}

/** Whether two lines are equal in these members. */
const isSameLine = (received: Members, sent: Members, names: ReadonlyArray<string>): boolean =>
  names.every((name) => isSame(name, received[name], sent[name]))

/** Sorts the received lines in the order in which they were sent, as far as each has an equal one. */
const inOrderOf = (sent: ReadonlyArray<Members>, received: ReadonlyArray<Members>, names: ReadonlyArray<string>): ReadonlyArray<Members> => {
  const left = [...received]
  const found = sent.flatMap((line) => {
    const place = left.findIndex((each) => isSameLine(each, line, names))
    return place === -1 ? [] : left.splice(place, 1)
  })
  return left.length === 0 ? found : received
}

/** Many peers do not keep the order of lines. A fixture lists `lines.order` if its peer does. */
const arranged = (received: object, sent: object, members: ReadonlyArray<string>): object => {
  const lines = at(received, "lines")
  const asked = at(sent, "lines")
  const names = members.flatMap((member) => (member.startsWith("lines.") ? [member.slice("lines.".length)] : []))
  return names.length === 0 || names.includes("order") || !Array.isArray(lines) || !Array.isArray(asked)
    ? received
    : { ...received, lines: inOrderOf(asked, lines, names) }
}

/** Whether a record has a member, such as `receiver.city`; of lines, whether one of them has it. */
export const has = (record: object, member: string): boolean => {
  const found = at(record, member)
  return Array.isArray(found) ? found.some((each) => each !== undefined) : found !== undefined
}

/** Asserts that the peer received each of the members as it was sent. */
export const assertReceived = (received: object | undefined, sent: object, members: ReadonlyArray<string>): void => {
  if (received === undefined) throw new LawViolation("the peer holds nothing under this number, or fixture.records does not return its fields")
  const hasCurrency = members.includes("currency")
  const sentAs = comparable(sent, hasCurrency)
  const receivedAs = arranged(comparable(received, hasCurrency), sentAs, members)
  for (const member of members) {
    if (member === "currency" || member === "lines.order") continue
    const found = at(receivedAs, member)
    const asked = at(sentAs, member)
    const name = member.slice(member.indexOf(".") + 1)
    const isKept = Array.isArray(found) && Array.isArray(asked)
      ? found.length === asked.length && found.every((each, index) => isSame(name, each, asked[index]))
      : isSame(name, found, asked)
    if (!isKept) {
      throw new LawViolation(`/${member.replace(".", "/")} was sent as ${short(asked)} and received as ${short(found)}`, { found, promised: asked })
    }
  }
}
