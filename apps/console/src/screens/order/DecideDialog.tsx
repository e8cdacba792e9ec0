/**
 * The decision about a create of which nobody knows whether the peer has it. The runner asks the peer first; if its answer speaks
 * against the decision, or there is none, the dialog shows it, and a person may overrule what can be overruled.
 */
import { useId, useState } from "react"
import { answered, api } from "../../api/client.ts"
import { linkName } from "../../api/links.ts"
import { asRefusal } from "../../api/Refusal.ts"
import * as Formats from "../../formats.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { o } from "../../texts/orders.ts"
import { mayOverrule } from "./actions.ts"
import type { Intent } from "./found.ts"

const decisions = ["Delivered", "Pending", "Dead"] as const
export type Decision = (typeof decisions)[number]

export const Decisions = ({ value, onChange }: { readonly value: Decision | undefined; readonly onChange: (decision: Decision) => void }) => {
  const name = useId()
  return (
    <div className="choices" role="radiogroup" aria-label={o.act.decideVerb}>
      {decisions.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
          <span>{o.act.decisions[each]}<small>{o.act.decisionSays[each]}</small></span>
        </label>
      ))}
    </div>
  )
}

export const DecideDialog = ({ intents: found, now, onClose }: { readonly intents: ReadonlyArray<Intent>; readonly now: number; readonly onClose: () => void }) => {
  // As they were when it was opened: if somebody else decides first, the refusal is shown here, and the reason is kept.
  const [intents] = useState(found)
  const [id, setId] = useState(intents[0]?.id)
  const [decision, setDecision] = useState<Decision | undefined>(undefined)
  const [peerNumber, setPeerNumber] = useState("")
  const [canOverrule, setCanOverrule] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const field = useId()
  const intent = intents.find((each) => each.id === id)
  if (intent === undefined) return null
  // What the peer does not confirm, its number of the order proves.
  const isNumberNeeded = isConfirmed && decision === "Delivered"
  const place = linkName(intent.scope)
  const choose = (next: Decision) => {
    setDecision(next)
    setCanOverrule(false)
    setConfirmed(false)
  }
  return (
    <ActionDialog
      title={o.act.decideTitle(intent.number)}
      verb={o.act.decideVerb}
      isDanger={decision === "Dead"}
      isBlocked={decision === undefined || (canOverrule && !isConfirmed) || (isNumberNeeded && peerNumber.trim() === "")}
      typed={isConfirmed ? intent.number : undefined}
      onClose={onClose}
      run={async (reason) => {
        if (decision === undefined) return
        try {
          await answered(api.POST("/admin/intents/{id}/decide", {
            params: { path: { id: intent.id } },
            body: { decision, reason, ...(peerNumber.trim() === "" ? {} : { peerNumber: peerNumber.trim() }), ...(isConfirmed ? { isConfirmed } : {}) }
          }))
        } catch (error) {
          setCanOverrule(mayOverrule(asRefusal(error).code))
          throw error
        }
      }}
    >
      <p>{o.act.decide(place, Formats.moment(intent.createdAt, now))}</p>
      {intent.failure === undefined ? null : <p className="quote">{intent.failure}</p>}
      {intents.length < 2 ? null : (
        <>
          <label htmlFor={`${field}i`}>{o.act.which}</label>
          <select id={`${field}i`} className="f" value={id} onChange={(event) => setId(event.target.value)}>
            {intents.map((each) => <option key={each.id} value={each.id}>{each.number} · {linkName(each.scope)}</option>)}
          </select>
        </>
      )}
      <Decisions value={decision} onChange={choose} />
      {decision !== "Delivered" ? null : (
        <>
          <label htmlFor={field}>{o.act.peerNumber} <small>{isNumberNeeded ? o.act.peerNumberNeeded : o.act.peerNumberHint}</small></label>
          <input id={field} className="f" value={peerNumber} autoComplete="off" onChange={(event) => setPeerNumber(event.target.value)} />
        </>
      )}
      {canOverrule ? <label className="check"><input type="checkbox" checked={isConfirmed} onChange={(event) => setConfirmed(event.target.checked)} />{o.act.overrule}</label> : null}
    </ActionDialog>
  )
}
