/**
 * What is wrong with a database, from what it said when it failed, in words for whoever has to mend it.
 */

export interface DatabaseErrorDiagnosis {
  readonly is: "damaged" | "full" | "disk" | "read-only" | "busy" | "away" | "closed" | "other"
  readonly message: string
}

const damaged: DatabaseErrorDiagnosis = { is: "damaged", message: "it is damaged; `crossdock doctor` tells where" }
const readOnly: DatabaseErrorDiagnosis = { is: "read-only", message: "it may only be read; correct the rights of its file and folder, or the server that DATABASE_URL names" }
const full: DatabaseErrorDiagnosis = { is: "full", message: "it is full; make room on its disk" }
const busy: DatabaseErrorDiagnosis = { is: "busy", message: "another process holds it; end that one's transaction" }
const away: DatabaseErrorDiagnosis = { is: "away", message: "its server does not answer" }
const refusing: DatabaseErrorDiagnosis = { is: "closed", message: "its server lets nobody in; correct DATABASE_URL" }

/** By the primary result code of SQLite, the lower eight bits of what it tells. */
const sqlite: Readonly<Record<number, DatabaseErrorDiagnosis>> = {
  5: busy,
  6: busy,
  8: readOnly,
  10: { is: "disk", message: "its disk refuses: it fails, is full, or a quota is used up" },
  11: damaged,
  13: full,
  14: { is: "disk", message: "its file cannot be opened; correct the rights of the file and its folder, or how many files may be open" },
  26: { is: "damaged", message: "its file is damaged, or is no database; `crossdock doctor` tells more" }
}

/** By the SQLSTATE of PostgreSQL, or the code of the system. */
const postgres: Readonly<Record<string, DatabaseErrorDiagnosis>> = {
  "25006": readOnly,
  "28000": refusing,
  "28P01": refusing,
  "3D000": refusing,
  "53100": full,
  "53300": { is: "away", message: "its server has no connection left" },
  "55P03": busy,
  "57P01": away,
  "57P02": away,
  "57P03": away,
  ECONNREFUSED: away,
  ECONNRESET: away,
  ENOTFOUND: { is: "closed", message: "nobody knows the name of its server; correct DATABASE_URL" },
  ETIMEDOUT: away,
  XX001: damaged,
  XX002: damaged
}

const other: DatabaseErrorDiagnosis = { is: "other", message: "it failed in a way that has no remedy here; the log of the runner has it" }

const known = (error: object): DatabaseErrorDiagnosis | undefined => {
  const { code, errcode, errno } = error as { readonly code?: unknown; readonly errcode?: unknown; readonly errno?: unknown }
  // What passed through the library of the migrations has it in `errno`; those of the system are negative.
  const told = [errcode, errno].find((each): each is number => typeof each === "number" && each > 0)
  if (told !== undefined) return sqlite[told & 0xff]
  return typeof code === "string" && Object.hasOwn(postgres, code) ? postgres[code] : undefined
}

/** The innermost cause that says something. */
export const of = (cause: unknown): DatabaseErrorDiagnosis => {
  for (let at = cause, depth = 0; typeof at === "object" && at !== null && depth < 8; depth++) {
    const found = known(at)
    if (found !== undefined) return found
    const { cause: inner, reason } = at as { readonly cause?: unknown; readonly reason?: unknown }
    at = reason ?? inner
  }
  return other
}
