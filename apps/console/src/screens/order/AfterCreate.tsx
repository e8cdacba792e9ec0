/**
 * What a person may still do about a create that has ended: say that a decision was seen to be wrong, and have the peer asked again about an
 * order that it took and does not show.
 */
import { useState } from "react"
import { answered, api, because } from "../../api/client.ts"
import { linkName } from "../../api/links.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { useMay } from "../../session.ts"
import { o } from "../../texts/orders.ts"
import type { Intent } from "./found.ts"

export const isWrong = ({ decidedBlind }: Pick<Intent, "decidedBlind">): boolean => decidedBlind?.is === "wrong"

export const AfterCreate = ({ intent, isAbsent = false }: { readonly intent: Intent; /** The peer took the order, and does not show it. */ readonly isAbsent?: boolean }) => {
  const [open, setOpen] = useState<"seen" | "ask" | undefined>(undefined)
  const mayDecide = useMay("decide")
  if (!mayDecide) return null
  const params = { path: { id: intent.id } }
  const close = () => setOpen(undefined)
  return (
    <>
      {isWrong(intent) ? <button type="button" className="btn s p" onClick={() => setOpen("seen")}>{o.act.seen}</button> : null}
      {isAbsent && intent.state === "Delivered" ? <button type="button" className="btn s" onClick={() => setOpen("ask")}>{o.act.askAgain}</button> : null}
      {open === "seen"
        ? (
          <ActionDialog title={o.act.seenTitle(intent.number)} verb={o.act.seenVerb} onClose={close} run={(reason) => answered(api.POST("/admin/intents/{id}/decide", { params, body: { decision: "Delivered", reason } }))}>
            <p>{o.act.seenSays(linkName(intent.scope), intent.decidedBlind?.who ?? "")}</p>
          </ActionDialog>
        )
        : null}
      {open === "ask"
        ? (
          <ActionDialog title={o.act.askAgainTitle(intent.number)} verb={o.act.askAgainVerb} onClose={close} run={(reason) => answered(api.POST("/admin/intents/{id}/reopen", { params, headers: because(reason), body: {} }))}>
            <p>{o.act.askAgainSays(linkName(intent.scope))}</p>
          </ActionDialog>
        )
        : null}
    </>
  )
}
