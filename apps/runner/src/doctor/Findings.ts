/**
 * Derives findings from the facts; a pure function. Each finding says what is wrong, where, and what to do next. The files beside
 * this one hold the findings of one area each.
 */
import { createHash } from "node:crypto"
import * as AuthorizationFindings from "./AuthorizationFindings.ts"
import * as ConnectionFindings from "./ConnectionFindings.ts"
import * as DatabaseFindings from "./DatabaseFindings.ts"
import type { FindingCode } from "./FindingKinds.ts"
import type { Facts } from "./Facts.ts"
import * as CreateFindings from "./CreateFindings.ts"
import * as DeskFindings from "./DeskFindings.ts"
import * as Format from "./Format.ts"
import * as HostFindings from "./HostFindings.ts"
import * as ReadyOrderFindings from "./ReadyOrderFindings.ts"
import * as SecretFindings from "./SecretFindings.ts"
import { severities, type Severity } from "./SeverityScale.ts"
import * as StockFindings from "./StockFindings.ts"
import * as StoredContentFindings from "./StoredContentFindings.ts"
import * as WorkFindings from "./WorkFindings.ts"

export interface Finding {
  /** Stable name, for scripts. Each has a row in `kinds`. */
  readonly code: FindingCode
  readonly severity: Severity
  readonly where: string
  readonly message: string
  readonly next: string
  /** What tells it from other findings of this code at this place. Absent: there is one at most. */
  readonly about?: string
  /** Since when it lasts, in milliseconds. Absent: the facts do not say. */
  readonly since?: number
}

/** The same for as long as the same thing is wrong at the same place, on every node and after every restart. */
export const idOf = ({ about = "", code, where }: Pick<Finding, "about" | "code" | "where">): string =>
  `${code.toLowerCase().replaceAll("_", "-")}-${createHash("sha256").update(JSON.stringify([where, about])).digest("hex").slice(0, 8)}`

/** Size of SQLite's write-ahead log from which on it is a finding. */
export const longLog = 1024 ** 3

/** Findings about a database and what it holds. `isUp`: a runner uses it. */
export const ofStore = (opened: Facts["store"], isUp: boolean): ReadonlyArray<Finding> => {
  if (opened.is === "absent") return []
  if (opened.is === "closed") return [DatabaseFindings.closed(opened)]
  const { beside, contents, place, size } = opened
  if (beside === "log without its index") return [DatabaseFindings.logAlone(place)]
  return [
    ...DatabaseFindings.findings(opened, isUp),
    ...(size !== undefined && size.log > longLog
      ? [{
        code: "LOG_LARGE" as const,
        severity: "warning" as const,
        where: `${place}-wal`,
        message: `the write-ahead log has ${Format.size(size.log)}: a reader keeps the database open, so the log cannot be merged into the file`,
        next: "stop the program that has the file open besides the runner, such as a backup that hangs"
      }]
      : []),
    ...StoredContentFindings.findings(place, contents),
    ...AuthorizationFindings.findings(contents),
    ...SecretFindings.findings(contents),
    ...ConnectionFindings.findings(contents),
    ...WorkFindings.findings(contents, isUp),
    ...CreateFindings.findings(contents),
    ...ReadyOrderFindings.findings(contents),
    ...DeskFindings.findings(contents),
    ...StockFindings.findings(contents)
  ]
}

/** All findings, the most serious first. */
export const judge = (facts: Facts): ReadonlyArray<Finding> =>
  [...ofStore(facts.store, facts.runner.isUp), ...HostFindings.findings(facts)].toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
