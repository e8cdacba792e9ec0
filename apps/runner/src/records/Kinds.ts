/**
 * The kinds of records. Each contract hands in a row for each of its kinds; everything else about a record is the same code for
 * all of them.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The name of a kind. It begins the texts by which history, intents and deliveries name a record, so it is never changed. */
export type Kind = string

export interface KindRow {
  /** Lower-case letters and underscores; no two contracts have the same. */
  readonly kind: Kind
  /** The name of the operation that creates a record. Absent if only the peer creates such records. */
  readonly create?: string
  /** Returns true if a record in this phase changes no more. */
  readonly isEnded: (phase: string) => boolean
  /** True if a person should check a record that does not change for long. Default: false. */
  readonly mayStandStill?: boolean
  /** Returns true if polls ask a peer that offers these optional operations about open records of this kind. Absent: no peer is asked. */
  readonly isPolled?: (offers: ReadonlyArray<string>) => boolean
  /** True if goods are received against it in batches, which are counted. */
  readonly hasBatches?: boolean
  /** Reads the peer's own number from the stored response to the create; `undefined` if the response has none. */
  readonly peerNumberIn: (result: string) => string | undefined
  /** True if the record is an order for goods that are to arrive. */
  readonly isInboundOrder?: boolean
  /**
   * SQL for the `id` of each record that has one of the numbers, which it returns as `asked`, by what the number is. The numbers are the
   * parameters `places`. It is for numbers that other searches do not find.
   */
  readonly otherNumbers?: Readonly<Record<string, (places: ReadonlyArray<string>) => string>>
  /** Returns the numbers of other records that the stored request of a create names. */
  readonly namedIn?: (asked: string) => ReadonlyArray<string>
  /** Returns the numbers that records of this kind have, if they are about one of these orders and one of these parcels. */
  readonly numbersAbout?: (orders: ReadonlyArray<string>, trackingNumbers: ReadonlyArray<string>) => ReadonlyArray<string>
  /** What begins the names of the queues, beside its own, in which ERPs are told of a record. */
  readonly queues?: ReadonlyArray<string>
  /** Reads the number of the order in the same scope that a record with this number is about. */
  readonly orderIn?: (number: string) => string
  /** The table whose `content_sealed` has the content of a record that no create has, by its column `entity`. */
  readonly content?: {
    readonly table: string
    /** The schema of the content, which marks what is personal. */
    readonly schema: unknown
    /** The context that is authenticated with the sealed content. */
    readonly place: (scope: string, number: string) => string
  }
  /** The tables of the contract whose column `entity` is the id of a record. Retention deletes their rows with the record. */
  readonly tables?: ReadonlyArray<string>
}

/** Reads the peer's number from a member of the response to the create. */
export const numberAt = (member: string): KindRow["peerNumberIn"] => {
  const read = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ [member]: Schema.NonEmptyString })))
  return (result) => Option.getOrUndefined(read(result))?.[member]
}

export class Kinds extends Context.Service<Kinds, {
  readonly all: ReadonlyArray<KindRow>
  readonly of: (kind: Kind) => KindRow | undefined
  /** The kind of record that the messages of a queue are about, by what begins the name of the queue. */
  readonly ofQueue: (queue: string) => Kind
}>()("@crossdock/runner/records/Kinds") {
  static readonly layer = (rows: ReadonlyArray<KindRow>) => Layer.sync(Kinds, () => make(rows))
}

/** Throws if two rows have the same kind, or a name that SQL could not contain. */
export const make = (rows: ReadonlyArray<KindRow>): Kinds["Service"] => {
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  if (byKind.size < rows.length) throw new Error(`two contracts have a kind of the same name: ${rows.map(({ kind }) => kind).join(", ")}`)
  for (const name of rows.flatMap(({ create, kind, tables = [] }) => [...(create === undefined ? [] : [create]), kind, ...tables])) {
    if (!/^[A-Za-z_]+$/.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a kind, an operation or a table: write letters only`)
  }
  const byQueue = new Map(rows.flatMap(({ kind, queues = [] }) => queues.map((queue) => [queue, kind] as const)))
  return Kinds.of({ all: rows, of: (kind) => byKind.get(kind), ofQueue: (queue) => byQueue.get(queue) ?? queue })
}

/** The kind and number of a record as one text, by which history, reports, intents and deliveries refer to it. */
export const entityOf = (kind: Kind, number: string): string => `${kind}:${number}`

/** Splits such a text. */
export const parse = (entity: string): { readonly kind: Kind; readonly number: string } => {
  const at = entity.indexOf(":")
  return { kind: entity.slice(0, at), number: entity.slice(at + 1) }
}
