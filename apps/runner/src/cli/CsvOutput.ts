/**
 * Lines of CSV as in RFC 4180, safe to open in a spreadsheet.
 */
export type CsvCell = string | number | undefined

/** A spreadsheet reads a cell that begins like this as a formula; an apostrophe before it prevents that. */
const isFormula = (cell: string): boolean => /^\s*[=+@]|^\s*-(?![\d.]+$)/.test(cell)

const written = (cell: CsvCell): string => {
  const text = cell === undefined ? "" : String(cell)
  const safe = isFormula(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe
}

export const csvLine = (cells: ReadonlyArray<CsvCell>): string => cells.map(written).join(",")
