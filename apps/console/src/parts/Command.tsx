/** A command that a person types elsewhere, with a button that copies it. */
import { t } from "../texts.ts"
import { CopyButton } from "./CopyButton.tsx"

export const Command = ({ children }: { readonly children: string }) => (
  <span className="cmd">
    <code>{children}</code>
    <CopyButton className="btn g s" label={t.copy.of(children)} text={children} />
  </span>
)
