/** The messages of pushAuthorizationInfo, by which the ERP tells of a shop and where its orders go (spec 2 §2.12, §4B). */
import { CallerHeaders } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { define, platform, onlineShopId, response, shopId } from "./Response.ts"

export const pushAuthorizationInfo = define({
  method: "pushAuthorizationInfo",
  operation: "setShopAccess",
  request: Table.make("pushAuthorizationInfo", [
    platform,
    Table.required("customerId", Table.numberId),
    shopId,
    onlineShopId,
    Table.required("webHookUrl", Table.text, { is: "callbackUrl", byHand: [], isAnyCase: true, namedBy: "webHookMember" }),
    Table.required("status", Table.enumOf({ locked: ["LOCK"], unlocked: ["UNLOCK"] }), { is: "isLocked", byHand: [] })
  ], [{
    name: "webHookUrl is a secure address",
    on: "both",
    verdict: "refuse",
    check: ({ webHookUrl }, { webHookScheme }) =>
      CallerHeaders.isSecureUrl(URL.parse(webHookUrl), webHookScheme === "http")
        ? undefined
        : { path: "/webHookUrl", message: `is not a secure address; send one that begins with https://${webHookScheme === "http" ? " or http://" : ""} and has no user or password` }
  }]),
  answer: Table.make("pushAuthorizationInfo answer", [...response, shopId]),
  fromPayload: ({ callbackUrl, customerId, isLocked }) =>
    ({ webHookUrl: callbackUrl.href, status: isLocked ? "locked" : "unlocked", ...(customerId !== undefined && { customerId }) }) as never,
  toPayload: ({ customerId, status, webHookUrl }) => ({ isLocked: status === "locked", callbackUrl: new URL(webHookUrl), customerId }),
  fromAnswer: () => ({})
})
