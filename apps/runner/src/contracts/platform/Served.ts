/**
 * The calls of a shop's callers, and the orders that senders report in the place of a shop.
 */
import type { PlatformV1 } from "@crossdock/core"
import type { Serving } from "@crossdock/protocols/kit"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Contracts from "../../Contracts.ts"
import { notStored, Refusal } from "../../engine/Refusal.ts"
import type { LinkCall, ServedContract } from "../ServedContract.ts"
import { Dispatch } from "./Dispatch.ts"
import { isOurs } from "./IssuedTokens.ts"
import { Reports } from "./Reports.ts"

/** A protocol without tokens has no `accessToken`. */
interface Info extends Serving.Info {
  readonly accessToken?: Redacted.Redacted
}

/** A token that is not ours is recorded, because the settings of the connection hold those of the platform. */
const foreignToken = ({ info }: LinkCall<Info>) =>
  info.accessToken === undefined || isOurs(info.accessToken)
    ? []
    : [{ where: "headers", path: "/accessToken", message: "is not a token that this link has issued; it is ignored" }]

/** `publicUrl` is the public address of this runner, if it has one. */
export const served = (publicUrl: URL | undefined) =>
  Effect.gen(function*() {
    const dispatch = yield* Dispatch
    const reports = yield* Reports
    return {
      contract: Contracts.platform.id,
      call: ({ info, link, operation, payload }) =>
        dispatch.call(link, operation as never, payload as never, { ...info, ...(publicUrl !== undefined && { ownAddress: publicUrl }) }),
      unforwarded: foreignToken,
      reads: ["accessToken"],
      endsLoops: true,
      receive: (scope, event, info) =>
        Effect.mapError(
          reports.receive(scope, event, info.content),
          (error) => error._tag === "DatabaseFailed" ? notStored : new Refusal({ code: "CONTENT_INVALID", path: error.path, message: error.message })
        )
    } satisfies ServedContract<Info, PlatformV1.Event>
  })
