/**
 * A dialog over the page. The browser's own element keeps the focus inside, closes on Esc and gives the focus back.
 */
import { type ReactNode, useEffect, useId, useRef } from "react"

export const Dialog = ({ title, children, onClose, className }: { readonly title: string; readonly children: ReactNode; readonly onClose?: (() => void) | undefined; readonly className?: string }) => {
  const element = useRef<HTMLDialogElement>(null)
  const isPressedOutside = useRef(false)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    if (dialog !== null && !dialog.open) {
      dialog.showModal()
      // Where the browser's choice, the first field, is not the best one.
      dialog.querySelector<HTMLElement>("[data-focus]")?.focus()
    }
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      className={className}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClose={() => {
        // Some browsers close a dialog at the second Esc in spite of `onCancel`. One that has to be answered opens again.
        if (element.current === null || element.current.open) return
        if (onClose === undefined) element.current.showModal()
        else onClose()
      }}
      onMouseDown={(event) => {
        isPressedOutside.current = event.target === element.current
      }}
      onClick={(event) => {
        // Whoever marks the text of a field and lets go outside has not clicked outside.
        if (isPressedOutside.current && event.target === element.current) onClose?.()
      }}
    >
      <div className="in">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
