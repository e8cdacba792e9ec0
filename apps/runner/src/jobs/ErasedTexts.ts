/**
 * The columns of texts that may quote a person, by table: how an erasure finds and writes them. A new column of such texts gets its place here.
 */

/** Which values find the rows of a table. */
export type By = "entities" | "firsts" | "subjects" | "deliveries"

/** Columns with text that may quote a person. The first parameters of `write` are the `key`, the others the `columns`. */
export interface ErasedText {
  readonly by: By
  readonly key: ReadonlyArray<string>
  readonly columns: ReadonlyArray<string>
  readonly read: string
  readonly write: string
}

export const texts: ReadonlyArray<ErasedText> = [
  {
    by: "entities",
    key: ["id"],
    columns: ["failed_reason", "tracking_url", "pieces", "told"],
    read: "select id, failed_reason, tracking_url, pieces, told from entity where id = $1",
    write: "update entity set failed_reason = $2, tracking_url = $3, pieces = $4, told = $5 where id = $1"
  },
  {
    by: "entities",
    key: ["entity"],
    columns: ["error", "result", "held_because"],
    read: "select entity, error, result, held_because from intent where entity = $1",
    write: "update intent set error = $2, result = $3, held_because = $4 where entity = $1"
  },
  {
    by: "entities",
    key: ["entity", "tracking_number"],
    columns: ["tracking_url"],
    read: "select entity, tracking_number, tracking_url from parcel where entity = $1",
    write: "update parcel set tracking_url = $3 where entity = $1 and tracking_number = $2"
  },
  {
    by: "entities",
    key: ["entity"],
    columns: ["because", "explanation", "person"],
    read: "select entity, because, explanation, person from desk_order where entity = $1",
    write: "update desk_order set because = $2, explanation = $3, person = $4 where entity = $1"
  },
  {
    by: "entities",
    key: ["number"],
    columns: ["because", "withdrawn"],
    read: "select number, because, withdrawn from desk_part where entity = $1",
    write: "update desk_part set because = $2, withdrawn = $3 where number = $1"
  },
  {
    by: "entities",
    key: ["part", "tracking_number"],
    columns: ["because"],
    read: "select part, tracking_number, because from desk_parcel where entity = $1",
    write: "update desk_parcel set because = $3 where part = $1 and tracking_number = $2"
  },
  {
    by: "entities",
    key: ["connection", "number"],
    columns: ["message"],
    read: "select connection, number, message from ready_order where entity = $1",
    write: "update ready_order set message = $3 where connection = $1 and number = $2"
  },
  {
    by: "firsts",
    key: ["id"],
    columns: ["detail"],
    read: "select id, detail from history where first_id = $1",
    write: "update history set detail = $2 where id = $1"
  },
  {
    by: "subjects",
    key: ["id"],
    columns: ["detail"],
    read: "select id, detail from attempt where subject = $1",
    write: "update attempt set detail = $2 where id = $1"
  },
  {
    by: "deliveries",
    key: ["seq"],
    columns: ["cause"],
    read: "select seq, cause from delivery where seq = $1",
    write: "update delivery set cause = $2 where seq = $1"
  }
]
