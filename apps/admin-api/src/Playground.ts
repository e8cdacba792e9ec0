/**
 * The playground: what every operation of a protocol takes, and calls that are sent to the sandbox. The runner refuses a call that is not for a
 * link of the sandbox, whoever signs it.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Conflict, Invalid } from "./Errors.ts"
import { described, ProtocolName } from "./CommonSchemas.ts"

export const PlaygroundOperation = Schema.Struct({
  name: Schema.String.annotate(described("The method or service type, as the protocol writes it")),
  summary: Schema.String,
  path: Schema.String.annotate(described("Where it is sent")),
  schema: Schema.Json.annotate(described("JSON Schema of its content. References are to `definitions`")),
  example: Schema.String.annotate(described("A valid content for the sandbox, as JSON. What is created gets a new number each time"))
})
export type PlaygroundOperation = typeof PlaygroundOperation.Type

export const Playground = Schema.Struct({
  protocol: ProtocolName,
  id: Schema.optionalKey(Schema.String.annotate(described("The caller of a link of the sandbox. Absent: this runner has no such link"))),
  scope: Schema.optionalKey(Schema.String.annotate(described("The link"))),
  secret: Schema.optionalKey(Schema.String.annotate(described("Only the one that the documentation publishes, if the link has it. It is valid on this machine alone"))),
  address: Schema.optionalKey(Schema.String.annotate(described("Where callers reach this runner, if that is known"))),
  operations: Schema.Array(PlaygroundOperation),
  definitions: Schema.Record(Schema.String, Schema.Json)
})
export type Playground = typeof Playground.Type

export const PlaygroundAnswer = Schema.Struct({
  status: Schema.Int,
  headers: Schema.Array(Schema.Tuple([Schema.String, Schema.String])),
  body: Schema.String,
  millis: Schema.Int
})
export type PlaygroundAnswer = typeof PlaygroundAnswer.Type

const text = Schema.String.check(Schema.isMaxLength(131_072))

export const PlaygroundGroup = HttpApiGroup.make("playground").add(
  HttpApiEndpoint.get("show", "/:protocol", { params: { protocol: ProtocolName }, success: Playground }),
  HttpApiEndpoint.post("send", "/:protocol/send", {
    params: { protocol: ProtocolName },
    payload: Schema.Struct({
      path: Schema.NonEmptyString.check(Schema.isMaxLength(2048)),
      headers: Schema.Array(Schema.Tuple([Schema.String, text])).check(Schema.isMaxLength(50)),
      body: text.annotate(described("Signed by the caller"))
    }),
    success: PlaygroundAnswer,
    error: [Invalid, Conflict]
  })
).prefix("/admin/playground")
