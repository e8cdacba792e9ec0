/**
 * What comes between a button that changes something and the change: a sentence that says what will happen, with numbers, and a reason.
 * Where goods, money or secrets are at stake, a word is typed as well. Nothing is shown as done before the runner has said so.
 */
import { useMutation } from "@tanstack/react-query"
import { type ReactNode, useId, useState } from "react"
import { queries } from "../api/queries.ts"
import { asRefusal } from "../api/Refusal.ts"
import { t } from "../texts.ts"
import { Failed } from "./Asked.tsx"
import { Dialog } from "./Dialog.tsx"

export interface ActionProps {
  readonly title: string
  /** What will happen. */
  readonly children: ReactNode
  /** The verb of the button. */
  readonly verb: string
  /** A word that must be typed. */
  readonly typed?: string | undefined
  /** Absent: the operation takes none. */
  readonly hasReason?: boolean
  readonly isDanger?: boolean
  /** It cannot be sent yet: something is not counted or chosen. */
  readonly isBlocked?: boolean
  readonly run: (reason: string) => Promise<unknown>
  readonly onClose: () => void
  readonly onDone?: (() => void) | undefined
}

export const ActionDialog = ({ title, children, verb, typed, hasReason = true, isDanger = false, isBlocked = false, run, onClose, onDone }: ActionProps) => {
  const [reason, setReason] = useState("")
  const [word, setWord] = useState("")
  const id = useId()
  const action = useMutation({
    mutationFn: run,
    onSuccess: () => {
      void queries.invalidateQueries()
      onClose()
      onDone?.()
    },
    // Somebody else was first: the page shows the new state behind the dialog, which keeps the reason.
    onError: (error) => {
      if (asRefusal(error).status === 409) void queries.invalidateQueries()
    }
  })
  const isReady = (!hasReason || reason.trim() !== "") && (typed === undefined || word === typed) && !isBlocked && !action.isPending
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) action.mutate(reason.trim())
        }}
      >
        <div className="says">{children}</div>
        {hasReason
          ? (
            <>
              <label htmlFor={`${id}r`}>{t.dialog.reason} <small>{t.dialog.reasonHint}</small></label>
              <input className="f" id={`${id}r`} value={reason} maxLength={500} required autoFocus autoComplete="off" onChange={(event) => setReason(event.target.value)} />
            </>
          )
          : null}
        {typed === undefined ? null : (
          <>
            <label htmlFor={`${id}w`}>{t.dialog.type(typed)}</label>
            <input className="f" id={`${id}w`} value={word} required autoComplete="off" onChange={(event) => setWord(event.target.value)} />
          </>
        )}
        {action.error === null ? null : <Failed error={action.error} />}
        <div className="do">
          <button type="button" className="btn" onClick={onClose}>{t.cancel}</button>
          <button type="submit" className={isDanger ? "btn p danger" : "btn p"} disabled={!isReady}>{verb}</button>
        </div>
      </form>
    </Dialog>
  )
}
