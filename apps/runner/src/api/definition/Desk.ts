/**
 * The order desk in the admin API: a person holds or releases an order of a shop.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { described, link } from "./CommonSchemas.ts"
import { DeskDecision } from "./DeskDecision.ts"
import { Conflict, NotFound } from "./Errors.ts"

const params = { number: Schema.String }
const who = Schema.optionalKey(Schema.NonEmptyString.annotate(described("The name of the person, for the history")))

/** An order of a shop at the desk. */
export const DeskOrder = Schema.Struct({ scope: Schema.String, number: Schema.String, desk: DeskDecision })

export const DeskGroup = HttpApiGroup.make("desk").add(
  HttpApiEndpoint.post("hold", "/:number/hold", {
    params,
    query: { link },
    payload: Schema.Struct({ reason: Schema.NonEmptyString, who }),
    success: DeskOrder,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.post("release", "/:number/release", {
    params,
    query: { link },
    payload: Schema.Struct({ reason: Schema.optionalKey(Schema.NonEmptyString), who }),
    success: DeskOrder,
    error: [NotFound, Conflict]
  })
).prefix("/admin/desk")
