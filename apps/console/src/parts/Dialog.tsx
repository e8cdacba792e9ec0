/**
 * A dialog over the page. The browser's own element keeps the focus inside, closes on Esc and gives the focus back.
 */
import { type ReactNode, useEffect, useId, useRef } from "react"

export const Dialog = ({ title, children, onClose, className }: { readonly title: string; readonly children: ReactNode; readonly onClose?: (() => void) | undefined; readonly className?: string }) => {
  const element = useRef<HTMLDialogElement>(null)
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
      onClick={(event) => {
        if (event.target === element.current) onClose?.()
      }}
    >
      <div className="in">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
