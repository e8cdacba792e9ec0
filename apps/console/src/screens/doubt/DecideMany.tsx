/**
 * One decision about many creates in doubt. The runner asks the peer about each, some at a time; what it does not decide it says why.
 */
import { useState } from "react"
import { answered, api } from "../../api/client.ts"
import { Refusal } from "../../api/Refusal.ts"
import { CountedDialog } from "../../parts/CountedDialog.tsx"
import { q } from "../../texts/queues.ts"
import { type Decision, Decisions } from "../order/DecideDialog.tsx"
import { decidedAll, type Decided } from "./decided.ts"

export interface Selected {
  readonly ids?: string[]
  readonly cause?: string
  readonly connection?: string
}

export const DecideMany = ({ selected, title, onClose, onDone }: { readonly selected: Selected; readonly title: (count: number) => string; readonly onClose: () => void; readonly onDone: () => void }) => {
  const [decision, setDecision] = useState<Decision>("Delivered")
  const ask = (more: { readonly confirm?: boolean; readonly reason?: string; readonly after?: string }): Promise<Decided> =>
    answered(api.POST("/admin/intents/decide", { body: { ...selected, decision, ...more } }))
  return (
    <CountedDialog
      title={title(selected.ids?.length ?? 0)}
      verb={q.doubt.decideVerb}
      isDanger={decision === "Dead"}
      count={() => ask({})}
      numberOf={({ count }) => count}
      says={({ count }) => <p>{q.doubt.says(count)}</p>}
      run={async (reason) => {
        const { decided, first, refused } = await decidedAll((after) => ask({ confirm: true, reason, ...(after === undefined ? {} : { after }) }))
        if (first !== undefined) throw new Refusal({ code: first.code, status: 409, message: q.doubt.partly(decided, refused, first.example.number, first.message) })
      }}
      onClose={onClose}
      onDone={onDone}
    >
      <Decisions value={decision} onChange={setDecision} />
    </CountedDialog>
  )
}
