/**
 * What waits for a person: causes beside a list of rows, which are selected and dealt with together.
 */
import { type ReactNode, useEffect, useState } from "react"
import { t } from "../texts.ts"
import { isTyping } from "./typing.ts"

export interface Selection {
  readonly chosen: ReadonlyArray<string>
  readonly has: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly set: (ids: ReadonlyArray<string>) => void
}

/** The chosen ones of the rows that are shown; what has left the list is not chosen any more. */
export const useSelection = (shown: ReadonlyArray<string>): Selection => {
  const [ids, setIds] = useState<ReadonlyArray<string>>([])
  const chosen = ids.filter((id) => shown.includes(id))
  return {
    chosen,
    has: (id) => chosen.includes(id),
    toggle: (id) => setIds(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]),
    set: setIds
  }
}

export const CheckAll = ({ ids, selection, label }: { readonly ids: ReadonlyArray<string>; readonly selection: Selection; readonly label: string }) => (
  <input
    type="checkbox"
    aria-label={label}
    checked={ids.length > 0 && selection.chosen.length === ids.length}
    ref={(element) => {
      if (element !== null) element.indeterminate = selection.chosen.length > 0 && selection.chosen.length < ids.length
    }}
    onChange={() => selection.set(selection.chosen.length === ids.length ? [] : ids)}
  />
)

/** A bar of buttons for what is chosen. */
export const Bulk = ({ selection, all, children }: { readonly selection: Selection; readonly all: ReadonlyArray<string>; readonly children: ReactNode }) =>
  selection.chosen.length === 0 ? null : (
    <div className="bulk">
      <b>{t.selected(selection.chosen.length, all.length)}</b>
      {selection.chosen.length === all.length
        ? <button type="button" className="link" onClick={() => selection.set([])}>{t.selectNone}</button>
        : <button type="button" className="link" onClick={() => selection.set(all)}>{t.selectAll(all.length)}</button>}
      <span className="grow" />
      {children}
    </div>
  )

/** What can be focused in a row. */
const openers = "a, button"

/** `j` and `k` go from row to row, `x` selects the row, `e` opens the foremost action. Enter opens a row, as its link or button does. */
export const useRowKeys = (): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]") !== null) return
      const rows = [...document.querySelectorAll<HTMLTableRowElement>("main tbody tr:not(.under)")].filter((row) => row.querySelector(openers) !== null)
      const here = rows.findIndex((row) => row.contains(document.activeElement))
      if (event.key === "j" || event.key === "k") {
        const next = rows[here < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, here + (event.key === "j" ? 1 : -1)))]
        next?.querySelector<HTMLElement>(openers)?.focus()
        event.preventDefault()
      } else if (event.key === "x" && here >= 0) {
        rows[here]?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click()
        event.preventDefault()
      } else if (event.key === "e") (document.querySelector<HTMLElement>(".bulk .btn.p:not(:disabled), .acts .btn.p:not(:disabled)") ?? document.querySelector<HTMLElement>(".bulk .btn:not(:disabled), .acts .btn:not(:disabled)"))?.click()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
}
