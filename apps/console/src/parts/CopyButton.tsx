/**
 * A button that copies a text. A browser lets no page copy that came without TLS from another machine; there it does nothing.
 */
import { type ReactNode, useState } from "react"
import { t } from "../texts.ts"

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for whoever does not see it. Absent: the text on the button says it. */
  readonly label?: string
  readonly className?: string
  readonly children?: ReactNode
}

export const CopyButton = ({ children = t.copy.verb, className = "btn s", label, text }: CopyButtonProps) => {
  const [copied, setCopied] = useState<string | undefined>(undefined)
  return (
    <button type="button" className={className} aria-label={label} title={label} onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(text))}>
      {copied === text ? t.copy.copied : children}
    </button>
  )
}
