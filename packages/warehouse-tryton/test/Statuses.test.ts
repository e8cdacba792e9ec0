import { assert, describe, it } from "@effect/vitest"
import { isListed, mergedInboundStatus, toInboundStatus, toOutboundStatus } from "../src/Statuses.ts"

describe("states of an outbound shipment (D1-112)", () => {
  it.each([
    ["waiting", "SENDING"],
    ["assigned", "SENDING"],
    ["picked", "SENDING"],
    ["packed", "SENDING"],
    ["done", "SUCCESS"],
    ["cancelled", "CANCEL"],
    ["a state of a later version", "SENDING"],
    ["constructor", "SENDING"]
  ])("%s is %s", (peerStatus, status) => assert.strictEqual(toOutboundStatus(peerStatus), status))
})

describe("states of an inbound shipment", () => {
  it.each([
    ["draft", "NEW"],
    ["received", "RECEIVING"],
    ["done", "FINISHED"],
    ["cancelled", "DELETED"],
    ["a state of a later version", "RECEIVING"]
  ])("%s is %s", (peerStatus, status) => assert.strictEqual(toInboundStatus(peerStatus), status))
})

describe("several shipments under one number", () => {
  it.each([
    [["draft"], false, "NEW"],
    [["draft"], true, "RECEIVING"],
    [["draft", "draft"], false, "NEW"],
    [["done", "draft"], true, "RECEIVING"],
    [["done", "received"], true, "RECEIVING"],
    [["done", "done"], true, "FINISHED"],
    [["done", "cancelled"], true, "FINISHED"],
    [["cancelled", "draft"], false, "NEW"],
    [["cancelled", "cancelled"], false, "DELETED"],
    [["done", "a state of a later version"], true, "RECEIVING"]
  ] as const)("%j, received %s: %s", (states, hasReceived, status) =>
    assert.strictEqual(mergedInboundStatus(states, hasReceived), status))
})

describe("a state that no table lists is told to an operator", () => {
  it.each([
    ["outbound", "draft", true],
    ["outbound", "packed", true],
    ["outbound", "received", false],
    ["inbound", "received", true],
    ["inbound", "packed", false]
  ] as const)("%s %s: %s", (kind, peerStatus, listed) => assert.strictEqual(isListed(kind, peerStatus), listed))
})
