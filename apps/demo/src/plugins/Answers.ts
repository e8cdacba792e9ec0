/**
 * The HTTP answers of the people in the demo, who act by calls to the callback address of their connection.
 */
import type { AdapterError, SqlStorage, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The people of the demo prove by this key who they are. The demo runs on loopback only. */
export const key = "sandbox-secret"

const answer = (status: number, value: unknown): Transport.Response => ({ status, headers: [["content-type", "application/json"]], body: JSON.stringify(value) })

/** Answers with what the work returns, or with the reason why it failed. */
export const answering = (
  request: Transport.Request,
  work: Effect.Effect<unknown, AdapterError.Reason | Schema.SchemaError | SqlStorage.StorageFailed>
): Effect.Effect<Transport.Response> =>
  request.headers.some(([name, value]) => name.toLowerCase() === "authorization" && value === `Bearer ${key}`)
    ? Effect.match(work, {
      onSuccess: (value) => answer(200, value ?? {}),
      onFailure: (error) => answer(409, { problem: "fault" in error && error.fault !== undefined ? `${error.fault.code}: ${error.fault.message}` : error._tag })
    })
    : Effect.succeed(answer(401, { problem: "the key is wrong" }))

/** What a person sends, read as JSON of a shape. */
export const said = <A, I>(shape: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(shape))
  return ({ body }: Transport.Request) => decode(body ?? "")
}
