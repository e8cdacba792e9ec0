/** A count in a table: zero is pale, and what needs a look has a colour. */
import type { ReactNode } from "react"
import * as Formats from "../formats.ts"

interface CountProps {
  readonly value: number
  /** The class of its colour, such as `n-fail`. */
  readonly tone?: string | undefined
  /** What is shown in place of the count, such as a share. */
  readonly children?: ReactNode
}

export const Count = ({ children, tone, value }: CountProps) =>
  value === 0 ? <span className="n0">0</span> : <span className={tone}>{children ?? Formats.count(value)}</span>
