/**
 * Builds receivers from the composition: the routes on which the runner plays the ERP.
 */
import type { Receiver } from "@crossdock/config"
import * as Redacted from "effect/Redacted"
import { callerSecretOf, type Checker, type EarlierSecret, earlierSecretOf, oneOf, type Problem, zoneOf } from "./Checker.ts"
import { profileOf, signings, type Written } from "./Links.ts"
import { shopProblems, shopText } from "./Shops.ts"

/** The routes on which the runner plays the ERP. */
export interface ConnectedReceiver {
  /** `receiver:<extraType>:<accessId>`. */
  readonly scope: string
  readonly extraType: string
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  /** Absent: the sender has one secret. */
  readonly earlierSecret?: EarlierSecret
  readonly signing: "strict" | "lenient"
  readonly profile: Written
  readonly timeZone: string
  /** The shop whose orders it receives; undefined: none. */
  readonly shop: Receiver["shop"]
}

/** Checks the profile of a receiver against the options of each protocol that it is for. */
const receiverProfileOf = (at: Checker, written: Receiver, path: string): Written => {
  for (const { receiving } of at.protocols.values()) {
    if (receiving?.profileFrom !== undefined && receiving.isFor(written)) profileOf(at, receiving.profileFrom, written.profile, path)
  }
  return written.profile ?? {}
}

export const receiverOf = (at: Checker, written: Receiver, path: string): ConnectedReceiver => {
  const { shop } = written
  if (shop !== undefined) for (const problem of shopProblems({ shop })) at.problem(`${path}${problem.path}`, problem.message)
  const secretKey = callerSecretOf(at, written.secretKey, `${path}/secretKey`)
  return {
    scope: `receiver:${written.extraType}:${written.accessId}`,
    extraType: written.extraType,
    accessId: written.accessId,
    secretKey,
    ...earlierSecretOf(at, written.earlierSecret, secretKey, `${path}/earlierSecret`),
    signing: oneOf(at, written.signing, signings, `${path}/signing`),
    profile: receiverProfileOf(at, written, `${path}/profile`),
    timeZone: zoneOf(at, written.timeZone, `${path}/timeZone`),
    shop
  }
}

/** Refuses receivers that could not be told apart by who sends an order: those with one accessId need the same secret and different shops. */
export const receiverProblems = (receivers: ReadonlyArray<ConnectedReceiver>): ReadonlyArray<Problem> =>
  receivers.flatMap((receiver, index): ReadonlyArray<Problem> => {
    const before = receivers.slice(0, index)
    if (before.some(({ scope }) => scope === receiver.scope)) {
      return [{ path: `/receivers/${index}`, message: "another receiver has the same type and accessId; remove one" }]
    }
    const { shop } = receiver
    const others = shop === undefined ? [] : before.filter((other) => other.accessId === receiver.accessId && other.shop !== undefined)
    return [
      ...others.some(({ secretKey }) => Redacted.value(secretKey) !== Redacted.value(receiver.secretKey))
        ? [{ path: `/receivers/${index}/secretKey`, message: `${receiver.accessId} has another secret in another receiver with a shop; use the same secret in both` }]
        : [],
      ...others.some((other) => shopText(other.shop!).join(" ") === shopText(shop!).join(" "))
        ? [{ path: `/receivers/${index}/shop`, message: "another receiver with the same accessId has this shop; remove one" }]
        : []
    ]
  })
