/**
 * `authorize`: the code `sandbox` is exchanged for a token, any other is refused.
 */
import { AdapterError, type Operation, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

const { Rejected } = AdapterError

export const authorize: Operation.Handler<typeof WarehouseV1.Authorize> = ({ values }) => {
  const code = values.code
  return code !== undefined && Redacted.value(code) === "sandbox"
    ? Effect.succeed({ values: { token: Redacted.make("sandbox-token") } })
    : Effect.fail(new Rejected({ fault: { code: "CODE_UNKNOWN", message: "the sandbox knows the code sandbox alone" } }))
}
