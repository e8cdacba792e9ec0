/**
 * Translates an error of the database into what is wrong and what an operator can do.
 */

export interface DatabaseErrorDiagnosis {
  readonly is: "damaged" | "full" | "disk" | "read-only" | "busy" | "away" | "closed" | "other"
  readonly message: string
}

const damaged: DatabaseErrorDiagnosis = { is: "damaged", message: "it is damaged; run `crossdock doctor` to find out where" }
const readOnly: DatabaseErrorDiagnosis = { is: "read-only", message: "it is read-only; correct the permissions of its file and folder, or the server in DATABASE_URL" }
const full: DatabaseErrorDiagnosis = { is: "full", message: "it is full; free space on its disk" }
const busy: DatabaseErrorDiagnosis = { is: "busy", message: "another process has locked it; end that process's transaction" }
const away: DatabaseErrorDiagnosis = { is: "away", message: "its server does not answer; check the server and the network" }
const refusing: DatabaseErrorDiagnosis = { is: "closed", message: "its server refuses the login; correct DATABASE_URL" }

/** Keys are the primary result codes of SQLite: the lower eight bits of the extended code. */
const sqlite: Readonly<Record<number, DatabaseErrorDiagnosis>> = {
  5: busy,
  6: busy,
  8: readOnly,
  10: { is: "disk", message: "its disk fails, is full, or a quota is used up; check the disk" },
  11: damaged,
  13: full,
  14: { is: "disk", message: "its file cannot be opened; correct the permissions of the file and its folder, or the limit of open files" },
  26: { is: "damaged", message: "its file is damaged or is not a database; run `crossdock doctor` for details" }
}

/** Keys are SQLSTATE codes of PostgreSQL, error codes of the operating system, or those of `KeyFence.ts`, `PoolMode.ts` and `UnfinishedRestore.ts`. */
const postgres: Readonly<Record<string, DatabaseErrorDiagnosis>> = {
  "25006": readOnly,
  "28000": refusing,
  "28P01": refusing,
  "3D000": refusing,
  "53100": full,
  "53300": { is: "away", message: "its server has no free connection; raise max_connections or close other clients" },
  "55P03": busy,
  "57P01": away,
  "57P02": away,
  "57P03": away,
  ECONNREFUSED: away,
  ECONNRESET: away,
  ENOTFOUND: { is: "closed", message: "the host name of its server does not resolve; correct DATABASE_URL" },
  ETIMEDOUT: away,
  KEY_ENDED: {
    is: "closed",
    message: "this process was started with an earlier CROSSDOCK_SECRET_KEY, and the change of the key has ended meanwhile; it stores nothing more: restart it with the new key"
  },
  POOL_MODE: {
    is: "closed",
    message: "DATABASE_URL leads through a pool that gives each transaction another connection of PostgreSQL, as PgBouncer does with pool_mode = transaction, but the runner prepares statements and sets a timeout by connection; set pool_mode = session, or let DATABASE_URL name the server itself"
  },
  RESTORE_UNFINISHED: {
    is: "closed",
    message: "the restore of a backup into it did not come to its end; make another empty database, run `crossdock restore put` into it, and let DATABASE_URL name it"
  },
  XX001: damaged,
  XX002: damaged
}

const other: DatabaseErrorDiagnosis = { is: "other", message: "the error is unknown; read the log of the runner" }

const known = (error: object): DatabaseErrorDiagnosis | undefined => {
  const { code, errcode, errno } = error as { readonly code?: unknown; readonly errcode?: unknown; readonly errno?: unknown }
  // The migration library moves the SQLite code to `errno`; codes of the operating system are negative there.
  const told = [errcode, errno].find((each): each is number => typeof each === "number" && each > 0)
  if (told !== undefined) return sqlite[told & 0xff]
  return typeof code === "string" && Object.hasOwn(postgres, code) ? postgres[code] : undefined
}

/** The errors of a chain of causes, the outermost first. */
const chain = (cause: unknown): ReadonlyArray<object> => {
  const found: Array<object> = []
  for (let at = cause; typeof at === "object" && at !== null && found.length < 8;) {
    found.push(at)
    const { cause: inner, reason } = at as { readonly cause?: unknown; readonly reason?: unknown }
    at = reason ?? inner
  }
  return found
}

/** The diagnosis of the first known error in the chain of causes. */
export const of = (cause: unknown): DatabaseErrorDiagnosis => {
  for (const error of chain(cause)) {
    const found = known(error)
    if (found !== undefined) return found
  }
  return other
}

/** Whether an error in the chain of causes has a code. */
export const hasCode = (cause: unknown, code: string): boolean => chain(cause).some((error) => (error as { readonly code?: unknown }).code === code)
