/**
 * The picture of the flow, of what was counted (issue 27).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as FlowPicture from "../../src/api/FlowPicture.ts"

const receiver = {
  scope: "receiver:CUSTOM:acc-7", extraType: "CUSTOM", accessId: "acc-7", secretKey: Redacted.make("x"), signing: "strict" as const, profile: {}, timeZone: "UTC", shop: undefined
}

describe("the picture of the flow", () => {
  it("names whoever sends orders by his id, and not by the key of the database (issue 27)", () => {
    const { nodes } = FlowPicture.make({
      seen: { links: [], receivers: [receiver], scopes: undefined },
      hasDesk: false,
      connections: [],
      span: { first: 0, pointMinutes: 1, points: 15 },
      now: 15 * 60_000,
      calls: [{ point: 1, scope: receiver.scope, direction: "in", n: 3, failed: 0, millis: 30 }],
      orders: { rows: [], isMore: false, oldest: 0 },
      desk: [],
      creates: [],
      deliveries: { due: [], held: [], dead: [] }
    })
    assert.deepStrictEqual(nodes.filter(({ kind }) => kind === "caller").map(({ link, title }) => [link, title]), [[receiver.scope, "acc-7"]])
  })
})
