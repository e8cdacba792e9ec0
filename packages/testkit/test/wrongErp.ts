/**
 * ERP plugins that are wrong on purpose, each in one way, and the laws that find it.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError, ErpV1, type Operation } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { FaultName } from "../src/FaultInjection.ts"
import * as Right from "./rightErp.ts"

export interface Wrong {
  readonly message: string
  readonly changes: Right.Changes
  readonly breaks: ReadonlyArray<string>
  readonly settings?: Right.Settings
  /** Laws to look at; absent: all. */
  readonly only?: (law: string) => boolean
}

type Pushes = Right.Pushes

const pushes = (message: string, breaks: Wrong["breaks"], change: NonNullable<Right.Changes["pushes"]>): Wrong => ({ message, breaks, changes: { pushes: change } })

type Status = typeof ErpV1.ReceiveOutboundStatus.payload.Type
type Progress = typeof ErpV1.ReceiveInboundProgress.payload.Type

const telling = (message: string, breaks: Wrong["breaks"], change: (status: Status) => Status): Wrong =>
  pushes(message, breaks, ({ receiveOutboundStatus }) => ({
    receiveOutboundStatus: { ...receiveOutboundStatus, prepare: (status) => receiveOutboundStatus.prepare(change(status)) }
  }))

const progressing = (message: string, breaks: Wrong["breaks"], change: (progress: Progress) => Progress): Wrong =>
  pushes(message, breaks, ({ receiveInboundProgress }) => ({
    receiveInboundProgress: { ...receiveInboundProgress, prepare: (progress) => receiveInboundProgress.prepare(change(progress)) }
  }))

/** A push that is made anew for each attempt. */
const anew = <N extends keyof Pushes>(name: N): Wrong => {
  let count = 0
  return pushes(`makes ${name} anew for each attempt`, [`${name}/same-again`], (right) => {
    const push = right[name] as Operation.PreparedHandler<typeof ErpV1.ReceiveOutboundStatus>
    return {
      [name]: { ...push, deliver: (prepared: Operation.PreparedMessage, options: never) => push.deliver({ content: prepared.content.replace(/\}$/, `,"attempt":${count++}}`) }, options) }
    }
  })
}

const apiToken: object = { apiToken: "plain-text-token" }

export const all: ReadonlyArray<Wrong> = [
  {
    message: "does what it does not offer",
    changes: { offers: [], adapter: (adapter) => ({ ...adapter, call: () => Effect.void as never }) },
    only: (law) => law === "plugin/unoffered",
    breaks: ["plugin/unoffered"]
  },
  {
    message: "states the rate of an operation that it does not offer",
    changes: { adapter: (adapter) => ({ ...adapter, facts: { ...adapter.facts, limits: { rates: { listOutboundOrders: { perSecond: 1 } } } } }) },
    only: (law) => law === "plugin/rates",
    breaks: ["plugin/rates"]
  },
  (() => {
    let opened = 0
    return pushes("lets go of the ERP when it is opened again", ["plugin/opens-again"], ({ receiveOutboundStatus }) => {
      const mine = opened++
      return { receiveOutboundStatus: mine > 0 ? { ...receiveOutboundStatus, deliver: () => Effect.succeed({}) } : receiveOutboundStatus }
    })
  })(),
  { message: "keeps a secret as plain text", changes: {}, settings: { ...Right.settings, ...apiToken }, breaks: ["plugin/settings-secret"] },
  telling("rounds the warehouse's number", ["receiveOutboundStatus/told"], (status) => ({
    ...status,
    ...(status.warehouseOrderNumber !== undefined && { warehouseOrderNumber: String(BigInt(Number(status.warehouseOrderNumber))) })
  })),
  telling("tells no failure", ["receiveOutboundStatus/every-state"], (status) =>
    status.phase === "failed" ? { ...status, phase: "open" } : status),
  telling("tells an order that has arrived as one in progress", ["receiveOutboundStatus/delivered"], (status) =>
    status.phase === "delivered" ? { ...status, phase: "open" } : status),
  {
    message: "states that it takes orders that were closed short, and tells them as shipped",
    changes: { adapter: (adapter) => ({ ...adapter, facts: { ...adapter.facts, knowsClosedShort: true } }) },
    breaks: ["receiveOutboundStatus/closed-short"]
  },
  telling("shifts the moment of shipment", ["receiveOutboundStatus/moments"], (status) => ({
    ...status,
    ...(status.shippedAt && { shippedAt: DateTime.add(status.shippedAt, { hours: 3 }) })
  })),
  (() => {
    const told = new Set<string>()
    return pushes("tells of an order that has left once only", ["receiveOutboundStatus/further-parcel", "receiveOutboundStatus/same-again"], ({ receiveOutboundStatus }) => ({
      receiveOutboundStatus: {
        ...receiveOutboundStatus,
        deliver: (prepared, options) => {
          const { orderNumber, status } = JSON.parse(prepared.content) as { readonly orderNumber: string; readonly status: string }
          if (status === "SUCCESS" && told.has(orderNumber)) return Effect.succeed({})
          return Effect.tap(receiveOutboundStatus.deliver(prepared, options), () => Effect.sync(() => void told.add(orderNumber)))
        }
      }
    }))
  })(),
  anew("receiveOutboundStatus"),
  anew("receiveInboundProgress"),
  anew("receivePlatformOrder"),
  anew("receiveInboundAnnouncement"),
  anew("receiveShipments"),
  anew("receiveReturn"),
  anew("receiveRefund"),
  pushes("tells no freight of a refund", ["receiveRefund/told"], ({ receiveRefund }) => ({
    receiveRefund: {
      ...receiveRefund,
      prepare: ({ refund: { freight: _dropped, ...refund }, ...order }) => receiveRefund.prepare({ ...order, refund })
    }
  })),
  pushes("tells no condition of returned goods", ["receiveReturn/told"], ({ receiveReturn }) => ({
    receiveReturn: {
      ...receiveReturn,
      prepare: (returned) => receiveReturn.prepare({ ...returned, lines: returned.lines.map(({ condition: _dropped, ...line }) => line) })
    }
  })),
  pushes("names a document by its number alone", ["receiveShipments/told"], ({ receiveShipments }) => ({
    receiveShipments: { ...receiveShipments, prepare: (left) => receiveShipments.prepare({ ...left, document: { ...left.document, link: "any" } }) }
  })),
  pushes("tells a failed announcement as sent", ["receiveInboundAnnouncement/told"], ({ receiveInboundAnnouncement }) => ({
    receiveInboundAnnouncement: {
      ...receiveInboundAnnouncement,
      prepare: (announcement) => receiveInboundAnnouncement.prepare({ ...announcement, outcome: "sent" })
    }
  })),
  progressing("drops the name of the goods", ["receiveInboundProgress/told", "receiveInboundProgress/batches"], (progress) => ({
    ...progress,
    lines: progress.lines.map(({ name: _dropped, ...line }) => line)
  })),
  progressing("forgets the customer", ["receiveInboundProgress/told"], ({ customerCode: _dropped, ...progress }) => progress),
  progressing("numbers no batch", ["receiveInboundProgress/told", "receiveInboundProgress/batches"], ({ batchNo: _dropped, ...progress }) => progress),
  progressing("shifts the moment of a batch", ["receiveInboundProgress/moments"], (progress) => ({
    ...progress,
    updatedAt: DateTime.add(progress.updatedAt, { hours: 8 })
  })),
  pushes("writes the platform's order anew", ["receivePlatformOrder/told"], ({ receivePlatformOrder }) => ({
    receivePlatformOrder: {
      ...receivePlatformOrder,
      prepare: (order) => receivePlatformOrder.prepare({ ...order, raw: Redacted.make(JSON.stringify(JSON.parse(Redacted.value(order.raw)))) })
    }
  })),
  pushes("leaks the buyer in an error", ["plugin/personal-data"], ({ receivePlatformOrder }) => ({
    receivePlatformOrder: {
      ...receivePlatformOrder,
      deliver: (prepared, options) =>
        Effect.catchTag(receivePlatformOrder.deliver(prepared, options), "FaultUnlisted", ({ fault }) =>
          Effect.fail(new AdapterError.FaultUnlisted({ fault: { ...fault, message: `${fault.message} for ${prepared.content}` } })))
    }
  }))
]

export const isOf: Readonly<Partial<Record<FaultName, (reason: AdapterError.Reason) => boolean>>> = {
  offline: (reason) => reason._tag === "TransportFailed" && reason.phase === "connect",
  reset: (reason) => reason._tag === "TransportFailed" && reason.phase === "send",
  "lose-answer": (reason) => reason._tag === "TransportFailed" && reason.phase === "receive" && !String(reason.cause).includes("timeout"),
  slow: (reason) => reason._tag === "TransportFailed" && reason.phase === "receive" && String(reason.cause).includes("timeout"),
  html: (reason) => reason._tag === "PeerUnavailable",
  garbage: (reason) => reason._tag === "ResponseInvalid",
  "rate-limit": (reason) => reason._tag === "RateLimited",
  credential: (reason) => reason._tag === "CredentialRejected",
  "refuse-unlisted": (reason) => reason._tag === "FaultUnlisted",
  refuse: (reason) => reason._tag === "Rejected"
}

export const careless = (injection: FaultName): AdapterError.Reason =>
  injection === "offline" || injection === "rate-limit" || injection === "credential" || injection === "refuse"
    ? new AdapterError.TransportFailed({ phase: "receive", cause: "?" })
    : new AdapterError.Rejected({ fault: { code: "", message: "it did not work" } })

/** One plugin for each push and trouble that misjudges this push in this trouble. */
export const lies: ReadonlyArray<Wrong> = Object.values<Operation.Any>(BooksV1.contract.operations).filter(({ isPrepared }) => isPrepared).flatMap(({ name }) => {
  const wrapped = (right: Pushes, wrap: (call: Effect.Effect<void, AdapterError.Reason>) => Effect.Effect<void, AdapterError.Reason>) => {
    const push = right[name as keyof Pushes] as Operation.PreparedHandler<typeof ErpV1.ReceiveOutboundStatus>
    return { [name]: { ...push, deliver: (prepared: Operation.PreparedMessage, options: never) => wrap(push.deliver(prepared, options)) } }
  }
  const only = (law: string) => law.startsWith(`${name}/`)
  return [
    ...Object.entries(isOf).map(([injection, is]) => ({
      only,
      ...pushes(`misjudges ${name} in the trouble ${injection}`, [`${name}/${injection}`], (right) =>
        wrapped(right, (call) => Effect.mapError(call, (reason) => (is(reason) ? careless(injection as FaultName) : reason))))
    })),
    {
      only,
      ...pushes(`has no patience with ${name}`, [`${name}/drip`], (right) =>
        wrapped(right, (call) =>
          Effect.flatMap(Effect.andThen(Effect.zip(Clock.currentTimeMillis, Effect.zip(call, Clock.currentTimeMillis)), Effect.succeed), ([before, [, after]]) =>
            after - before < 5000 ? Effect.void : Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "too slow" })))))
    }
  ]
})
