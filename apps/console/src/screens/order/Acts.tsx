/**
 * What a person does about an order: buttons, and the dialog of each. Nothing is shown as done before the runner has said so.
 */
import { type ReactNode, useId, useState } from "react"
import { answered, api } from "../../api/client.ts"
import { linkChoices, useLinks } from "../../api/links.ts"
import * as Formats from "../../formats.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { CountedDialog } from "../../parts/CountedDialog.tsx"
import { useSignIn } from "../../session.ts"
import { o } from "../../texts/orders.ts"
import { type ActionId, actionsOf } from "./actions.ts"
import { DecideDialog } from "./DecideDialog.tsx"
import { eventOf, isPerson } from "./events.ts"
import { PlaceDialog } from "./Place.tsx"
import { type Withdrawn, WithdrawDialog, WithdrawnDialog } from "./Withdraw.tsx"
import type { Delivery, Detail, Entry, Intent } from "./found.ts"

export interface ActsProps {
  readonly detail: Detail
  /** Those of the order and of its parts. */
  readonly intents: ReadonlyArray<Intent>
  readonly deliveries: ReadonlyArray<Delivery>
  readonly timeline: ReadonlyArray<Entry>
  readonly now: number
}

/** What people did about the order while the dialog was open. */
const Between = ({ now, since, timeline }: { readonly timeline: ReadonlyArray<Entry>; readonly since: string | undefined; readonly now: number }) => {
  const done = timeline.filter(({ at, what, who }) => (since === undefined || at > since) && isPerson(who) && what !== "message")
  return done.length === 0 ? null : (
    <ul className="between" role="status">
      {done.map((entry) => {
        const { detail, text } = eventOf(entry, () => undefined)
        return <li key={`${entry.at} ${entry.what}`}>{o.act.between} {Formats.moment(entry.at, now)}: {text}{detail === undefined ? null : `, “${detail}”`}</li>
      })}
    </ul>
  )
}

const TakeOver = ({ number, link, onClose, between }: { readonly number: string; readonly link: string; readonly onClose: () => void; readonly between: ReactNode }) => {
  const [at, setAt] = useState("")
  const [there, setThere] = useState("")
  const id = useId()
  const warehouses = (useLinks() ?? []).filter(({ protocols }) => protocols.includes("warehouse"))
  return (
    <ActionDialog
      title={o.act.takeOverTitle(number)}
      verb={o.act.takeOverVerb}
      onClose={onClose}
      run={(reason) =>
        answered(api.POST("/admin/desk/{number}/take-over", {
          params: { path: { number }, query: { link } },
          body: { reason, ...(at === "" ? {} : { at }), ...(there.trim() === "" ? {} : { numberThere: there.trim() }) }
        }))}
    >
      <p>{o.act.takeOver(number)}</p>
      {between}
      <label htmlFor={`${id}a`}>{o.act.at}</label>
      <select id={`${id}a`} className="f" value={at} onChange={(event) => setAt(event.target.value)}>
        <option value="">{o.act.atAny}</option>
        {linkChoices(warehouses).map(([scope, name]) => <option key={scope} value={scope}>{name}</option>)}
      </select>
      <label htmlFor={`${id}n`}>{o.act.numberThere} <small>{o.act.numberThereHint}</small></label>
      <input id={`${id}n`} className="f" value={there} autoComplete="off" onChange={(event) => setThere(event.target.value)} />
    </ActionDialog>
  )
}

type Counted = { readonly count: number; readonly overtaken: number; readonly sentAgain?: number }
const nothing: Counted = { count: 0, overtaken: 0 }

/** Sends messages again: those that arrived, and those that were given up. Both are counted first. */
const TellAgain = ({ title, deliveries, onClose }: { readonly title: string; readonly deliveries: ReadonlyArray<Pick<Delivery, "id" | "state">>; readonly onClose: () => void }) => {
  const of = (state: Delivery["state"]) => deliveries.filter((each) => each.state === state).map(({ id }) => id).slice(0, 1000)
  const [arrived, dead] = [of("Delivered"), of("Dead")]
  const ask = async (more: { readonly confirm?: boolean; readonly reason?: string }) => {
    const again: Counted = arrived.length === 0 ? nothing : await answered(api.POST("/admin/deliveries/resend", { body: { ids: arrived, ...more } }))
    const replayed: Counted = dead.length === 0 ? nothing : await answered(api.POST("/admin/deliveries/replay", { body: { ids: dead, ...more } }))
    return { again: again.count - again.overtaken, dead: replayed.count - replayed.overtaken, overtaken: again.overtaken + replayed.overtaken, sentAgain: again.sentAgain ?? 0 }
  }
  return (
    <CountedDialog
      title={title}
      verb={o.act.tellVerb}
      count={() => ask({})}
      numberOf={(counted) => counted.again + counted.dead}
      says={(counted) => (
        <>
          <p>{counted.again + counted.dead === 0 ? o.act.tellNone : o.act.tell(counted.again, counted.dead)}</p>
          {counted.overtaken === 0 ? null : <p>{o.act.overtaken(counted.overtaken)}</p>}
          {counted.sentAgain === 0 ? null : <p>{o.act.sentAgain(counted.sentAgain)}</p>}
        </>
      )}
      run={(reason) => ask({ confirm: true, reason })}
      onClose={onClose}
    />
  )
}

export const Acts = ({ deliveries, detail, intents, now, timeline }: ActsProps) => {
  const [open, setOpen] = useState<ActionId | undefined>(undefined)
  const [withdrawn, setWithdrawn] = useState<Withdrawn | undefined>(undefined)
  const [since, setSince] = useState<string | undefined>(undefined)
  const { session } = useSignIn()
  const actions = actionsOf({ desk: detail.desk, intents, deliveries }, session?.rights ?? [], session?.links !== undefined)
  const { number, scope: link } = detail
  const close = () => setOpen(undefined)
  const begin = (id: ActionId) => {
    setSince(timeline.at(-1)?.at)
    setOpen(id)
  }
  const between = <Between timeline={timeline} since={since} now={now} />
  const params = { path: { number }, query: { link } }
  return (
    <div className="bar acts">
      {actions.map(({ id, not }) => (
        <button key={id} type="button" className={id === "decide" || (id === "release" && not === undefined) ? "btn p" : "btn"} disabled={not !== undefined} title={not} onClick={() => begin(id)}>{o.act.names[id]}</button>
      ))}
      {open === "hold"
        ? (
          <ActionDialog title={o.act.holdTitle(number)} verb={o.act.holdVerb} onClose={close} run={(reason) => answered(api.POST("/admin/desk/{number}/hold", { params, body: { reason } }))}>
            <p>{o.act.hold(number)}</p>
            {between}
          </ActionDialog>
        )
        : open === "release"
        ? (
          <ActionDialog title={o.act.releaseTitle(number)} verb={o.act.releaseVerb} onClose={close} run={(reason) => answered(api.POST("/admin/desk/{number}/release", { params, body: { reason } }))}>
            <p>{o.act.release(number, detail.desk?.because)}</p>
            {between}
          </ActionDialog>
        )
        : open === "place"
        ? <PlaceDialog detail={detail} onClose={close} between={between} />
        : open === "withdraw"
        ? <WithdrawDialog detail={detail} now={now} onClose={close} onAnswer={setWithdrawn} between={between} />
        : open === "takeOver"
        ? <TakeOver number={number} link={link} onClose={close} between={between} />
        : open === "tell"
        ? <TellAgain title={o.act.tellTitle(number)} deliveries={deliveries} onClose={close} />
        : open === "decide"
        ? <DecideDialog intents={intents.filter(({ state }) => state === "Doubtful")} now={now} onClose={close} />
        : null}
      {withdrawn === undefined ? null : <WithdrawnDialog answer={withdrawn} now={now} onClose={() => setWithdrawn(undefined)} />}
    </div>
  )
}
