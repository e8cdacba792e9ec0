/**
 * What a suite of `erp/v1` is given beside the plugin: everything that the ERP ever took, read at the ERP itself, and
 * how it can be brought into trouble.
 */
import type { ErpV1, InboundOrder, OutboundOrder, PlatformOrder } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import type { Capability } from "../Law.ts"
import type { FaultInjection, FaultName } from "../FaultInjection.ts"

type Status = typeof OutboundOrder.OutboundStatus.Encoded
type Progress = typeof InboundOrder.InboundProgress.Encoded
type Platform = typeof PlatformOrder.PlatformOrder.Encoded

export type StatusMember = keyof Status
export type ProgressMember = keyof Progress

/** One message as the ERP took it, in our words and as plain values: moments as text. */
export type Received =
  | { readonly kind: "outbound"; readonly fields: Partial<Status> & Pick<Status, "orderNumber">; readonly content: string }
  | { readonly kind: "inbound"; readonly fields: Partial<Progress> & Pick<Progress, "asnNumber">; readonly content: string }
  | { readonly kind: "platform"; readonly fields: Partial<Platform> & Pick<Platform, "onlineOrderId">; readonly content: string }

export interface SuiteFixture<R = never> {
  /** Every message that the ERP took, repeats too, in order. `content` is the text that carried it. */
  readonly received: Effect.Effect<ReadonlyArray<Received>, unknown, R>
  /** Which members of a status the ERP's API has a place for; absent: it is not known what it was told. */
  readonly carriesStatus?: ReadonlyArray<StatusMember>
  readonly carriesProgress?: ReadonlyArray<ProgressMember>
  readonly faults?: (injection: FaultName, operation: ErpV1.OperationName) => FaultInjection<R> | undefined
  /** How many requests the ERP has received. */
  readonly requests?: Effect.Effect<number, unknown, R>
  /** Needed when the plugin offers `receivePlatformOrder`. */
  readonly platformOrder?: (onlineOrderId: string) => PlatformOrder.PlatformOrder
  /** Begins every number that the laws make up. */
  readonly numbers?: string
  /** The zone of the connection that the plugin is opened for. Absent: UTC+8. */
  readonly timeZone?: string
}

/** The members of the callbacks of document 1. */
export const statusMembers: ReadonlyArray<StatusMember> = [
  "orderNumber",
  "warehouseOrderNumber",
  "warehouseCode",
  "onlineOrderId",
  "customerCode",
  "phase",
  "status",
  "carrierName",
  "trackingNumber",
  "shippedAt",
  "failedReason",
  "lines"
]

export const progressMembers: ReadonlyArray<ProgressMember> = [
  "asnNumber",
  "warehouseCode",
  "customerCode",
  "phase",
  "referenceNumber",
  "finishedAt",
  "updatedAt",
  "lines",
  "batchNo"
]

type Part<T> = Capability<SuiteFixture<unknown>, T>

export const can = {
  carriesStatus: { name: "carriesStatus", of: ({ carriesStatus }) => carriesStatus } satisfies Part<ReadonlyArray<StatusMember>>,
  carriesProgress: { name: "carriesProgress", of: ({ carriesProgress }) => carriesProgress } satisfies Part<ReadonlyArray<ProgressMember>>,
  platformOrder: { name: "platformOrder", of: ({ platformOrder }) => platformOrder } satisfies Part<NonNullable<SuiteFixture["platformOrder"]>>,
  injection: (injection: FaultName, operation: ErpV1.OperationName): Part<FaultInjection<unknown>> => ({
    name: `faults: ${injection}`,
    of: (fixture) => fixture.faults?.(injection, operation)
  })
} as const
