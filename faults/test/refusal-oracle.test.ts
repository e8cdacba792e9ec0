/** Each rule about refused creates accepts a correct run, and finds its own kind of violation and no other. */
import { assert, describe, it } from "vitest"
import { checks } from "../oracle/Refusals.ts"
import type { Asked, Refusals, Run } from "../oracle/Run.ts"

type Rule = keyof typeof checks

const noStock = "out of stock"
const answered = (entity: string, sentAt: number, endedAt: number, message = `WAREHOUSE_FAULT: ${noStock}`): Asked => ({ entity, sentAt, endedAt, answer: { isSuccess: message === "", message } })

/**
 * SO-1 is refused. SO-2 is refused, and the provider ships it nevertheless. SO-3 is refused, its caller repeats it at once without a call
 * of the provider, and again after the visibility delay, when the provider takes it.
 */
const clean: Refusals = {
  refused: [
    { entity: "SO-1", heardAt: 100, answeredAt: 110, text: noStock, isDone: false },
    { entity: "SO-2", heardAt: 200, answeredAt: 210, text: noStock, isDone: true },
    { entity: "SO-3", heardAt: 300, answeredAt: 310, text: noStock, isDone: false }
  ],
  asked: [
    answered("SO-1", 90, 120),
    answered("SO-2", 190, 220),
    answered("SO-3", 290, 320),
    answered("SO-3", 400, 410, `WAREHOUSE_FAULT: ${noStock} (answered before; the warehouse is not called for this number again before 2026)`),
    answered("SO-3", 2390, 2500, "")
  ],
  heard: [
    { entity: "SO-1", at: 100, isCreate: true },
    { entity: "SO-2", at: 200, isCreate: true },
    { entity: "SO-3", at: 300, isCreate: true },
    { entity: "SO-2", at: 2300, isCreate: false },
    { entity: "SO-3", at: 2400, isCreate: false },
    { entity: "SO-3", at: 2450, isCreate: true }
  ],
  alarms: new Set(["SO-2"]),
  decided: new Set(),
  visibilityDelay: 2000,
  isMute: false,
  allowed: (millis) => millis
}

const told = (entity: string) => ({ is: "kept", at: 2600, key: `${entity} SHIPPED`, entity, sequence: 1, deliveryId: `d-${entity}`, phase: "shipped" } as const)

const runOf = (change: Partial<Refusals>, more: Partial<Run> = {}): Run => ({
  histories: { producer: [], arrivals: [], effects: [told("SO-2")], deeds: [{ is: "ready", at: 0 }] },
  ledger: { deliveries: [], attempts: [], intents: [], inbox: [] },
  objects: [{ entity: "SO-2", phase: "shipped" }, { entity: "SO-3", phase: "open" }],
  depth: undefined,
  isOnlyPushes: false,
  isOrdered: true,
  patience: 10_000,
  allowed: (millis) => millis,
  mostAttempts: 13,
  refusals: { ...clean, ...change },
  ...more
})

const rules = (run: Run): ReadonlyArray<Rule> => (Object.keys(checks) as Array<Rule>).filter((rule) => checks[rule](run).length > 0)

const at = <Item>(items: ReadonlyArray<Item>, index: number, change: Partial<Item>): ReadonlyArray<Item> => items.map((item, here) => (here === index ? { ...item, ...change } : item))
const without = <Item>(items: ReadonlyArray<Item>, index: number): ReadonlyArray<Item> => items.filter((_, here) => here !== index)

const right: ReadonlyArray<readonly [what: string, run: Run]> = [
  ["a run with three refusals", runOf({})],
  [
    "a caller who waits while its node is killed",
    runOf({ asked: at(clean.asked, 0, { endedAt: 4000 }) }, { histories: { ...runOf({}).histories, deeds: [{ is: "killed", at: 105, inFlight: 0 }] } })
  ],
  ["a caller whose connection breaks, and who is told when it asks again", runOf({ asked: [{ entity: "SO-1", sentAt: 90, endedAt: 115 }, answered("SO-1", 200, 210), ...clean.asked.slice(1)] })],
  ["a caller whose time is over before a busy machine has read the answer", runOf({ asked: [answered("SO-1", 90, 120, "DOUBTFUL: ask again"), answered("SO-1", 130, 140), ...clean.asked.slice(1)], allowed: (millis) => millis + 20 })],
  ["a caller who waits as long as the machine needs", runOf({ asked: at(clean.asked, 0, { endedAt: 4000 }), allowed: (millis) => 2 * millis })],
  ["a repeat of what nobody can be asked for", runOf({ heard: without(clean.heard, 4), isMute: true })],
  ["what a person has decided", runOf({ decided: new Set(["SO-3"]), heard: at(clean.heard, 5, { at: 400 }) })]
]

const wrong: ReadonlyArray<readonly [what: string, run: Run, rules: ReadonlyArray<Rule>]> = [
  ["a caller who waits for three seconds", runOf({ asked: at(clean.asked, 0, { endedAt: 3110 }) }), ["slow"]],
  ["a caller who is told that the outcome is not known", runOf({ asked: at(clean.asked, 0, answered("SO-1", 90, 2000, "DOUBTFUL: outcome not known yet")) }), ["slow", "told"]],
  ["a caller who is never told", runOf({ asked: without(clean.asked, 0) }), ["told"]],
  ["a caller who is told twice of one refusal", runOf({ asked: [...clean.asked, answered("SO-1", 500, 510)] }), ["told"]],
  ["an ERP that is told of an order that does not exist", runOf({}, { histories: { ...runOf({}).histories, effects: [told("SO-1"), told("SO-2")] } }), ["told"]],
  ["a refusal in words that the provider did not say", runOf({ asked: [...clean.asked, answered("SO-4", 500, 510)] }), ["invented"]],
  ["a repeat within the visibility delay", runOf({ heard: at(clean.heard, 5, { at: 1500 }) }), ["early"]],
  ["a repeat of which nobody has asked", runOf({ heard: without(clean.heard, 4) }), ["early"]],
  ["a repeat of which somebody has asked too early", runOf({ heard: at(clean.heard, 4, { at: 1200 }) }), ["early"]],
  ["an order that the provider has without an alarm", runOf({ alarms: new Set() }), ["lies"]],
  ["an order that the provider has without the knowledge of the ERP", runOf({}, { histories: { ...runOf({}).histories, effects: [] } }), ["lies"]]
]

describe("the oracle of refused creates", () => {
  it.each(right)("finds nothing in %s", (_, run) => assert.deepStrictEqual(rules(run), []))

  it.each(wrong)("finds %s", (_, run, expected) => assert.deepStrictEqual(rules(run), expected))

  it("has a violation for each of its rules", () => {
    assert.deepStrictEqual([...new Set(wrong.flatMap(([, , expected]) => expected))].toSorted(), (Object.keys(checks) as Array<Rule>).toSorted())
  })
})
