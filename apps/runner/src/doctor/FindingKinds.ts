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
  /** How it ends, in a few words: what a person does, or what it waits for. What is found says it with the names. */
  readonly ending: string
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
  AUTHORIZATION_REFUSED: { title: "The peer refuses to renew the credentials of a connection", ending: "Grant access again: `crossdock connections authorize`", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  BACKGROUND_MIGRATION: { title: "Rows of an earlier release are changed while the runner works", ending: "By itself, once every row is changed", foundBy: "runner", ends: { by: "itself" } },
  CANCELS_WAIT: { title: "Cancels have not reached the warehouse, so these orders may be shipped", ending: "By itself, once the warehouse answers", foundBy: "runner", ends: { by: "itself", page: inDoubt } },
  CLOCK: { title: "The clock of a machine differs from that of the database", ending: "Synchronize the clock of the machine with NTP", foundBy: "runner", ends: { by: "shell" } },
  COMPOSITION_INVALID: { title: "The composition is not valid", ending: "Correct the composition: `crossdock config check` lists the problems", foundBy: "doctor", ends: { by: "setting" } },
  CONNECTION_UNKNOWN: { title: "Deliveries wait for a connection that does not exist", ending: "Add the connection again, or cancel the deliveries", foundBy: "runner", ends: { by: "operation", operation: "deliveries.cancel", page: ({ id }) => address("/deliveries", { state: "Pending", connection: id }) } },
  DATABASE_CLOSED: { title: "The database does not answer or takes no writes: no order is accepted, and nothing is sent", ending: "Mend what the message names: the server, the network, the disk or the address", foundBy: "runner", ends: { by: "shell" } },
  DATABASE_DAMAGED: { title: "The database is damaged", ending: "Restore a backup", foundBy: "runner", ends: { by: "shell" } },
  DATABASE_READ_ONLY: { title: "The database is a read-only standby, so no order is accepted", ending: "Set DATABASE_URL to the primary, or promote the standby", foundBy: "doctor", ends: { by: "setting" } },
  DEAD_LETTERS: { title: "An endpoint refused messages for good; later ones of their orders wait behind them", ending: "Correct the cause, then send the messages again", foundBy: "runner", ends: { by: "operation", operation: "deliveries.replay", page: ({ id, option }) => address("/deliveries", { connection: id, cause: option("cause") }) } },
  DECIDED_BLIND: { title: "A person decided creates while the peer could not be asked, and the peer has not confirmed it yet", ending: "By itself, once the peer answers", foundBy: "runner", ends: { by: "itself", page: inDoubt } },
  DECIDED_WRONGLY: { title: "The peer contradicts the decision of a person: goods may leave twice, or although they were given up", ending: "Cancel at the peer what is not wanted, then decide the create again", foundBy: "runner", ends: { by: "operation", operation: "intents.decide", page: inDoubt } },
  DISK_FULL: { title: "The disk of the data folder is nearly full; when it is full, no order is accepted", ending: "Free space, or move the data folder", foundBy: "runner", ends: { by: "shell" } },
  DISK_REFUSES: { title: "The disk of the data folder cannot be written to", ending: "Repair the disk, or the permissions of the data folder", foundBy: "doctor", ends: { by: "shell" } },
  DISK_SLOW: { title: "Durable writes to the disk of the data folder are slow", ending: "Move the data folder to a local disk", foundBy: "doctor", ends: { by: "shell" } },
  DISK_SMALL: { title: "The disk of the data folder fills up", ending: "Free space, or move the data folder", foundBy: "runner", ends: { by: "shell" } },
  DOUBTFUL: { title: "It is not known whether the warehouse has orders", ending: "Look the orders up at the warehouse, and record what it has", foundBy: "runner", ends: { by: "operation", operation: "intents.decide", page: inDoubt } },
  DOUBTFUL_REFUSED: { title: "A peer answers creates with words that no setting lists, so their orders are in doubt", ending: "List the words in the settings of the connection, or decide the orders together", foundBy: "runner", ends: { by: "operation", operation: "intents.decideAll", page: inDoubt } },
  EARLIER_SECRET_USED: { title: "A caller still signs with its earlier secret, which ends soon", ending: "Give the caller its present secret", foundBy: "runner", ends: { by: "setting" } },
  ENDED_SECRET_USED: { title: "The calls of a caller are refused, because it signs with a secret that has ended", ending: "Give the caller its present secret, or a new one: `crossdock links rotate`", foundBy: "runner", ends: { by: "shell" } },
  ERP_ORDERS_DIFFER: { title: "Orders are at a warehouse as they were before a change in the ERP", ending: "Enter them anew in the ERP, or tell the warehouse of the change", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  ERP_ORDERS_NOT_CANCELLED: { title: "Orders that were cancelled in the ERP are not cancelled at the warehouse", ending: "Cancel them at the warehouse, or enter the return in the ERP", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  ERP_ORDERS_NOT_PLACED: { title: "Orders of an ERP were not placed at a warehouse", ending: "Correct the cause, and change the order in the ERP", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  ERP_ORDERS_NOT_READ: { title: "Orders exist in the ERP and could not be read", ending: "By itself, once the ERP shows them", foundBy: "runner", ends: { by: "itself", page: atConnection } },
  EXCHANGE_UNFINISHED: { title: "An exchange of credentials did not finish", ending: "Wait for the next exchange; if it is refused, `crossdock connections authorize`", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  FAILING: { title: "Every delivery to a connection fails", ending: "Correct what the endpoint answers: `crossdock deliveries ls --by cause` shows it", foundBy: "runner", ends: { by: "shell", page: ({ id }) => address("/deliveries", { state: "Pending", connection: id }) } },
  FILE_DAMAGED: { title: "The structure of the database file is damaged", ending: "Restore a backup", foundBy: "doctor", ends: { by: "shell" } },
  FOLDER_READ_ONLY: { title: "The data folder may not be written to", ending: "Start the runner as the user who owns the folder", foundBy: "runner", ends: { by: "shell" } },
  HELD: {
    title: "Orders wait for a row of the mapping or for a paused connection",
    ending: "Add the missing name: `crossdock maps set`; or resume the connection",
    foundBy: "runner",
    ends: ({ commands }) => commands.some((command) => command.startsWith("crossdock connections resume"))
      ? { by: "operation", operation: "connections.resume", page: atConnection }
      : { by: "shell", page: inDoubt }
  },
  INDEX_DAMAGED: { title: "An index of the database is damaged", ending: "Rebuild the file of the database; no data is lost", foundBy: "doctor", ends: { by: "shell" } },
  KEY_CHANGE_UNFINISHED: { title: "The change of the key of the secrets waits for a restart with the new key", ending: "Restart every node with the new key, then `crossdock secret-key finish`", foundBy: "runner", ends: { by: "shell" } },
  KEY_MISSING: { title: "The key of the secrets is missing", ending: "Put the file secret-key back, or set CROSSDOCK_SECRET_KEY", foundBy: "doctor", ends: { by: "setting" } },
  KEY_REFUSED: { title: "The secrets were encrypted with another key", ending: "Set CROSSDOCK_SECRET_KEY to the key of the first start", foundBy: "doctor", ends: { by: "setting" } },
  LOG_LARGE: { title: "The write-ahead log of the database grows", ending: "Stop the other program that has the file open", foundBy: "doctor", ends: { by: "shell" } },
  LOG_WITHOUT_INDEX: { title: "The write-ahead log of the database has no index", ending: "Start the runner, which rebuilds the index", foundBy: "doctor", ends: { by: "shell" } },
  MISFIT: { title: "A stored connection, link or subscription is not valid with the composition", ending: "Correct the composition, or change or remove what is stored", foundBy: "runner", ends: { by: "setting", page: () => "/connections" } },
  NEVER_STARTED: { title: "The database has no tables yet", ending: "Start the runner", foundBy: "doctor", ends: { by: "shell" } },
  NOT_AUTHORIZED: { title: "Nobody has authorized a connection yet", ending: "Grant access: `crossdock connections authorize`", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  NOT_READ: { title: "A part of the database cannot be read", ending: "Mend what the message names, such as the disk or the permissions", foundBy: "doctor", ends: { by: "shell" } },
  NOT_READY: { title: "The runner is not ready", ending: "Mend what the other findings name", foundBy: "runner", ends: { by: "shell" } },
  ORDERS_HELD: { title: "The order desk holds orders", ending: "Correct the cause, then release the orders", foundBy: "runner", ends: { by: "operation", operation: "desk.release", page: ({ option }) => address("/desk", { cause: option("cause") }) } },
  ORDERS_NOT_SHOWN: { title: "A warehouse does not show orders that it accepted", ending: "Look the orders up at the warehouse, and create again what it does not have", foundBy: "runner", ends: { by: "operation", operation: "intents.reopen", page: toLookAt } },
  ORDERS_STAND_STILL: { title: "A warehouse reports nothing new about orders", ending: "Ask the warehouse about the orders", foundBy: "runner", ends: { by: "shell", page: toLookAt } },
  OTHER_FOLDER: { title: "The runner that answers does not use this data folder", ending: "Set CROSSDOCK_DATA as that runner has it, or another CROSSDOCK_ADMIN_PORT", foundBy: "doctor", ends: { by: "setting" } },
  PAUSED: { title: "A connection is paused, and work waits for it", ending: "Correct the cause, then resume the connection", foundBy: "runner", ends: { by: "operation", operation: "connections.resume", page: atConnection } },
  PEER_FAILS: { title: "A peer answers no call", ending: "Have the peer answer again: `crossdock connections test` finds the cause", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  POLLS_FAIL: { title: "The polls of a connection fail, so news of orders arrives late", ending: "Correct the cause: `crossdock connections test` finds it", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  PORT_TAKEN: { title: "Another program uses a port of the runner", ending: "Stop that program, or set another port", foundBy: "doctor", ends: { by: "setting" } },
  REFUSED_AND_DONE: { title: "A peer has orders that it had refused", ending: "Tell the operator of the peer", foundBy: "runner", ends: { by: "shell", page: ({ argument }) => address("/search", { q: argument("orders show") }) } },
  RENEWAL_FAILS: { title: "The credentials of a connection cannot be renewed", ending: "By itself, once the peer answers", foundBy: "runner", ends: { by: "itself", page: atConnection } },
  RESTORED: { title: "The runner works on a restored backup and sends deliveries only when asked", ending: "Settle what is open, then end the restored mode", foundBy: "runner", ends: { by: "operation", operation: "runner.endRestore", page: () => "/findings" } },
  ROWS_SEALED_OTHERWISE: { title: "Rows of the database cannot be decrypted", ending: "Restore the rows from a backup", foundBy: "doctor", ends: { by: "shell" } },
  RUNNER_SILENT: { title: "A runner holds its data folder but does not answer", ending: "Set CROSSDOCK_ADMIN_PORT as the runner has it, or restart the runner", foundBy: "doctor", ends: { by: "shell" } },
  SCHEMA_NEWER: { title: "A newer release has changed the database", ending: "Start the newer release, or restore the backup from before the upgrade", foundBy: "doctor", ends: { by: "shell" } },
  SCHEMA_OLDER: { title: "The database is of a release from which this one does not upgrade", ending: "Upgrade by way of an earlier release", foundBy: "doctor", ends: { by: "shell" } },
  SECRETS_READABLE: { title: "Other users of the machine can read keys", ending: "Take the permissions of other users away: `chmod`", foundBy: "runner", ends: { by: "shell" } },
  SHOP_NOT_TOLD: { title: "A service does not take what it is told of a shop", ending: "Correct the settings, such as customerId or CROSSDOCK_PUBLIC_URL", foundBy: "runner", ends: { by: "setting", page: atConnection } },
  SHOP_ORDERS_NOT_TAKEN: { title: "Orders of a shop were not taken", ending: "Correct what each order lacks: `crossdock orders ls --to-look-at`", foundBy: "runner", ends: { by: "shell", page: () => address("/orders", { look: "1" }) } },
  STANDSTILL: { title: "Work is overdue, and the runner does not send it", ending: "Restart the runner; nothing is lost", foundBy: "runner", ends: { by: "shell", page: atConnection } },
  STOCK_DRIFT: { title: "The warehouse and the books have different numbers", ending: "Have the goods counted, then correct the books or the warehouse", foundBy: "runner", ends: { by: "shell", page: () => "/stock" } },
  STOCK_NOT_COMPARED: { title: "A warehouse could not be compared with the books", ending: "By itself, once the cause is corrected", foundBy: "runner", ends: { by: "itself", page: () => "/connections" } },
  STOCK_NOT_PUBLISHED: { title: "A shop is not told its stock, so it may sell what is not there", ending: "By itself, once the cause is corrected", foundBy: "runner", ends: { by: "itself", page: () => "/connections" } },
  STOCK_REFUSED: { title: "A shop does not take the stock of articles", ending: "Correct the articles in the shop, or the mapping", foundBy: "runner", ends: { by: "shell" } },
  STOCK_SHORT: { title: "A warehouse has fewer pieces than are reserved there, so it cannot ship orders", ending: "Have the goods counted, then cancel the orders or correct the stock", foundBy: "runner", ends: { by: "shell", page: () => "/stock" } },
  STOCK_UNTRACKED: { title: "A shop does not count the stock of articles of the books", ending: "Let the shop count the stock of these articles", foundBy: "runner", ends: { by: "shell" } },
  SUBSCRIPTION_FAILS: { title: "Registering for callbacks fails", ending: "Correct the cause, such as CROSSDOCK_PUBLIC_URL", foundBy: "runner", ends: { by: "setting", page: atConnection } },
  SUBSCRIPTION_LAPSED: { title: "A subscription to callbacks has expired", ending: "Start the runner with CROSSDOCK_PUBLIC_URL", foundBy: "runner", ends: { by: "setting", page: atConnection } },
  TABLE_DAMAGED: { title: "A table of the database is damaged", ending: "Restore a backup", foundBy: "doctor", ends: { by: "shell" } },
  TEST: { title: "This is a test of the notifier; nothing is wrong", ending: "By itself", foundBy: "test", ends: { by: "itself" } },
  WAITING: { title: "Work is overdue, and no runner is up", ending: "Start the runner", foundBy: "doctor", ends: { by: "shell" } }
} as const satisfies Readonly<Record<string, FindingKind>>

export type FindingCode = keyof typeof kinds

/** The rows by their codes. */
export const all: Readonly<Record<string, FindingKind>> = kinds
