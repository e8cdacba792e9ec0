/** What a person does about many orders at the desk: all of a cause, which are counted first, or those that are chosen. */
import { answered, api } from "../../api/client.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { CountedDialog, typedFrom } from "../../parts/CountedDialog.tsx"
import { inTurn } from "../../parts/inTurn.ts"
import { q } from "../../texts/queues.ts"
import { causeName } from "./causes.ts"

export interface Chosen {
  readonly scope: string
  readonly number: string
}

const typedOf = (count: number) => (count >= typedFrom ? String(count) : undefined)

export const ChosenDialog = ({ act, chosen, onClose, onDone }: { readonly act: "hold" | "release"; readonly chosen: ReadonlyArray<Chosen>; readonly onClose: () => void; readonly onDone: () => void }) => {
  const count = chosen.length
  const isHold = act === "hold"
  return (
    <ActionDialog
      title={isHold ? q.desk.holdTitle(count) : q.desk.releaseTitle(count)}
      verb={isHold ? q.desk.holdVerb(count) : q.desk.releaseVerb(count)}
      typed={typedOf(count)}
      onClose={onClose}
      onDone={onDone}
      run={(reason) =>
        inTurn(chosen, ({ number }) => number, ({ number, scope }) => {
          const asked = { params: { path: { number }, query: { link: scope } }, body: { reason } }
          return isHold ? answered(api.POST("/admin/desk/{number}/hold", asked)) : answered(api.POST("/admin/desk/{number}/release", asked))
        })}
    >
      <p>{isHold ? q.desk.holdSays(count) : q.desk.releaseChosen(count)}</p>
    </ActionDialog>
  )
}

export const CauseDialog = ({ act, cause, shop, onClose }: { readonly act: "hold" | "release"; readonly cause: string; readonly shop: string | undefined; readonly onClose: () => void }) => {
  const of = { cause, ...(shop === undefined ? {} : { shop }) }
  const name = causeName(cause)
  return act === "hold"
    ? (
      <CountedDialog
        title={q.desk.holdTitleAll(name)}
        verb={q.desk.holdVerb}
        // A reason is asked for even where nothing is changed yet.
        count={() => answered(api.POST("/admin/desk/hold", { body: { ...of, reason: "counted" } }))}
        numberOf={({ count }) => count}
        says={({ count }) => <p>{q.desk.holdSays(count)}</p>}
        run={(reason) => answered(api.POST("/admin/desk/hold", { body: { ...of, reason, isConfirmed: true } }))}
        onClose={onClose}
      />
    )
    : (
      <CountedDialog
        title={q.desk.releaseTitleAll(name)}
        verb={q.desk.releaseVerb}
        count={() => answered(api.POST("/admin/desk/release", { body: of }))}
        numberOf={({ held }) => held}
        says={({ held }) => <p>{q.desk.releaseSays(held, name)}</p>}
        run={(reason) => answered(api.POST("/admin/desk/release", { body: { ...of, reason, isConfirmed: true } }))}
        onClose={onClose}
      />
    )
}
