/**
 * Each rule of the oracle accepts a correct run, and finds its own kind of violation and no other, because a check that never
 * fails proves nothing.
 */
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { assert, describe, it } from "vitest"
import type { Arrived, Deed, Ended, Kept, Sent, Written } from "../oracle/History.ts"
import * as History from "../oracle/History.ts"
import type { Attempt, Delivery, Intent, State } from "../oracle/Ledger.ts"
import * as Oracle from "../oracle/Oracle.ts"
import * as Refusals from "../oracle/Refusals.ts"
import type { PeerObject, Run } from "../oracle/Run.ts"
import { spoiled, valid } from "./WrittenMessages.ts"

type Outcome = Ended["outcome"] | "none"

interface Story {
  producer: Array<Sent | Ended>
  arrivals: Array<Arrived>
  effects: Array<Kept>
  deeds: Array<Deed>
  deliveries: Array<Delivery>
  attempts: Array<Attempt>
  intents: Array<Intent>
  inbox: Array<string>
  objects: Array<PeerObject>
  depth: Record<string, number>
  wanted?: Map<string, "stands" | "cancelled">
  calls?: NonNullable<Run["calls"]>
  isReplayed?: boolean
  /** How many times slower the machine was than one of its own. Default: 1. */
  slowness?: number
  written: Array<Written>
}

/** Two accepted batches of one ASN, each delivered once, and one create with its object. */
const clean = (): Story => {
  const story: Story = {
    producer: [],
    arrivals: [],
    effects: [],
    deeds: [{ is: "ready", at: 0 }],
    deliveries: [],
    attempts: [],
    intents: [{ id: "i-1", entity: "SO-1", generation: 1, state: "Delivered", isCancelWanted: false }],
    inbox: [],
    objects: [{ entity: "SO-1", phase: "open" }],
    depth: {},
    written: [...valid]
  }
  send(story, 1, "ok")
  deliver(story, 1)
  send(story, 2, "ok")
  deliver(story, 2)
  return story
}

const entity = "ASN-1"
const at = (sequence: number) => ({ key: `${entity} ${sequence}`, entity, sequence })

const send = (story: Story, sequence: number, outcome: Outcome, isState = false): void => {
  const id = `p-${story.producer.length}`
  story.producer.push({ is: "sent", id, at: sequence * 100, ...at(sequence), isState })
  if (outcome !== "none") story.producer.push({ is: "ended", id, at: sequence * 100 + 1, outcome })
}

const arrive = (story: Story, sequence: number, more: Partial<Arrived> = {}): void => {
  story.arrivals.push({
    is: "arrived",
    at: sequence * 100 + 10,
    ...at(sequence),
    deliveryId: `d-${sequence}`,
    digest: `digest-${sequence}`,
    verified: true,
    phase: "receiving",
    answered: "success",
    ...more
  })
}

const keep = (story: Story, sequence: number, deliveryId = `d-${sequence}`, isNumbered = false, hasParcel = false): void => {
  story.effects.push({ is: "kept", at: sequence * 100 + 11, ...at(sequence), deliveryId, isNumbered, hasParcel })
}

const owe = (story: Story, sequence: number, state: State, attempt = 1): void => {
  story.deliveries.push({ id: `d-${sequence}`, seq: sequence, entity, state, attempt, isState: false, cause: null })
  story.inbox.push(entity)
}

const deliver = (story: Story, sequence: number): void => {
  arrive(story, sequence)
  keep(story, sequence)
  owe(story, sequence, "Delivered")
  story.attempts.push({ subject: `d-${sequence}`, number: 1, kind: "push", outcome: "delivered" })
}

/** An order that was cancelled and issued again, with both final states reported, and an inbound order of two pieces. */
const trade = (story: Story): void => {
  story.wanted = new Map([["SO-1", "stands"], [entity, "stands"]])
  story.intents.push({ id: "i-2", entity: "SO-1", generation: 2, state: "Delivered", isCancelWanted: false })
  story.intents.push({ id: "i-3", entity, generation: 1, state: "Delivered", isCancelWanted: false })
  story.objects = [
    { entity: "SO-1", phase: "cancelled", issue: "W-1" },
    { entity: "SO-1", phase: "shipped", issue: "W-2" },
    { entity, phase: "receiving", pieces: 2 }
  ]
  story.arrivals = story.arrivals.map((each) => ({ ...each, pieces: 1 }))
  story.effects = story.effects.map((each) => ({ ...each, pieces: 1, phase: "receiving" }))
  tell(story, "W-1", "cancelled", 19)
  tell(story, "W-2", "shipped", 23)
}

/** The provider reports an issue of SO-1, and the ERP receives it. */
const tell = (story: Story, issue: string, phase: string, sequence: number): void => {
  const [order, deliveryId] = [{ key: `SO-1 ${issue} ${phase}`, entity: "SO-1", sequence, issue }, `d-${issue}-${phase}`]
  story.producer.push({ is: "sent", id: deliveryId, at: 300 + sequence, ...order, isState: false })
  story.producer.push({ is: "ended", id: deliveryId, at: 301 + sequence, outcome: "ok" })
  story.arrivals.push({ is: "arrived", at: 310 + sequence, ...order, deliveryId, digest: deliveryId, verified: true, phase, answered: "success" })
  story.effects.push({ is: "kept", at: 311 + sequence, ...order, deliveryId, phase })
  story.deliveries.push({ id: deliveryId, seq: sequence, entity: "SO-1", state: "Delivered", attempt: 1, isState: false, cause: null })
  story.attempts.push({ subject: deliveryId, number: 1, kind: "push", outcome: "delivered" })
}

/** The same run with an error. */
const traded = (change: (story: Story) => void) => (story: Story): void => {
  trade(story)
  change(story)
}

/** So many calls of some nodes in turn, at a rate of ten a second. */
const called = (story: Story, nodes: ReadonlyArray<string>, { count, gap, handovers = 0 }: { readonly count: number; readonly gap: number; readonly handovers?: number }): void => {
  story.calls = {
    heard: Array.from({ length: count }, (_, n) => ({ at: n * gap, node: nodes[n % nodes.length]!, isPoll: true })),
    handovers,
    callsPerSecond: 10
  }
}

const runOf = ({ arrivals, attempts, calls, deeds, deliveries, depth, effects, inbox, intents, isReplayed, objects, producer, slowness = 1, wanted, written }: Story): Run => ({
  histories: { producer, arrivals, effects, deeds },
  ledger: { deliveries, attempts, intents, inbox },
  objects,
  depth,
  written,
  ...(wanted !== undefined && { wanted }),
  ...(calls !== undefined && { calls }),
  ...(isReplayed !== undefined && { isReplayed }),
  isOnlyPushes: wanted === undefined,
  isOrdered: true,
  patience: 10_000,
  allowed: (millis) => millis * slowness,
  mostAttempts: 13
})

const rules = (change: (story: Story) => void): ReadonlyArray<Oracle.Rule> => {
  const story = clean()
  change(story)
  return [...new Set(Oracle.judge(runOf(story)).map(({ rule }) => rule))].toSorted()
}

const holds: ReadonlyArray<readonly [string, (story: Story) => void]> = [
  ["a clean run", () => {}],
  ["a message of which nobody knows, without effect", (story) => send(story, 3, "info")],
  ["a message that a kill cut off, with one effect", (story) => {
    send(story, 3, "none")
    deliver(story, 3)
  }],
  ["a message that was refused first, and accepted when it was sent again", (story) => {
    send(story, 3, "fail")
    send(story, 3, "ok")
    deliver(story, 3)
  }],
  ["a state that was told without the number of its order, and again with it", (story) => keep(story, 2, "d-2-numbered", true)],
  ["a state that was told without a parcel, and again with its number", (story) => keep(story, 2, "d-2-parcel", false, true)],
  ["an earlier dead letter that an operator put back in line behind a later message that was refused", (story) => {
    story.isReplayed = true
    story.arrivals.unshift({ ...story.arrivals[1]!, answered: "refused" })
    story.deliveries[1] = { ...story.deliveries[1]!, attempt: 2 }
  }],
  ["an accepted message that stands in the ledger as dead", (story) => {
    send(story, 3, "ok")
    owe(story, 3, "Dead", 13)
    story.depth = { Dead: 1 }
  }],
  ["a state that a later one of its entity made pointless", (story) => {
    send(story, 3, "ok", true)
    owe(story, 3, "Cancelled", 0)
    send(story, 4, "ok")
    deliver(story, 4)
  }],
  ["states of which the last one waits", (story) => {
    send(story, 3, "ok", true)
    owe(story, 3, "Cancelled", 0)
    send(story, 4, "ok", true)
    owe(story, 4, "Pending", 0)
    story.depth = { Pending: 1 }
  }],
  ["a repeat after an answer that was broken", (story) => {
    story.arrivals[1] = { ...story.arrivals[1]!, answered: "reset" }
    arrive(story, 2, { at: 215 })
    story.deliveries[1] = { ...story.deliveries[1]!, attempt: 2 }
  }],
  ["an attempt that is not counted, because the endpoint was gone", (story) => {
    story.arrivals[1] = { ...story.arrivals[1]!, answered: "410" }
    arrive(story, 2, { at: 215 })
    story.attempts.push({ subject: "d-2", number: 1, kind: "push", outcome: "delivered" })
  }],
  ["a repeat after a kill with one in flight", (story) => {
    story.deeds.push({ is: "killed", at: 300, inFlight: 1 }, { is: "ready", at: 400 })
    arrive(story, 2, { at: 500 })
    story.deliveries[1] = { ...story.deliveries[1]!, attempt: 2 }
  }],
  ["a repeat of what was answered while its outcome could not be stored", (story) => {
    story.deeds.push({ is: "broken", at: 209, part: "store", what: "the database" }, { is: "healed", at: 400 })
    arrive(story, 2, { at: 500 })
    story.deliveries[1] = { ...story.deliveries[1]!, attempt: 2 }
  }],
  ["ten seconds without an attempt while a peer is broken", (story) => {
    story.deeds.push({ is: "broken", at: 211, part: "peer", what: "the sink" })
    send(story, 3, "ok")
    story.deeds.push({ is: "healed", at: 60_000 })
    deliver(story, 3)
    story.arrivals[2] = { ...story.arrivals[2]!, at: 60_001 }
    story.effects[2] = { ...story.effects[2]!, at: 60_002 }
  }],
  ["twenty seconds without an attempt on a machine that is three times slower", (story) => {
    send(story, 3, "ok")
    deliver(story, 3)
    story.arrivals[2] = { ...story.arrivals[2]!, at: 20_000 }
    story.effects[2] = { ...story.effects[2]!, at: 20_001 }
    story.slowness = 3
  }],
  ["calls at the whole rate after a burst of one second", (story) => {
    called(story, ["0"], { count: 200, gap: 100 })
    story.calls = { ...story.calls!, heard: [...Array.from({ length: 10 }, () => ({ at: 0, node: "0", isPoll: false })), ...story.calls!.heard] }
  }],
  ["a node that polls on after another was killed", (story) => {
    called(story, ["0"], { count: 10, gap: 300 })
    story.calls = { ...story.calls!, handovers: 1, heard: story.calls!.heard.map((call, n) => (n < 5 ? call : { ...call, node: "1" })) }
  }],
  ["an order issued again after a cancel", (story) => {
    story.intents.push({ id: "i-2", entity: "SO-1", generation: 2, state: "Delivered", isCancelWanted: false })
    story.objects = [{ entity: "SO-1", phase: "cancelled" }, { entity: "SO-1", phase: "open" }]
  }],
  ["a create that is doubtful, with and without an object", (story) => {
    story.intents.push({ id: "i-2", entity: "SO-2", generation: 1, state: "Doubtful", isCancelWanted: false })
    story.intents.push({ id: "i-3", entity: "SO-3", generation: 1, state: "Doubtful", isCancelWanted: false })
    story.objects.push({ entity: "SO-3", phase: "open" })
  }]
]

const trades: typeof holds = [
  ["a trade in which all agree", () => {}],
  ["batches in another order than they are named, where a query found one", (story) => {
    story.arrivals = [story.arrivals[1]!, story.arrivals[0]!, ...story.arrivals.slice(2)]
  }],
  ["an order that was cancelled and does not stand", (story) => {
    story.wanted!.set("SO-2", "cancelled")
    story.intents.push({ id: "i-4", entity: "SO-2", generation: 1, state: "Delivered", isCancelWanted: false })
    story.objects.push({ entity: "SO-2", phase: "cancelled", issue: "W-3" })
  }]
]

const broken: ReadonlyArray<readonly [string, (story: Story) => void, ReadonlyArray<Oracle.Rule>]> = [
  ["an accepted message that nobody has any more", (story) => send(story, 3, "ok"), ["L1", "T"]],
  ["an accepted message that is Delivered without effect", (story) => {
    send(story, 3, "ok")
    owe(story, 3, "Delivered")
    arrive(story, 3, { answered: "refused" })
  }, ["L1", "T"]],
  ["a state that was dropped without a successor", (story) => {
    send(story, 3, "ok", true)
    owe(story, 3, "Cancelled", 0)
  }, ["L1"]],
  ["a message of which nobody knows, with two effects", (story) => {
    send(story, 3, "info")
    deliver(story, 3)
    keep(story, 3, "d-3-again")
  }, ["L2"]],
  ["an accepted message with two effects", (story) => keep(story, 2, "d-2-again"), ["D1"]],
  ["an earlier message that is taken behind a later one, also where dead letters are put back", (story) => {
    story.isReplayed = true
    story.effects.reverse()
  }, ["O"]],
  ["a state with the number of its order, told twice", (story) => {
    keep(story, 2, "d-2-again", true)
    keep(story, 2, "d-2-anew", true)
  }, ["D1"]],
  ["a delivery that is sent again although it was answered", (story) => {
    arrive(story, 2)
    story.deliveries[1] = { ...story.deliveries[1]!, attempt: 2 }
  }, ["D2"]],
  ["more repeats after a kill than were in flight", (story) => {
    story.deeds.push({ is: "killed", at: 300, inFlight: 0 }, { is: "ready", at: 400 })
    arrive(story, 2, { at: 500 })
    story.deliveries[1] = { ...story.deliveries[1]!, attempt: 2 }
  }, ["D2"]],
  ["an effect that nobody sent", (story) => keep(story, 3), ["G"]],
  ["an effect of what was refused", (story) => {
    send(story, 3, "fail")
    keep(story, 3)
  }, ["G"]],
  ["other bytes under the same id", (story) => {
    story.arrivals[1] = { ...story.arrivals[1]!, answered: "reset" }
    arrive(story, 2, { digest: "other" })
    story.deliveries[1] = { ...story.deliveries[1]!, attempt: 2 }
  }, ["B"]],
  ["a sign that does not fit", (story) => {
    story.arrivals[1] = { ...story.arrivals[1]!, verified: false }
  }, ["B"]],
  ["a message that is overtaken by a later one", (story) => {
    story.arrivals = story.arrivals.toReversed()
  }, ["O"]],
  ["an entity that goes back from its end", (story) => {
    story.arrivals[0] = { ...story.arrivals[0]!, phase: "received" }
  }, ["O"]],
  ["more arrivals than attempts are counted", (story) => {
    story.arrivals[1] = { ...story.arrivals[1]!, answered: "reset" }
    arrive(story, 2)
  }, ["A"]],
  ["more attempts than the schedule has", (story) => {
    story.deliveries[1] = { ...story.deliveries[1]!, attempt: 14 }
  }, ["A"]],
  ["an attempt number that is used twice", (story) => {
    story.deliveries[1] = { ...story.deliveries[1]!, attempt: 2 }
    story.attempts.push({ subject: "d-2", number: 1, kind: "push", outcome: "delivered" })
  }, ["A"]],
  ["ten seconds without an attempt while a message waits", (story) => {
    send(story, 3, "ok")
    deliver(story, 3)
    story.arrivals[2] = { ...story.arrivals[2]!, at: 20_000 }
    story.effects[2] = { ...story.effects[2]!, at: 20_001 }
  }, ["S"]],
  ["a delivery in flight although all is quiet", (story) => {
    send(story, 3, "ok")
    owe(story, 3, "InFlight")
    story.depth = { InFlight: 1 }
  }, ["T"]],
  ["metrics that say otherwise", (story) => {
    story.depth = { Dead: 1 }
  }, ["T"]],
  ["two live objects of one order", (story) => void story.objects.push({ entity: "SO-1", phase: "open" }), ["I"]],
  ["a create that is Delivered without an object", (story) => void story.objects.pop(), ["I"]],
  ["a create that is Dead with an object", (story) => {
    story.intents[0] = { ...story.intents[0]!, state: "Dead" }
  }, ["I"]],
  ["a create that is Cancelled with an object", (story) => {
    story.intents[0] = { ...story.intents[0]!, state: "Cancelled" }
  }, ["I"]],
  ["a create in flight although all is quiet", (story) => {
    story.intents[0] = { ...story.intents[0]!, state: "InFlight" }
  }, ["I"]],
  ["an object that no intent asked for", (story) => void story.objects.push({ entity: "SO-9", phase: "open" }), ["I"]],
  ["a message that is remembered without work", (story) => void story.inbox.push(entity), ["M"]],
  ["an order that was cancelled and stands all the same", traded((story) => void story.wanted!.set("SO-1", "cancelled")), ["W"]],
  ["an order that was accepted and stands no more", traded((story) => {
    story.objects[1] = { ...story.objects[1]!, phase: "failed" }
    story.effects[3] = { ...story.effects[3]!, phase: "failed" }
  }), ["W"]],
  ["an order that was issued again and appears twice", traded((story) => {
    story.objects[0] = { ...story.objects[0]!, phase: "open" }
    story.effects[2] = { ...story.effects[2]!, phase: "open" }
  }), ["I", "W"]],
  ["an end that the ERP was not told", traded((story) => {
    story.objects.push({ entity: "SO-3", phase: "shipped", issue: "W-4" })
    story.intents.push({ id: "i-5", entity: "SO-3", generation: 1, state: "Delivered", isCancelWanted: false })
  }), ["E"]],
  ["an end that the ERP was told of another issue only", traded((story) => {
    story.objects[1] = { ...story.objects[1]!, issue: "W-7" }
    story.objects.push({ entity: "SO-1", phase: "cancelled", issue: "W-2" })
    story.intents.push({ id: "i-6", entity: "SO-1", generation: 3, state: "Delivered", isCancelWanted: false })
  }), ["E", "N"]],
  ["a delivery that waits for a person", traded((story) => {
    story.deliveries.push({ id: "d-9", seq: 9, entity: "SO-1", state: "Dead", attempt: 0, isState: false, cause: "no warehouseCode" })
    story.depth = { Dead: 1 }
  }), ["E"]],
  ["pieces that the ERP was told twice under two names", traded((story) => {
    story.effects.push({ ...story.effects[0]!, key: `${entity} by a query`, deliveryId: "d-8" })
  }), ["P"]],
  ["a batch whose name another one had before", traded((story) => {
    story.effects[1] = { ...story.effects[1]!, key: story.effects[0]!.key }
  }), ["D1", "L1", "P"]],
  ["a number that the provider never gave", traded((story) => {
    story.effects[3] = { ...story.effects[3]!, issue: "SO-1" }
    story.effects.push({ ...story.effects[3]!, key: "SO-1 W-2 again", issue: "W-2", deliveryId: "d-7" })
  }), ["N"]],
  ["an issue that is told with the end of another one", traded((story) => tell(story, "W-2", "cancelled", 29)), ["N"]],
  ["two nodes that poll one connection", (story) => called(story, ["0", "1"], { count: 20, gap: 300, handovers: 2 }), ["J"]],
  ["calls of two nodes that each take the whole rate", (story) => {
    called(story, ["0"], { count: 400, gap: 50 })
  }, ["R"]],
  ["news of an earlier issue after those of a later one", traded((story) => {
    story.arrivals = [...story.arrivals.slice(0, 2), story.arrivals[3]!, story.arrivals[2]!]
  }), ["O"]],
  ...spoiled.map(([what, message]): (typeof broken)[number] => [what, (story) => void story.written.push(message), ["notDescribed"]]),
  ["a run that kept no message", (story) => void story.written.splice(0), ["notDescribed"]]
]

describe("the oracle", () => {
  it.each(holds)("finds nothing in %s", (_, change) => {
    assert.deepStrictEqual(rules(change), [])
  })

  it.each(trades)("finds nothing in %s", (_, change) => {
    assert.deepStrictEqual(rules(traded(change)), [])
  })

  it.each(broken)("finds %s", (_, change, expected) => {
    assert.deepStrictEqual(rules(change), expected)
  })

  it("has a violation for each of its rules", () => {
    const found = new Set(broken.flatMap(([, , expected]) => expected))
    // Those about refused creates have a test of their own.
    const others = (Object.keys(Oracle.checks) as Array<Oracle.Rule>).filter((rule) => !(rule in Refusals.checks))
    assert.deepStrictEqual([...found].toSorted(), others.toSorted())
  })

  it("tells of each rule three cases, and how many more", () => {
    const story = clean()
    for (let sequence = 3; sequence < 8; sequence++) keep(story, sequence)
    assert.match(Oracle.told(Oracle.judge(runOf(story))), /^G: ASN-1 3: .*\nG: ASN-1 4: .*\nG: ASN-1 5: .*\nG: and 2 more$/)
  })
})

describe("a history", () => {
  it("is on the disk line by line, and a torn line is left out", async () => {
    const folder = tempDir()
    try {
      const file = join(folder.path, "deeds.ndjson")
      const journal = await History.open<Deed>(file)
      await journal.append({ is: "ready", at: 1 })
      assert.deepStrictEqual(History.read(file), [{ is: "ready", at: 1 }])
      const [first, second] = [journal.append({ is: "killed", at: 2, inFlight: 3 }), journal.append({ is: "ready", at: 3 })]
      await first
      assert.deepStrictEqual(History.read(file), journal.lines())
      await second
      await journal.close()
      appendFileSync(file, "{\"is\":\"rea")
      assert.deepStrictEqual(History.read(file), journal.lines())
    } finally {
      folder.remove()
    }
  })
})
