/**
 * Writes a report to a folder.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { toHtml } from "./HtmlReport.ts"
import { type Report, toJson } from "./Report.ts"

/** Writes `<name>.json` and `<name>.html`. */
export const write = (report: Report, folder: string, name: string): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), toJson(report))
  writeFileSync(join(folder, `${name}.html`), toHtml(report))
}
