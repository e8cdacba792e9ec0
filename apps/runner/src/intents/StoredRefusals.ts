/**
 * What the words mean today with which a peer has refused a create of unknown outcome: an operator may have listed them since, or changed
 * the setting `refusals` of the connection.
 */
import { AdapterError } from "@crossdock/core"
import { FaultRules } from "@crossdock/protocols/wire"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Connections } from "../connection/Connections.ts"
import { refusalsOf } from "../connection/RefusalSetting.ts"

export interface Meaning {
  readonly reason: AdapterError.Reason
  readonly words: "listed" | "unlisted"
}

const decodeListed = Schema.decodeUnknownOption(Schema.Struct({ listedFaults: FaultRules.FaultRules }))

/** `None`: the words prove nothing, or the create did not end with a refusal. */
export const meaningOf = (connections: Connections["Service"], connection: string, reason: AdapterError.Reason): Option.Option<Meaning> => {
  if (reason._tag !== "FaultUnlisted") return Option.none()
  const listed = Option.match(decodeListed(connections.get(connection)?.settings), {
    onNone: () => undefined,
    onSome: ({ listedFaults }) => FaultRules.toReason(listedFaults)(AdapterError.describe(reason))
  })
  // The peer's own fault is kept, because a text that is read again may be divided in another way.
  if (listed?._tag === "Rejected") return Option.some({ reason: new AdapterError.Rejected({ fault: reason.fault }), words: "listed" })
  return listed === undefined && refusalsOf(connections, connection) === "final" ? Option.some({ reason, words: "unlisted" }) : Option.none()
}
