/**
 * Builds a signed request of the gateway protocol (document 2A).
 */
import { gatewaySha1 } from "@crossdock/protocols/signing"
import type * as Redacted from "effect/Redacted"

export interface Request {
  readonly url: URL
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: string
}

/** The address of an operation, which is the last segment of its path. */
export const addressOf = (base: URL, operation: string): URL => new URL(`${base.href.replace(/\/+$/, "")}/${encodeURIComponent(operation)}`)

/** Builds the request: the body is signed exactly as it is sent. */
export const request = (base: URL, operation: string, appKey: string, body: string, key: Redacted.Redacted): Request => ({
  url: addressOf(base, operation),
  headers: [
    ["content-type", "application/json"],
    ["appKey", appKey],
    ["sign", gatewaySha1.sign({ id: appKey, content: body }, key)]
  ],
  body
})
