/**
 * Every finding that there is, in one table: what its code says, who can find it, and how it is ended: in the console, and on which of
 * its pages, or by a command. A finding whose code has no row does not compile.
 */
import type { access } from "@crossdock/admin-api"

/** Group and name of an operation of the admin API, such as `connections.resume`. */
export type Operation = { readonly [G in keyof typeof access]: `${G}.${keyof (typeof access)[G] & string}` }[keyof typeof access]

/** What a page of the console is chosen by. */
export interface About {
  /** The id of the connection, the scope of the link, or the place that the finding is about. */
  readonly id: string
  /** The commands that its text tells to type. */
  readonly commands: ReadonlyArray<string>
  /** The value of a flag in them, such as `cause`. */
  readonly option: (name: string) => string | undefined
  /** What follows after the words of one of them, such as `orders show`. */
  readonly argument: (words: string) => string | undefined
}

export interface Ends {
  /**
   * `operation`: a person ends it in the console, by this operation of the admin API. `setting`: a setting of the runner or of a peer is
   * changed. `shell`: a command is typed, or something is done at the machine or at a peer. `itself`: it ends by itself.
   */
  readonly by: "operation" | "setting" | "shell" | "itself"
  readonly operation?: Operation
  /** The page of the console on which it is ended, or on which more of it is seen. */
  readonly page?: (about: About) => string
}

export interface FindingKind {
  /** One sentence for messages that leave the runner. It quotes nobody, so no message has personal data. */
  readonly title: string
  /** `runner`: a runner that is up finds it, and so does the doctor. `doctor`: only `crossdock doctor` does. `test`: nobody, it tests who is told. */
  readonly foundBy: "runner" | "doctor" | "test"
  readonly ends: Ends | ((about: About) => Ends)
}

const address = (page: string, search: Readonly<Record<string, string | undefined>>): string => {
  const chosen = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== "") chosen.set(name, value)
  return chosen.size === 0 ? page : `${page}?${chosen.toString()}`
}

const atConnection = ({ id }: About): string => `/connections/${encodeURIComponent(id)}`
const inDoubt = ({ id }: About): string => address("/doubt", { connection: id })
const toLookAt = ({ id }: About): string => address("/orders", { warehouse: id, look: "1" })

export const kinds = {
  AUTHORIZATION_REFUSED: { title: "The peer refuses to renew the credentials of a connection", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  BACKGROUND_MIGRATION: { title: "Rows of an earlier release are changed while the runner works", foundBy: "runner", ends: { by: "itself" } },
  CANCELS_WAIT: { title: "Cancels have not reached the warehouse, so these orders may be shipped", foundBy: "runner", ends: { by: "itself", page: inDoubt } },
  CLOCK: { title: "The clock of a machine differs from that of the database", foundBy: "runner", ends: { by: "shell" } },
  COMPOSITION_INVALID: { title: "The composition is not valid", foundBy: "doctor", ends: { by: "setting" } },
  CONNECTION_UNKNOWN: { title: "Deliveries wait for a connection that does not exist", foundBy: "runner", ends: { by: "operation", operation: "deliveries.cancel", page: ({ id }) => address("/deliveries", { state: "Pending", connection: id }) } },
  DATABASE_CLOSED: { title: "The database does not answer or takes no writes: no order is accepted, and nothing is sent", foundBy: "runner", ends: { by: "shell" } },
  DATABASE_DAMAGED: { title: "The database is damaged", foundBy: "runner", ends: { by: "shell" } },
  DATABASE_READ_ONLY: { title: "The database is a read-only standby, so no order is accepted", foundBy: "runner", ends: { by: "setting" } },
  DEAD_LETTERS: { title: "An endpoint refused messages for good; later ones of their orders wait behind them", foundBy: "runner", ends: { by: "operation", operation: "deliveries.replay", page: ({ id, option }) => address("/deliveries", { connection: id, cause: option("cause") }) } },
  DECIDED_BLIND: { title: "A person decided creates while the peer could not be asked, and the peer has not confirmed it yet", foundBy: "runner", ends: { by: "itself", page: inDoubt } },
  DECIDED_WRONGLY: { title: "The peer contradicts the decision of a person: goods may leave twice, or although they were given up", foundBy: "runner", ends: { by: "operation", operation: "intents.decide", page: inDoubt } },
  DISK_FULL: { title: "The disk of the data folder is nearly full; when it is full, no order is accepted", foundBy: "runner", ends: { by: "shell" } },
  DISK_REFUSES: { title: "The disk of the data folder cannot be written to", foundBy: "doctor", ends: { by: "shell" } },
  DISK_SLOW: { title: "Durable writes to the disk of the data folder are slow", foundBy: "doctor", ends: { by: "shell" } },
  DISK_SMALL: { title: "The disk of the data folder fills up", foundBy: "runner", ends: { by: "shell" } },
  DOUBTFUL: { title: "It is not known whether the warehouse has orders", foundBy: "runner", ends: { by: "operation", operation: "intents.decide", page: inDoubt } },
  DOUBTFUL_REFUSED: { title: "A peer answers creates with words that no setting lists, so their orders are in doubt", foundBy: "runner", ends: { by: "operation", operation: "intents.decideAll", page: inDoubt } },
  EARLIER_SECRET_USED: { title: "A caller still signs with its earlier secret, which ends soon", foundBy: "runner", ends: { by: "setting" } },
  ENDED_SECRET_USED: { title: "The calls of a caller are refused, because it signs with a secret that has ended", foundBy: "runner", ends: { by: "shell" } },
  ERP_ORDERS_DIFFER: { title: "Orders are at a warehouse as they were before a change in the ERP", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  ERP_ORDERS_NOT_CANCELLED: { title: "Orders that were cancelled in the ERP are not cancelled at the warehouse", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  ERP_ORDERS_NOT_PLACED: { title: "Orders of an ERP were not placed at a warehouse", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  ERP_ORDERS_NOT_READ: { title: "Orders exist in the ERP and could not be read", foundBy: "runner", ends: { by: "itself", page: atConnection } },
  EXCHANGE_UNFINISHED: { title: "An exchange of credentials did not finish", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  FAILING: { title: "Every delivery to a connection fails", foundBy: "runner", ends: { by: "shell", page: ({ id }) => address("/deliveries", { state: "Pending", connection: id }) } },
  FILE_DAMAGED: { title: "The structure of the database file is damaged", foundBy: "doctor", ends: { by: "shell" } },
  FOLDER_READ_ONLY: { title: "The data folder may not be written to", foundBy: "runner", ends: { by: "shell" } },
  HELD: {
    title: "Orders wait for a row of the mapping or for a paused connection",
    foundBy: "runner",
    ends: ({ commands }) => commands.some((command) => command.startsWith("crossdock connections resume"))
      ? { by: "operation", operation: "connections.resume", page: atConnection }
      : { by: "shell", page: inDoubt }
  },
  INDEX_DAMAGED: { title: "An index of the database is damaged", foundBy: "doctor", ends: { by: "shell" } },
  KEY_CHANGE_UNFINISHED: { title: "The change of the key of the secrets waits for a restart with the new key", foundBy: "runner", ends: { by: "shell" } },
  KEY_MISSING: { title: "The key of the secrets is missing", foundBy: "doctor", ends: { by: "setting" } },
  KEY_REFUSED: { title: "The secrets were encrypted with another key", foundBy: "doctor", ends: { by: "setting" } },
  LOG_LARGE: { title: "The write-ahead log of the database grows", foundBy: "doctor", ends: { by: "shell" } },
  LOG_WITHOUT_INDEX: { title: "The write-ahead log of the database has no index", foundBy: "doctor", ends: { by: "shell" } },
  MISFIT: { title: "A stored connection, link or subscription is not valid with the composition", foundBy: "runner", ends: { by: "setting", page: () => "/connections" } },
  NEVER_STARTED: { title: "The database has no tables yet", foundBy: "doctor", ends: { by: "shell" } },
  NOT_AUTHORIZED: { title: "Nobody has authorized a connection yet", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  NOT_READ: { title: "A part of the database cannot be read", foundBy: "doctor", ends: { by: "shell" } },
  NOT_READY: { title: "The runner is not ready", foundBy: "runner", ends: { by: "shell" } },
  ORDERS_HELD: { title: "The order desk holds orders", foundBy: "runner", ends: { by: "operation", operation: "desk.release", page: ({ option }) => address("/desk", { cause: option("cause") }) } },
  ORDERS_NOT_SHOWN: { title: "A warehouse does not show orders that it accepted", foundBy: "runner", ends: { by: "operation", operation: "intents.reopen", page: toLookAt } },
  ORDERS_STAND_STILL: { title: "A warehouse reports nothing new about orders", foundBy: "runner", ends: { by: "shell", page: toLookAt } },
  OTHER_FOLDER: { title: "The runner that answers does not use this data folder", foundBy: "doctor", ends: { by: "setting" } },
  PAUSED: { title: "A connection is paused, and work waits for it", foundBy: "runner", ends: { by: "operation", operation: "connections.resume", page: atConnection } },
  PEER_FAILS: { title: "A peer answers no call", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  POLLS_FAIL: { title: "The polls of a connection fail, so news of orders arrives late", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  PORT_TAKEN: { title: "Another program uses a port of the runner", foundBy: "doctor", ends: { by: "setting" } },
  REFUSED_AND_DONE: { title: "A peer has orders that it had refused", foundBy: "runner", ends: { by: "shell", page: ({ argument }) => address("/search", { q: argument("orders show") }) } },
  RENEWAL_FAILS: { title: "The credentials of a connection cannot be renewed", foundBy: "runner", ends: { by: "itself", page: atConnection } },
  RESTORED: { title: "The runner works on a restored backup and sends deliveries only when asked", foundBy: "runner", ends: { by: "operation", operation: "runner.endRestore", page: () => "/findings" } },
  ROWS_SEALED_OTHERWISE: { title: "Rows of the database cannot be decrypted", foundBy: "doctor", ends: { by: "shell" } },
  RUNNER_SILENT: { title: "A runner holds its data folder but does not answer", foundBy: "doctor", ends: { by: "shell" } },
  SCHEMA_NEWER: { title: "A newer release has changed the database", foundBy: "doctor", ends: { by: "shell" } },
  SCHEMA_OLDER: { title: "The database is of a release from which this one does not upgrade", foundBy: "doctor", ends: { by: "shell" } },
  SECRETS_READABLE: { title: "Other users of the machine can read keys", foundBy: "runner", ends: { by: "shell" } },
  SHOP_NOT_TOLD: { title: "A service does not take what it is told of a shop", foundBy: "runner", ends: { by: "setting", page: atConnection } },
  SHOP_ORDERS_NOT_TAKEN: { title: "Orders of a shop were not taken", foundBy: "runner", ends: { by: "shell", page: () => address("/orders", { look: "1" }) } },
  STANDSTILL: { title: "Work is overdue, and the runner does not send it", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  STOCK_DRIFT: { title: "The warehouse and the books have different numbers", foundBy: "runner", ends: { by: "shell", page: () => "/stock" } },
  STOCK_NOT_COMPARED: { title: "A warehouse could not be compared with the books", foundBy: "runner", ends: { by: "itself", page: () => "/connections" } },
  STOCK_NOT_PUBLISHED: { title: "A shop is not told its stock, so it may sell what is not there", foundBy: "runner", ends: { by: "itself", page: () => "/connections" } },
  STOCK_REFUSED: { title: "A shop does not take the stock of articles", foundBy: "runner", ends: { by: "shell" } },
  STOCK_SHORT: { title: "A warehouse has fewer pieces than are reserved there, so it cannot ship orders", foundBy: "runner", ends: { by: "shell", page: () => "/stock" } },
  STOCK_UNTRACKED: { title: "A shop does not count the stock of articles of the books", foundBy: "runner", ends: { by: "shell" } },
  SUBSCRIPTION_FAILS: { title: "Registering for callbacks fails", foundBy: "runner", ends: { by: "setting", page: atConnection } },
  SUBSCRIPTION_LAPSED: { title: "A subscription to callbacks has expired", foundBy: "runner", ends: { by: "setting", page: atConnection } },
  TABLE_DAMAGED: { title: "A table of the database is damaged", foundBy: "doctor", ends: { by: "shell" } },
  TEST: { title: "This is a test of the notifier; nothing is wrong", foundBy: "test", ends: { by: "itself" } },
  WAITING: { title: "Work is overdue, and no runner is up", foundBy: "doctor", ends: { by: "shell" } }
} as const satisfies Readonly<Record<string, FindingKind>>

export type FindingCode = keyof typeof kinds

/** The rows by their codes. */
export const all: Readonly<Record<string, FindingKind>> = kinds
