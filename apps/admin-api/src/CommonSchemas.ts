/**
 * Schemas that all parts of the API definition share.
 */
import { BooksV1 } from "@crossdock/books"
import { ErpV1, PlatformV1, WarehouseV1 } from "@crossdock/core"
import * as Schema from "effect/Schema"

/** The contract of a plugin. */
export const ContractId = Schema.Literals([WarehouseV1.contract.id, PlatformV1.contract.id, ErpV1.contract.id, BooksV1.contract.id])

/** ISO 8601 in UTC. */
export const Instant = Schema.DateTimeUtcFromString

export const described = (description: string) => ({ description })

/** From 1 to 1000. Default: 50. */
export const limit = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))
/** Cursor: `next` of the previous page. */
export const after = Schema.optionalKey(Schema.String)
/** Scope or id of a link. Default: the only link. */
export const link = Schema.optionalKey(Schema.String)

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
