/**
 * What a delivery says. It is stored as its payload, and the peer's plugin prepares the content that is sent right before an
 * attempt, outside of any transaction. The content is stored with the outcome of an attempt that failed, so that later attempts
 * send the same bytes.
 */
import { AdapterError, type Operation } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Connections, Sender } from "../connection/Connections.ts"
import * as Redaction from "../connection/Redaction.ts"
import type { DatabaseFailed, Row } from "../store/Database.ts"
import * as StoredPhases from "../store/StoredPhases.ts"
import type { Vault } from "../store/Vault.ts"
import * as PayloadCache from "../engine/PayloadCache.ts"
import * as StoredJson from "../engine/StoredJson.ts"
import type { NotReady, PayloadCompletion } from "./PayloadCompletion.ts"

/** The context that is authenticated with the encrypted content of a delivery. */
export const contentPlace = (id: string): string => `delivery ${id}`
const payloadPlace = (id: string): string => `delivery ${id} payload`

/** SQL for the encrypted message of a delivery. It is empty if there is none, because the payload was not valid or was erased. */
export const sealedText = "coalesce(payload_sealed, content_sealed)"

/** The columns with the encrypted message of a delivery: its content if that is stored, and otherwise its payload. */
export const sealedColumns = "coalesce(payload_sealed, content_sealed) as sealed, case when payload_sealed is null then 0 else 1 end as is_payload"

/** SQL condition: the delivery has a message. One whose payload was not valid for its operation has none. */
export const hasSealed = `${sealedText} <> ''`

/** The context that is authenticated with what `sealedColumns` reads. */
export const sealedPlace = ({ id, is_payload }: Row): string => is_payload === 1 ? payloadPlace(id) : contentPlace(id)

/** A message that is being sent. */
export interface Message {
  /** Absent if the content was stored. */
  readonly payload?: unknown
  /** Absent until the plugin has prepared it. */
  content?: string
}

/** Why there is no message: it cannot be decrypted, what was decrypted is no payload of its operation, or none is stored. */
export type Unreadable = "sealed" | "schema" | "none"

/** A message that was never valid, or whose personal data was erased. */
const hasNone = ({ content_sealed, payload_sealed }: Row): boolean => payload_sealed === null && content_sealed === ""

/** What an operator is shown of a delivery. */
export interface Revealed {
  readonly payload?: string
  readonly content?: string
}

/** A payload that was encrypted a moment ago. */
interface Kept {
  readonly sealed: string
  readonly payload: unknown
}

/** The maximum total length of the encrypted payloads that are kept in memory until they are sent. */
const cachedCharacters = 4_000_000

/** Describes a failure in one sentence, without text of the peer that may quote personal data. */
export const toldOf = (cause: Cause.Cause<AdapterError.AdapterError>): string => {
  const error = Cause.findErrorOption(cause)
  return Option.isSome(error) ? AdapterError.describe(error.value.reason) : "a defect of the adapter"
}

const makeTexts = ({ payload: codec }: Operation.Any) => {
  const [write, encode] = [StoredJson.writer(codec), Schema.encodeOption(Schema.fromJsonString(codec))]
  return { encode: (payload: unknown) => write(payload) ?? Option.getOrUndefined(encode(payload)), decode: StoredJson.decoder(codec) }
}

const madeTexts = new WeakMap<Operation.Any, ReturnType<typeof makeTexts>>()
/** The codecs for the stored payload of an operation. Each is compiled once. */
const textsOf = (operation: Operation.Any): ReturnType<typeof makeTexts> => {
  const known = madeTexts.get(operation) ?? makeTexts(operation)
  madeTexts.set(operation, known)
  return known
}

/** Decrypts and decodes the payload of a row. */
export const payloadOf = (vault: Vault["Service"], row: Row, operation: Operation.Any) =>
  Effect.flatMap(vault.open(payloadPlace(row.id), row.payload_sealed), (text) =>
    Effect.flatMap(StoredJson.parsed(text), (stored) => textsOf(operation).decode(StoredPhases.upgraded(stored))))

export const make = (options: {
  readonly vault: Vault["Service"]
  readonly connections: Connections["Service"]
  readonly completion: PayloadCompletion["Service"]
}) => {
  const { completion, connections, vault } = options
  const cache = PayloadCache.make(cachedCharacters)

  /** Returns the message of a row, or why it has none. */
  const read = Effect.fnUntraced(function*(row: Row, operation: Operation.Any): Effect.fn.Return<Message | Unreadable, DatabaseFailed | NotReady> {
    if (hasNone(row)) return "none"
    if (row.payload_sealed === null) {
      const content = yield* Effect.option(vault.open(contentPlace(row.id), row.content_sealed))
      return Option.isSome(content) ? { content: content.value } : "sealed"
    }
    const kept = cache.take(row.id) as Kept | undefined
    if (kept !== undefined && kept.sealed === row.payload_sealed) return { payload: yield* completion.complete(row, kept.payload) }
    const opened = yield* Effect.result(payloadOf(vault, row, operation))
    if (Result.isFailure(opened)) return opened.failure._tag === "VaultRefused" ? "sealed" : "schema"
    return { payload: yield* completion.complete(row, opened.success) }
  })

  /** Lets the plugin prepare the content, once for each message. An exception that the plugin throws fails like a refusal of the payload. */
  const prepared = (row: Row, sender: Sender, operation: Operation.Any, message: Message): Effect.Effect<string, AdapterError.AdapterError> =>
    Effect.suspend(() => {
      if (message.content !== undefined) return Effect.succeed(message.content)
      const result = Result.try({ try: () => sender.prepare(operation, message.payload), catch: (defect) => defect })
      if (Result.isFailure(result)) {
        const text = Redaction.hiding(message.payload)(connections.hides(row.connection)(Cause.pretty(Cause.die(result.failure))))
        const reason = new AdapterError.RequestInvalid({ path: "/", message: "the plugin threw an error while it prepared this message; the log of the runner has the error" })
        return Effect.andThen(
          Effect.logError(`the plugin threw an error while it prepared a message: ${text}`).pipe(Effect.annotateLogs({ connection: row.connection })),
          Effect.fail(new AdapterError.AdapterError({ adapter: row.connection, operation: operation.name, reason }))
        )
      }
      return Effect.map(Effect.fromResult(result.success), ({ content }) => message.content = content)
    })

  /** Returns the operation of a row; `undefined` if this release does not support it. */
  const operationOf = (row: Row): Operation.Any | undefined => connections.contracts.operationOf(connections.get(row.connection)?.plugin, row.operation)

  return {
    operationOf,
    /** Returns the address that the receiver of a delivery has announced for it. */
    addressOf: completion.addressOf,
    /** Encrypts the payload of a new delivery. Returns `undefined` if it is no valid payload of the operation. */
    seal: (id: string, operation: Operation.Any, payload: unknown): string | undefined => {
      const text = textsOf(operation).encode(payload)
      if (text === undefined) return undefined
      const sealed = vault.seal(payloadPlace(id), text)
      cache.keep(id, { sealed, payload } satisfies Kept, sealed.length)
      return sealed
    },
    read,
    prepared,
    /** Encrypts the content of a message. */
    sealContent: (id: string, content: string): string => vault.seal(contentPlace(id), content),
    /** Returns what is stored of a message, and its content as the plugin prepares it now if it is not stored. */
    reveal: Effect.fnUntraced(function*(row: Row) {
      if (hasNone(row)) return {} satisfies Revealed
      if (row.payload_sealed === null) return { content: yield* vault.open(contentPlace(row.id), row.content_sealed) } satisfies Revealed
      const payload = yield* vault.open(payloadPlace(row.id), row.payload_sealed)
      const operation = operationOf(row)
      const content = operation === undefined ? undefined : yield* Effect.exit(Effect.flatMap(payloadOf(vault, row, operation), (decoded) =>
        Effect.flatMap(completion.complete(row, decoded), (completed) =>
          Effect.flatMap(connections.sender(row.connection), (sender) => prepared(row, sender, operation, { payload: completed })))).pipe(
        Effect.timeout("2 seconds")
      ))
      return { payload, ...(content !== undefined && Exit.isSuccess(content) && { content: content.value }) } satisfies Revealed
    })
  }
}

export type DeliveryContents = ReturnType<typeof make>
