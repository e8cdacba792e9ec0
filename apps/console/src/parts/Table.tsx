/** Rows in a table, which scrolls sideways where it has no room. Without rows, a sentence stands in its place. */
import type { ReactNode } from "react"
import { Empty } from "./Asked.tsx"
import { Prose } from "./Prose.tsx"

interface TableProps<Row> {
  readonly rows: ReadonlyArray<Row>
  /** Commands in it stand between backquotes. */
  readonly empty: string
  /** The cells of its head. */
  readonly head?: ReactNode
  readonly className?: string
  readonly children: (row: Row) => ReactNode
}

export const Table = <Row,>({ children, className, empty, head, rows }: TableProps<Row>) =>
  rows.length === 0 ? <Empty><Prose>{empty}</Prose></Empty> : (
    <div className="scroll">
      <table className={className}>
        {head === undefined ? null : <thead><tr>{head}</tr></thead>}
        <tbody>{rows.map((row) => children(row))}</tbody>
      </table>
    </div>
  )
