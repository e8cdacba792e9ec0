/**
 * Withdraws a part of an order: its warehouse is asked not to ship it, and the order is held. Goods are at stake, so the number of the part is
 * typed. What the warehouse answered is shown in a dialog of its own, because it decides what a person does next.
 */
import { type ReactNode, useId, useState } from "react"
import { answered, api } from "../../api/client.ts"
import * as Formats from "../../formats.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { o } from "../../texts/orders.ts"
import { isWithdrawable } from "./actions.ts"
import type { Detail, Part } from "./found.ts"

const ask = (number: string, link: string, part: string, reason: string) =>
  answered(api.POST("/admin/desk/{number}/withdraw", { params: { path: { number }, query: { link } }, body: { part, reason } }))

export type Withdrawn = Awaited<ReturnType<typeof ask>>

const piecesOf = ({ lines }: Part): string => lines.map(({ pieces, sku }) => `${pieces} × ${sku}`).join(", ")

const Before = ({ withdrawn: { at, by, reason }, now }: { readonly withdrawn: NonNullable<Part["withdrawn"]>; readonly now: number }) =>
  <p className="quote">{o.act.withdrawnBefore(by, Formats.moment(at, now), reason)}</p>

export interface WithdrawProps {
  readonly detail: Detail
  readonly now: number
  readonly between: ReactNode
  readonly onClose: () => void
  readonly onAnswer: (answer: Withdrawn) => void
}

export const WithdrawDialog = ({ between, detail, now, onAnswer, onClose }: WithdrawProps) => {
  const parts = detail.desk?.parts ?? []
  const [number, setNumber] = useState(() => parts.find(isWithdrawable)?.number)
  const id = useId()
  const part = parts.find((each) => each.number === number)
  if (part === undefined) return null
  const isAsked = part.state === "cancelling" && part.withdrawn !== undefined
  return (
    <ActionDialog
      title={o.act.withdrawTitle(detail.number)}
      verb={o.act.withdrawVerb}
      isDanger
      typed={part.number}
      onClose={onClose}
      run={async (reason) => onAnswer(await ask(detail.number, detail.scope, part.number, reason))}
    >
      <p>{o.act.withdraw(part.warehouse, part.number, piecesOf(part))}</p>
      {isAsked && part.withdrawn !== undefined ? <Before withdrawn={part.withdrawn} now={now} /> : null}
      {between}
      {parts.filter(isWithdrawable).length < 2 ? null : (
        <>
          <label htmlFor={id}>{o.act.withdrawWhich}</label>
          <select id={id} className="f" value={part.number} onChange={(event) => setNumber(event.target.value)}>
            {parts.filter(isWithdrawable).map((each) => <option key={each.number} value={each.number}>{each.number} · {each.warehouse} · {piecesOf(each)}</option>)}
          </select>
        </>
      )}
    </ActionDialog>
  )
}

export const WithdrawnDialog = ({ answer, now, onClose }: { readonly answer: Withdrawn; readonly now: number; readonly onClose: () => void }) => {
  const warehouse = answer.desk.parts.find(({ number }) => number === answer.part)?.warehouse ?? ""
  return (
    <Dialog title={o.act.withdrawTitle(answer.number)} onClose={onClose}>
      <div className="says" role="status">
        <p>{o.act.withdrawn[answer.outcome](warehouse, answer.part)}</p>
        {answer.answer === undefined ? null : <p className="quote">{answer.answer}</p>}
        {answer.before === undefined ? null : <Before withdrawn={answer.before} now={now} />}
        <p>{answer.desk.state === "held" ? o.act.withdrawnHeld : o.act.withdrawnOn}</p>
      </div>
      <div className="do"><button type="button" className="btn p" data-focus onClick={onClose}>{o.act.close}</button></div>
    </Dialog>
  )
}
