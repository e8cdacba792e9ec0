/**
 * Compares an order with the conditions of a rule, and says of each whether it holds and why.
 */
import { Decimal } from "@crossdock/core"
import { Zone } from "@crossdock/protocols/wire"
import * as BigDecimal from "effect/BigDecimal"
import { type OrderFacts, piecesBySku } from "./OrderFacts.ts"
import * as Rules from "./Rules.ts"

/** What was found about one condition, as a sentence for people. */
export interface Finding {
  readonly holds: boolean
  readonly sentence: string
}

type Weights = Rules.RuleSet["weights"]

/** Returns undefined if the rule does not have the condition. */
type Check = (when: Rules.Conditions, order: OrderFacts, weights: Weights) => Finding | undefined

const rangeText = ({ below, from }: Rules.Range): string =>
  [from && `from ${Decimal.toText(from)}`, below && `below ${Decimal.toText(below)}`].filter((part) => part !== undefined).join(" and ")

const within = (range: Rules.Range, amount: Decimal.Decimal, subject: string): Finding => {
  const { below, from } = range
  const holds = (from === undefined || BigDecimal.isGreaterThanOrEqualTo(amount, from)) && (below === undefined || BigDecimal.isLessThan(amount, below))
  return { holds, sentence: `${subject}, which is ${holds ? "" : "not "}${rangeText(range)}` }
}

const shop: Check = ({ shops }, order) =>
  shops && {
    holds: shops.includes(order.shop),
    sentence: `the order comes from ${order.shop}${shops.includes(order.shop) ? "" : `, and the rule is for ${shops.join(", ")}`}`
  }

const country: Check = ({ countries }, order) => {
  if (countries === undefined) return undefined
  const code = order.country?.toUpperCase()
  const holds = code !== undefined && countries.includes(code)
  const where = code === undefined ? "the order names no country" : `the order goes to ${code}`
  return { holds, sentence: holds ? where : `${where}, and the rule is for ${countries.join(", ")}` }
}

const sku: Check = ({ skus }, order) => {
  if (skus === undefined) return undefined
  const found = [...piecesBySku(order.lines).keys()].find((each) => skus.some((pattern) => Rules.matchesSku(pattern, each)))
  return found === undefined
    ? { holds: false, sentence: `the order has none of ${skus.map(({ isPrefix, text }) => `${text}${isPrefix ? "*" : ""}`).join(", ")}` }
    : { holds: true, sentence: `the order has ${JSON.stringify(found)}` }
}

const tag: Check = ({ tags }, order) => {
  if (tags === undefined) return undefined
  const found = order.tags.find((each) => tags.includes(each))
  return found === undefined
    ? { holds: false, sentence: `the order has none of the tags ${tags.join(", ")}` }
    : { holds: true, sentence: `the order has the tag ${found}` }
}

const weight: Check = ({ weight: range }, order, weights) => {
  if (range === undefined) return undefined
  let sum: Decimal.Decimal = BigDecimal.make(0n, 0)
  for (const [each, pieces] of piecesBySku(order.lines)) {
    const one = weights.get(each)
    if (one === undefined) return { holds: false, sentence: `the weight of ${JSON.stringify(each)} is not known; add it to desk.weights` }
    sum = BigDecimal.sum(sum, BigDecimal.multiply(one, BigDecimal.make(BigInt(pieces), 0)))
  }
  return within(range, sum, `the order weighs ${Decimal.toText(sum)} kg`)
}

const total: Check = ({ total: range }, { total: { amount, currency } }) => {
  if (range === undefined) return undefined
  const costs = `the order costs ${Decimal.toText(amount)} ${currency}`
  return range.currency !== undefined && range.currency !== currency
    ? { holds: false, sentence: `${costs}, and the rule is for amounts in ${range.currency}` }
    : within(range, amount, costs)
}

const minute = 60_000
const minutesOfDay = 1440
const timeText = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

const before: Check = ({ before: limit }, { placedAt }) => {
  if (limit === undefined) return undefined
  const ahead = Zone.parse(limit.timeZone)?.(placedAt) ?? 0
  const minutes = Math.floor((placedAt + ahead) / minute)
  const time = ((minutes % minutesOfDay) + minutesOfDay) % minutesOfDay
  const holds = time < limit.minutes
  return { holds, sentence: `the order was placed at ${timeText(time)} in ${limit.timeZone}, which is ${holds ? "" : "not "}before ${timeText(limit.minutes)}` }
}

const checks: ReadonlyArray<Check> = [shop, country, sku, tag, weight, total, before]

/** What was found about each condition of a rule, except that about stock. */
export const findings = (when: Rules.Conditions, order: OrderFacts, weights: Weights): ReadonlyArray<Finding> =>
  checks.flatMap((check) => check(when, order, weights) ?? [])

/** Why a rule is not for an order of which a line is to leave from somewhere else. Undefined: it has a place for each line. */
export const leavingElsewhere = ({ at }: Rules.Placement, { leavesFrom, lines }: OrderFacts): string | undefined => {
  const found = lines.find(({ line, pieces }) => pieces > 0 && leavesFrom.get(line)?.every((name) => at.every(({ warehouse }) => warehouse !== name)) === true)
  return found && `the shop wants line ${found.line} to leave from ${leavesFrom.get(found.line)!.map((name) => JSON.stringify(name)).join(" or ")}, where the rule has no place`
}
