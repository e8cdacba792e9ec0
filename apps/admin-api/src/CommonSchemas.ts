/**
 * Schemas that all parts of the API definition share.
 */
import { BooksV1 } from "@crossdock/books"
import { ErpV1, PlatformV1, WarehouseV1 } from "@crossdock/core"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { HttpApiSchema } from "effect/http-api"

/** The contract of a plugin. */
export const ContractId = Schema.Literals([WarehouseV1.contract.id, PlatformV1.contract.id, ErpV1.contract.id, BooksV1.contract.id])

/** ISO 8601 in UTC. */
export const Instant = Schema.DateTimeUtcFromString

export const described = (description: string) => ({ description })

/** A protocol of the house. */
export const ProtocolName = Schema.Literals(["warehouse", "gateway", "platform", "open-api"]).annotate(described("As links name it"))

/** From 1 to 1000. Default: 50. */
export const limit = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))
/** Cursor: `next` of the previous page. */
export const after = Schema.optionalKey(Schema.String)
/** Scope or id of a link. Default: the only link. */
export const link = Schema.optionalKey(Schema.String)

/**
 * A number in a path. What reads an address takes `.` and `..` for steps between folders, also where their dots are written as `%2E`, so a
 * number that is one of them is written as `%2E` or `%2E%2E` before it is encoded.
 */
export const PathNumber = Schema.String.pipe(Schema.decodeTo(Schema.String, SchemaTransformation.transform({
  decode: (written) => /^(?:%2E){1,2}$/i.test(written) ? written.replaceAll(/%2E/gi, ".") : written,
  encode: (number) => number === "." || number === ".." ? number.replaceAll(".", "%2E") : number
})))

export const page = <S extends Schema.Top>(item: S) =>
  Schema.Struct({ items: Schema.Array(item), next: Schema.optionalKey(Schema.String.annotate(described("Cursor: pass it as `after` to get the next page"))) })

/** A list of the most frequent causes, with how many others there are. */
export const causes = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    others: Schema.optionalKey(
      Schema.Struct({ causes: Schema.Int, count: Schema.Int.annotate(described("How many rows have these causes")) })
        .annotate(described("Causes that are not listed, because others are more frequent. Absent: all are listed"))
    )
  })

/** What somebody says who has to see personal data. Both are kept by the audit. */
export const revealing = {
  reason: Schema.NonEmptyString.check(Schema.isMaxLength(500)).annotate(described("Why you have to see personal data")),
  who: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Your name. Only the admin token needs it; accounts have one")))
}

/** What is wrong with a stored connection or link. */
export const problems = Schema.Array(Schema.Struct({
  path: Schema.String.annotate(described("JSON pointer into the stored value, such as /settings/serviceUrl")),
  message: Schema.String
}))

/** Of a removal. Default: false, and the request is refused while orders are open. */
export const abandoning = { abandonOpen: Schema.optionalKey(Schema.Boolean) }

/** Of something that is removed. */
export const openOrders = Schema.Int.annotate(described("Open orders whose status is no longer queried; their records are kept"))

/** Reports all problems at once, and refuses unknown members, so that no typing error goes unnoticed. */
export const wholly = { errors: "all", onExcessProperty: "error" } as const

export const created = HttpApiSchema.status(201)
