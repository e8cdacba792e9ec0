/**
 * Decides by rules which places ship an order, or why it is held, and explains what every rule had to do with it. It is a pure function:
 * the same order, rules and figures give the same decision.
 */
import * as Conditions from "./Conditions.ts"
import { type Available, divide, type Part } from "./Division.ts"
import { type OrderFacts, piecesBySku } from "./OrderFacts.ts"
import { type Placement, type Rule, type RuleSet, warehousesOf } from "./Rules.ts"

/** What one rule had to do with an order, as sentences for people. */
export interface TraceEntry {
  readonly rule: string
  /**
   * - `chosen`: it decided
   * - `rejected`: a condition does not hold
   * - `tied`: it matches too and has the same priority as the rule that decided, but comes after it in the list
   * - `skipped`: it was not asked
   */
  readonly outcome: "chosen" | "rejected" | "tied" | "skipped"
  readonly because: ReadonlyArray<string>
}

/** Why an order is held: a rule says so, the places lack stock, no rule matches, or the order has no pieces. */
export type HoldCause = "rule" | "stock" | "noRule" | "nothingToShip"

export type Decision =
  | { readonly _tag: "placed"; readonly rule: string; readonly placement: Placement; readonly parts: ReadonlyArray<Part>; readonly trace: ReadonlyArray<TraceEntry> }
  | { readonly _tag: "held"; readonly cause: HoldCause; readonly reason: string; readonly trace: ReadonlyArray<TraceEntry> }

type Verdict = { readonly _tag: "rejected" } | { readonly _tag: "hold"; readonly cause: HoldCause; readonly reason: string } | { readonly _tag: "place"; readonly placement: Placement; readonly parts: ReadonlyArray<Part> }

interface Answer {
  readonly verdict: Verdict
  readonly because: ReadonlyArray<string>
}

const ask = ({ action, elseHold, name, when }: Rule, order: OrderFacts, weights: RuleSet["weights"], available: Available): Answer => {
  const found = Conditions.findings(when, order, weights)
  const failing = found.filter(({ holds }) => !holds)
  if (failing.length > 0) return { verdict: { _tag: "rejected" }, because: failing.map(({ sentence }) => sentence) }
  const every = `the rule is for every order${when.needsAllStock ? " that its places have in stock" : ""}`
  const matched = found.length === 0 ? [every] : found.map(({ sentence }) => sentence)
  if (action._tag === "hold") return { verdict: { _tag: "hold", cause: "rule", reason: action.reason }, because: matched }
  const { placement } = action
  const elsewhere = Conditions.leavingElsewhere(placement, order)
  if (elsewhere !== undefined) return { verdict: elseHold === undefined ? { _tag: "rejected" } : { _tag: "hold", cause: "rule", reason: elseHold }, because: [elsewhere] }
  const { parts, sentences } = divide(order, placement, available)
  const because = [...matched, ...sentences]
  if (parts.length > 0) return { verdict: { _tag: "place", placement, parts }, because }
  return when.needsAllStock
    ? { verdict: { _tag: "rejected" }, because }
    : { verdict: { _tag: "hold", cause: "stock", reason: `the places of the rule ${JSON.stringify(name)} do not have the stock: ${sentences.join("; ")}` }, because }
}

/** The entry of a rule that comes after the one that decided. */
const later = (rule: Rule, chosen: Rule, order: OrderFacts, weights: RuleSet["weights"], available: Available): TraceEntry => {
  const by = JSON.stringify(chosen.name)
  if (rule.priority < chosen.priority) return { rule: rule.name, outcome: "skipped", because: [`${by} had decided`] }
  const { because, verdict } = ask(rule, order, weights, available)
  return verdict._tag === "rejected"
    ? { rule: rule.name, outcome: "rejected", because }
    : { rule: rule.name, outcome: "tied", because: [...because, `the rule matches too and has the same priority as ${by}, which comes first in the list`] }
}

/** Decides about an order. `available` must not change meanwhile. */
export const decide = ({ rules, weights }: RuleSet, order: OrderFacts, available: Available): Decision => {
  if (piecesBySku(order.lines).size === 0) {
    const reason = "the order has no pieces to ship"
    return { _tag: "held", cause: "nothingToShip", reason, trace: rules.map(({ name }) => ({ rule: name, outcome: "skipped", because: [reason] })) }
  }
  const trace: Array<TraceEntry> = []
  for (const [index, rule] of rules.entries()) {
    const { because, verdict } = ask(rule, order, weights, available)
    trace.push({ rule: rule.name, outcome: verdict._tag === "rejected" ? "rejected" : "chosen", because })
    if (verdict._tag === "rejected") continue
    trace.push(...rules.slice(index + 1).map((each) => later(each, rule, order, weights, available)))
    return verdict._tag === "hold"
      ? { _tag: "held", cause: verdict.cause, reason: verdict.reason, trace }
      : { _tag: "placed", rule: rule.name, placement: verdict.placement, parts: verdict.parts, trace }
  }
  return { _tag: "held", cause: "noRule", reason: "no rule matches the order", trace }
}

/**
 * The warehouses that may ship an order, by their names in the books, in the order in which the rules ask them, whatever is in stock now.
 * Rules that hold the order are left out, because a person may release it. An order that no rule matches may be shipped by all.
 */
export const warehousesFor = ({ rules, weights }: RuleSet, order: OrderFacts): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const { action, when } of rules) {
    if (action._tag === "hold" || Conditions.findings(when, order, weights).some(({ holds }) => !holds)) continue
    if (Conditions.leavingElsewhere(action.placement, order) !== undefined) continue
    for (const { warehouse } of action.placement.at) found.add(warehouse)
    if (!when.needsAllStock) break
  }
  const all = found.size === 0 ? warehousesOf(rules) : [...found]
  // Of an order that leaves from everywhere, all of them.
  const from = order.lines.map(({ line }) => order.leavesFrom.get(line) ?? all)
  return from.length === 0 ? all : all.filter((warehouse) => from.some((names) => names.includes(warehouse)))
}
