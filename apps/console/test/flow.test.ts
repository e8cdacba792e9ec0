/**
 * The picture of the flow: which shape stands for which state, and where everything stands (issue 27).
 */
import { assert, describe, it } from "vitest"
import { countsOf } from "../src/shell/counts.ts"
import { shapeOf, sorted } from "../src/screens/flow/findings.ts"
import { boxesOf, draw, size } from "../src/screens/flow/picture.ts"
import { type Flow, linesOf, nameOfNode, type Node, shapeOfNode, stateOf } from "../src/screens/flow/states.ts"

const at = "2026-11-25T14:00:00.000Z"
const now = Date.parse(at) + 11 * 60_000
const node = (kind: Node["kind"], id: string, more: Partial<Node> = {}): Node => ({ id: kind === "desk" ? "desk" : `${kind}:${id}`, kind, title: id, connection: id, health: "ok", ...more })
const edge = (from: string, to: string, more: Partial<Flow["edges"][number]> = {}): Flow["edges"][number] => ({ from, to, counts: "calls", perMinute: 1, failedShare: 0, waiting: 0, minutes: [1], ...more })
const flowOf = (nodes: ReadonlyArray<Node>, edges: ReadonlyArray<Flow["edges"][number]>, more: Partial<Flow> = {}): Flow => ({
  span: "15m", since: at, until: at, pointMinutes: 1, nodes: [node("desk", "desk"), ...nodes], edges: [...edges], desk: [],
  creates: { pending: 0, inFlight: 0, held: 0, inDoubt: 0 }, messages: { due: 0, held: 0, dead: 0 }, orders: { count: 0, isMore: false }, ...more
})
const failing = { health: "failing", since: at, cause: { code: "POLLS_FAIL", params: {}, text: "it cannot be read" } } as const

describe("states of the flow (issue 27)", () => {
  it("shows creates as in doubt only if one is in doubt", () => {
    const waiting = node("warehouse", "south", { health: "waiting", cause: { code: "CREATES_WAIT", params: { count: "3" }, text: "" } })
    assert.strictEqual(shapeOfNode(waiting, flowOf([], [])), "hold")
    assert.strictEqual(shapeOfNode(waiting, flowOf([], [], { creates: { pending: 0, inFlight: 0, held: 0, inDoubt: 3 } })), "doubt")
  })

  it("gives an edge the state of its far end, and of two peers the graver", () => {
    const flow = flowOf([node("shop", "tea", failing), node("erp", "main"), node("warehouse", "north", failing)], [])
    assert.strictEqual(stateOf(edge("shop:tea", "desk"), flow)?.word, "reading fails")
    assert.strictEqual(stateOf(edge("desk", "erp:main"), flow)?.shape, "ok")
    assert.strictEqual(stateOf(edge("erp:main", "warehouse:north"), flow)?.peer.id, "warehouse:north")
  })

  it("shows an edge as failed if most of its calls fail, although its peer is said to be well", () => {
    const flow = flowOf([node("erp", "main")], [])
    assert.deepStrictEqual([0.49, 0.5].map((failedShare) => stateOf(edge("desk", "erp:main", { failedShare }), flow)?.shape), ["ok", "fail"])
  })

  it("has no row for an edge to a node that is not there", () => assert.strictEqual(stateOf(edge("desk", "erp:gone"), flowOf([], [])), undefined))

  it("says since when a node fails, and that an ERP sends orders too", () => {
    const flow = flowOf([node("erp", "main"), node("warehouse", "north")], [edge("erp:main", "warehouse:north", { perMinute: 5.2 })])
    assert.strictEqual(linesOf(node("shop", "tea", failing), flow, now).third, "reading fails, 11 min")
    assert.strictEqual(linesOf(node("erp", "main"), flow, now).third, "sends orders too: 5.2/min")
  })

  it("shows the whole id of a plugin, with the time of a call where there is room (issue 27)", () => {
    const second = (plugin: string) => linesOf(node("shop", "tea", { plugin }), flowOf([], [edge("shop:tea", "desk", { meanMillis: 12 })]), now).second
    assert.deepStrictEqual(["platform-sandbox", "platform-sandbox-calling"].map(second), ["platform-sandbox · 12 ms", "platform-sandbox-calling"])
  })

  it("says of a caller that it is one, and what it does (issue 27)", () => {
    const callers = [node("caller", "acc", { link: "receiver:CUSTOM:acc" }), node("caller", "acc", { link: "open-api:acc" })]
    assert.deepStrictEqual(callers.map((each) => [nameOfNode(each), linesOf(each, flowOf([], []), now).second]), [["Caller acc", "sends orders"], ["Caller acc", "calls the ERP"]])
    assert.strictEqual(nameOfNode(node("shop", "tea")), "tea")
    const flow = flowOf([node("books", "main")], [edge("caller:acc", "books:main", { perMinute: 5.2, meanMillis: 12 })])
    assert.deepStrictEqual(linesOf(node("caller", "acc", { link: "open-api:acc" }), flow, now), { second: "calls the ERP · 12 ms", third: "5.2 calls a minute" })
  })

  it("counts beside the pages what waits there for a person", () => {
    const flow = flowOf([node("shop", "tea", failing), node("shop", "tea", failing), node("erp", "main", { health: "paused" })], [], {
      desk: [{ state: "held", cause: "stock", count: 24, oldest: at }, { state: "held", count: 14, oldest: at }, { state: "due", count: 9, oldest: at }],
      creates: { pending: 0, inFlight: 0, held: 0, inDoubt: 3 },
      messages: { due: 14, held: 0, dead: 12 }
    })
    assert.deepStrictEqual(Object.entries(countsOf(flow)).map(([place, count]) => [place, count?.value]), [["desk", 38], ["doubt", 3], ["deliveries", 12], ["connections", 2]])
  })
})

describe("findings (issue 27)", () => {
  it("come by weight, then by age", () => {
    const finding = (id: string, severity: "critical" | "error" | "warning", since: string) => ({ id, code: "X", severity, where: "", since })
    const found = [finding("a", "warning", "2026-01-01"), finding("b", "critical", "2026-03-01"), finding("c", "critical", "2026-02-01"), finding("d", "error", "2026-01-01")]
    assert.deepStrictEqual(sorted(found).map(({ id }) => id), ["c", "b", "d", "a"])
    assert.deepStrictEqual([shapeOf({ code: "CREATES_IN_DOUBT", severity: "error" }), shapeOf({ code: "DISK_FULL", severity: "critical" }), shapeOf({ code: "DISK_FULL", severity: "warning" })], ["doubt", "fail", "hold"])
  })
})

describe("the picture of the flow (issue 27)", () => {
  const many = (count: number, kind: Node["kind"] = "shop") => Array.from({ length: count }, (_, place) => node(kind, `s${place}`))

  it("puts together what has no place, and never what needs a person", () => {
    const nodes = many(14).map((each, place) => (place === 13 ? { ...each, ...failing } : each))
    const boxes = boxesOf(nodes, flowOf(nodes, []), 8)
    assert.strictEqual(boxes.length, 8)
    assert.deepStrictEqual(boxes.filter(({ shape }) => shape === "fail").map(({ nodes: own }) => own.map(({ id }) => id)), [["shop:s13"]])
    assert.strictEqual(boxes.flatMap((box) => box.nodes).length, 14)
    assert.strictEqual(boxes.at(-1)?.nodes.length, 7)
  })

  it("lets no boxes overlap, whatever the number", () => {
    for (const count of [0, 1, 2, 3, 5, 8, 40]) {
      const nodes = [...many(count), ...many(count, "warehouse"), ...many(count, "erp")]
      const { below, height, left, right, ways } = draw(flowOf(nodes, nodes.map(({ id, kind }) => kind === "shop" ? edge(id, "desk") : edge("desk", id))))
      for (const boxes of [left, right]) {
        for (const [place, box] of boxes.entries()) if (place > 0) assert.isAtLeast(box.y - (boxes[place - 1]?.y ?? 0), size.node.height)
      }
      for (const [place, box] of below.entries()) if (place > 0) assert.isAtLeast(box.x - (below[place - 1]?.x ?? 0), size.node.width)
      for (const box of [...left, ...right, ...below]) assert.isTrue(box.x >= 0 && box.x + size.node.width <= size.width && box.y + size.node.height < height)
      assert.strictEqual(ways.length, left.length + right.length + below.length)
    }
  })

  it("adds up the ways of the nodes that one box stands for", () => {
    const nodes = many(10)
    const { ways } = draw(flowOf(nodes, nodes.map(({ id }) => edge(id, "desk", { perMinute: 2, waiting: 1 }))))
    assert.deepStrictEqual(ways.map(({ perMinute, waiting }) => [perMinute, waiting]).at(-1), [6, 3])
  })
})
