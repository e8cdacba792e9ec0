/**
 * Mapping tables between the names of the ERP and of the peer, and names that are not mapped yet.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Conflict, NotFound, PeerFailed } from "./Errors.ts"
import { after, described, Instant, limit, link, page } from "./CommonSchemas.ts"

export const MapKind = Schema.Literals(["warehouse", "channel", "sku", "platform", "shop", "asnType"])
export type MapKind = typeof MapKind.Type

export const MapRow = Schema.Struct({
  link: Schema.String,
  kind: MapKind,
  ours: Schema.String,
  theirs: Schema.String,
  source: Schema.String.annotate(described("Source of the row: person, file or peer"))
})
export type MapRow = typeof MapRow.Type

export const MapChange = Schema.Struct({
  link: Schema.String,
  rows: Schema.Int.annotate(described("Number of rows written or removed")),
  released: Schema.Int.annotate(described("Number of orders that waited for a name and now continue")),
  notes: Schema.Array(Schema.String).annotate(described("Warnings, such as several ERP names for one name of the peer"))
})
export type MapChange = typeof MapChange.Type

const PreviewedRow = { kind: MapKind, ours: Schema.String, theirs: Schema.String }

/** What an import would change. It removes no row. */
export const MapPreview = Schema.Struct({
  link: Schema.String,
  added: Schema.Int,
  changed: Schema.Int,
  same: Schema.Int.annotate(described("Number of rows that are there already")),
  rows: Schema.Array(Schema.Struct({ ...PreviewedRow, before: Schema.optionalKey(Schema.String.annotate(described("The name of the peer that the row has now. Absent: it is new"))) }))
    .annotate(described("The first rows that are new or changed, at most 200, the changed ones first"))
})
export type MapPreview = typeof MapPreview.Type

export const MapFill = Schema.Struct({
  link: Schema.String,
  kind: MapKind,
  found: Schema.Int.annotate(described("Number of names that the peer lists")),
  added: Schema.Int,
  kept: Schema.Int.annotate(described("Number of names that had a row already; no row is overwritten")),
  others: Schema.Int.annotate(described("Number of names that belong to other links of the connection")),
  released: Schema.Int
})
export type MapFill = typeof MapFill.Type

export const Suggestion = Schema.Struct({ theirs: Schema.String, similarity: Schema.Finite })

export const Unmatched = Schema.Struct({
  link: Schema.String,
  kind: MapKind,
  side: Schema.Literals(["erp", "warehouse"]).annotate(described("erp: an ERP used the name; warehouse: the warehouse has stock under it")),
  name: Schema.String,
  times: Schema.Int,
  lastAt: Instant,
  suggestions: Schema.Array(Suggestion).annotate(described("Similar names of the peer, the most similar first; none is applied automatically"))
})
export type Unmatched = typeof Unmatched.Type

export const UnmatchedList = Schema.Struct({
  ...page(Unmatched).fields,
  notes: Schema.Array(Schema.String).annotate(described("Why a list of the peer could not be read for suggestions"))
})

export const MapRows = page(MapRow)

export const MapsGroup = HttpApiGroup.make("maps").add(
  HttpApiEndpoint.get("list", "/", {
    query: { link, kind: Schema.optionalKey(MapKind), q: Schema.optionalKey(Schema.String.annotate(described("Only rows of which one of the names has this text, in capitals or not"))), limit, after },
    success: MapRows,
    error: NotFound
  }),
  HttpApiEndpoint.put("set", "/", {
    payload: Schema.Struct({ link, kind: MapKind, ours: Schema.NonEmptyString, theirs: Schema.NonEmptyString }),
    success: MapChange,
    error: NotFound
  }),
  HttpApiEndpoint.delete("remove", "/", {
    query: { link, kind: MapKind, ours: Schema.NonEmptyString },
    success: MapChange,
    error: NotFound
  }),
  HttpApiEndpoint.post("import", "/import", {
    payload: Schema.Struct({ link, csv: Schema.String.annotate(described("CSV with a header and the columns kind, ours and theirs, in any order")) }),
    success: MapChange,
    error: NotFound
  }),
  HttpApiEndpoint.post("preview", "/preview", {
    payload: Schema.Struct({ link, csv: Schema.String.annotate(described("As for an import; nothing is changed")) }),
    success: MapPreview,
    error: NotFound
  }),
  HttpApiEndpoint.get("export", "/export", {
    query: { link, kind: Schema.optionalKey(MapKind) },
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
    error: NotFound
  }),
  HttpApiEndpoint.post("fillFromPeer", "/fill", {
    payload: Schema.Struct({ link, kind: Schema.Literals(["warehouse", "channel", "sku"]) }),
    success: MapFill,
    error: [NotFound, Conflict, PeerFailed]
  }),
  HttpApiEndpoint.get("unmatched", "/unmatched", { query: { link, limit, after }, success: UnmatchedList, error: NotFound })
).prefix("/admin/maps")
