/**
 * An action on many: the runner counts first what it would change, the dialog says it, and a large number is typed.
 */
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useId } from "react"
import { ActionDialog } from "./ActionDialog.tsx"
import { Asked } from "./Asked.tsx"

/** From this number on, the number itself must be typed. */
export const typedFrom = 20

export interface CountedProps<Count> {
  readonly title: string
  readonly verb: (count: number) => string
  /** Counts what would change, and changes nothing. */
  readonly count: () => Promise<Count>
  readonly numberOf: (count: Count) => number
  readonly says: (count: Count) => ReactNode
  readonly children?: ReactNode
  readonly isDanger?: boolean
  readonly run: (reason: string, count: Count) => Promise<unknown>
  readonly onClose: () => void
  readonly onDone?: () => void
}

export const CountedDialog = <Count,>({ title, verb, count, numberOf, says, children, isDanger = false, run, onClose, onDone }: CountedProps<Count>) => {
  const counted = useQuery({ queryKey: ["counted", useId()], queryFn: count, refetchInterval: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const { data } = counted
  const number = data === undefined ? 0 : numberOf(data)
  return (
    <ActionDialog
      title={title}
      verb={verb(number)}
      isDanger={isDanger}
      isBlocked={number === 0}
      typed={number >= typedFrom ? String(number) : undefined}
      run={async (reason) => data === undefined ? undefined : run(reason, data)}
      onClose={onClose}
      onDone={onDone}
    >
      <Asked query={counted} rows={1}>{(known) => says(known)}</Asked>
      {children}
    </ActionDialog>
  )
}
