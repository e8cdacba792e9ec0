import { assert, describe, it } from "@effect/vitest"
import { isListed, mergedInboundPhase, toInboundPhase, toOutboundPhase } from "../src/Statuses.ts"

describe("states of an outbound shipment (D1-112)", () => {
  it.each([
    ["waiting", "open"],
    ["assigned", "open"],
    ["picked", "open"],
    ["packed", "open"],
    ["done", "shipped"],
    ["cancelled", "cancelled"],
    ["a state of a later version", "open"],
    ["constructor", "open"]
  ])("%s is %s", (status, phase) => assert.strictEqual(toOutboundPhase(status), phase))
})

describe("states of an inbound shipment", () => {
  it.each([
    ["draft", "announced"],
    ["received", "receiving"],
    ["done", "received"],
    ["cancelled", "cancelled"],
    ["a state of a later version", "receiving"]
  ])("%s is %s", (status, phase) => assert.strictEqual(toInboundPhase(status), phase))
})

describe("several shipments under one number", () => {
  it.each([
    [["draft"], false, "announced"],
    [["draft"], true, "receiving"],
    [["draft", "draft"], false, "announced"],
    [["done", "draft"], true, "receiving"],
    [["done", "received"], true, "receiving"],
    [["done", "done"], true, "received"],
    [["done", "cancelled"], true, "received"],
    [["cancelled", "draft"], false, "announced"],
    [["cancelled", "cancelled"], false, "cancelled"],
    [["done", "a state of a later version"], true, "receiving"]
  ] as const)("%j, received %s: %s", (states, hasReceived, phase) =>
    assert.strictEqual(mergedInboundPhase(states, hasReceived), phase))
})

describe("a state that no table lists is told to an operator", () => {
  it.each([
    ["outbound", "draft", true],
    ["outbound", "packed", true],
    ["outbound", "received", false],
    ["inbound", "received", true],
    ["inbound", "packed", false]
  ] as const)("%s %s: %s", (kind, status, listed) => assert.strictEqual(isListed(kind, status), listed))
})
