/** Messages on the wire as the peers of the runs keep them, all valid, and the same spoiled in one place. */
import { sign } from "@crossdock/e2e/support/envelope.ts"
import { orderOf } from "@crossdock/e2e/support/world.ts"
import type { Written } from "../oracle/History.ts"
import { batch, protocolOf, type ShopState } from "../support/Messages.ts"
import { contentOf } from "../support/Shop.ts"

const credential = { accessId: "acc-shop", secretKey: "shop-secret" }

const fieldsOf = (method: string, content: object) => {
  const text = JSON.stringify(content)
  return { accessId: credential.accessId, method, content: text, sign: sign(credential, text) }
}

const json = (method: string, content: object) => ({ contentType: "application/json", body: JSON.stringify(fieldsOf(method, content)) })

const warehouse = { at: 1, protocol: "warehouse-envelope" } as const

const { content: receipt } = batch("ASN-1", 1)
const order: ShopState = { key: "WEB-1 STEP-1", entity: "WEB-1", sequence: 1, isState: true, isLast: false }

/** A create of the ERP with its answer, a receipt that the runner tells the ERP, and an order of a shop that it tells as a form. */
export const valid: ReadonlyArray<Written> = [
  { ...warehouse, is: "request", by: "peer", method: "createOrder", ...json("createOrder", orderOf("SO-1")) },
  { ...warehouse, is: "answer", by: "runner", method: "createOrder", status: 200, body: JSON.stringify({ success: true, data: { warehouseOrderNumber: "BW-1" } }) },
  { ...warehouse, is: "answer", by: "runner", method: "createOrder", status: 503, body: JSON.stringify({ success: false, message: "OVERLOADED: repeat the call in a second" }) },
  { ...warehouse, is: "answer", by: "runner", method: "createOrder", status: 408, body: JSON.stringify({ success: false, message: "TIMED_OUT: the request did not arrive in time" }) },
  { ...warehouse, is: "request", by: "runner", method: "pushAsnInfo", ...json("pushAsnInfo", receipt) },
  { ...warehouse, is: "answer", by: "peer", method: "pushAsnInfo", status: 200, body: JSON.stringify({ success: "true" }) },
  {
    at: 1,
    protocol: protocolOf("pushOrder"),
    is: "request",
    by: "runner",
    method: "pushOrder",
    contentType: "application/x-www-form-urlencoded",
    body: new URLSearchParams(fieldsOf("pushOrder", { platform: "faults", ...contentOf(order, 1_772_330_584_000) })).toString()
  }
]

const { asnNumber: _, ...unnumbered } = receipt
const receiptOf = (content: object): Written => ({ ...warehouse, is: "request", by: "runner", method: "pushAsnInfo", ...json("pushAsnInfo", content) })
const answerOf = (status: number, body: string): Written => ({ ...warehouse, is: "answer", by: "runner", method: "createOrder", status, body })

/** One message each that no document allows. */
export const spoiled: ReadonlyArray<readonly [what: string, message: Written]> = [
  ["a receipt of the runner without the number of its order", receiptOf(unnumbered)],
  ["a receipt of the runner with a list in place of a number", receiptOf({ ...receipt, asnNumber: ["ASN-1", "ASN-2"] })],
  ["a receipt that is no JSON", { ...warehouse, is: "request", by: "runner", method: "pushAsnInfo", contentType: "application/json", body: "{" }],
  ["a receipt in a content type that the document does not have", { ...warehouse, is: "request", by: "runner", method: "pushAsnInfo", ...json("pushAsnInfo", receipt), contentType: "text/plain" }],
  ["a method that the document does not have", { ...warehouse, is: "request", by: "runner", method: "pushNothing", ...json("pushNothing", receipt) }],
  ["a success without what it must tell", answerOf(200, JSON.stringify({ success: true }))],
  ["an answer that is neither a success nor a failure", answerOf(200, JSON.stringify({ success: "perhaps" }))],
  ["a success under a status of failures", answerOf(503, JSON.stringify({ success: true, data: { warehouseOrderNumber: "BW-1" } }))],
  ["an answer with a status that the document does not have", answerOf(418, JSON.stringify({ success: false, message: "a teapot" }))],
  ["an answer without the body that is described", answerOf(408, "")],
  ["an answer that is no JSON", answerOf(200, "<html></html>")]
]
