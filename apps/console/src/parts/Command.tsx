/** A command that a person types elsewhere, with a button that copies it. */
import { useState } from "react"
import { t } from "../texts.ts"

export const Command = ({ children }: { readonly children: string }) => {
  const [isCopied, setCopied] = useState(false)
  return (
    <span className="cmd">
      <code>{children}</code>
      <button type="button" className="btn g s" aria-label={t.command.copy(children)} onClick={() => void navigator.clipboard.writeText(children).then(() => setCopied(true))}>{isCopied ? t.command.copied : t.command.verb}</button>
    </span>
  )
}
