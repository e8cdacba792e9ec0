/**
 * Derives findings from the facts; a pure function. Each finding says what is wrong, where, and what to do next. The files beside
 * this one hold the findings of one area each.
 */
import * as AuthorizationFindings from "./AuthorizationFindings.ts"
import * as ConnectionFindings from "./ConnectionFindings.ts"
import * as DatabaseFindings from "./DatabaseFindings.ts"
import type { Facts } from "./Facts.ts"
import * as CreateFindings from "./CreateFindings.ts"
import * as DeskFindings from "./DeskFindings.ts"
import * as Format from "./Format.ts"
import * as HostFindings from "./HostFindings.ts"
import * as ReadyOrderFindings from "./ReadyOrderFindings.ts"
import * as StockFindings from "./StockFindings.ts"
import * as StoredContentFindings from "./StoredContentFindings.ts"
import * as WorkFindings from "./WorkFindings.ts"

export interface Finding {
  /** Stable name, for scripts. */
  readonly code: string
  /** `error`: requests or deliveries fail, or will fail. `warning`: something is delayed, or will be. */
  readonly weight: "error" | "warning"
  readonly where: string
  readonly message: string
  readonly next: string
}

/** Size of SQLite's write-ahead log from which on it is a finding. */
export const longLog = 1024 ** 3

const store = ({ runner, store: opened }: Facts): ReadonlyArray<Finding> => {
  if (opened.is === "absent") return []
  if (opened.is === "closed") return [DatabaseFindings.closed(opened)]
  const { beside, contents, place, size } = opened
  if (beside === "log without its index") return [DatabaseFindings.logAlone(place)]
  return [
    ...DatabaseFindings.findings(opened, runner.isUp),
    ...(size !== undefined && size.log > longLog
      ? [{
        code: "LOG_LARGE",
        weight: "warning" as const,
        where: `${place}-wal`,
        message: `the write-ahead log has ${Format.size(size.log)}: a reader keeps the database open, so the log cannot be merged into the file`,
        next: "stop the program that has the file open besides the runner, such as a backup that hangs"
      }]
      : []),
    ...StoredContentFindings.findings(place, contents),
    ...AuthorizationFindings.findings(contents),
    ...ConnectionFindings.findings(contents),
    ...WorkFindings.findings(contents, runner.isUp),
    ...CreateFindings.findings(contents),
    ...ReadyOrderFindings.findings(contents),
    ...DeskFindings.findings(contents),
    ...StockFindings.findings(contents)
  ]
}

/** All findings, the most serious first. */
export const judge = (facts: Facts): ReadonlyArray<Finding> =>
  [...store(facts), ...HostFindings.findings(facts)].toSorted((one, other) => one.weight.localeCompare(other.weight))
