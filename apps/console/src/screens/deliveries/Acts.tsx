/** Sends messages again, or cancels them: all of a cause, or those that are chosen. Each is counted first. */
import { answered, api } from "../../api/client.ts"
import { CountedDialog } from "../../parts/CountedDialog.tsx"
import { q } from "../../texts/queues.ts"

export interface Selected {
  readonly ids?: string[]
  readonly cause?: string
  readonly connection?: string
  /** Only those that were given up. */
  readonly dead?: boolean
  readonly since?: string
  readonly until?: string
}

interface Counted {
  readonly count: number
  readonly overtaken: number
  readonly sentAgain?: number
}

const left = ({ count, overtaken }: Counted): number => Math.max(0, count - overtaken)

export interface DeliveryActProps {
  readonly act: "send" | "cancel"
  /** Whether the messages have arrived already. */
  readonly isDelivered: boolean
  readonly selected: Selected
  readonly onClose: () => void
  readonly onDone: () => void
}

export const DeliveryAct = ({ act, isDelivered, onClose, onDone, selected }: DeliveryActProps) => {
  const { cause: _cause, dead: _dead, ...arrived } = selected
  const ask = (more: { readonly confirm?: boolean; readonly reason?: string }): Promise<Counted> =>
    act === "cancel"
      ? answered(api.POST("/admin/deliveries/cancel", { body: { ...selected, ...more } }))
      : isDelivered
      ? answered(api.POST("/admin/deliveries/resend", { body: { ...arrived, ...more } }))
      : answered(api.POST("/admin/deliveries/replay", { body: { ...selected, ...more } }))
  const isSend = act === "send"
  return (
    <CountedDialog
      title={isSend ? q.deliveries.sendTitle : q.deliveries.cancelTitle}
      verb={isSend ? q.deliveries.sendVerb : q.deliveries.cancelVerb}
      isDanger={!isSend}
      count={() => ask({})}
      numberOf={left}
      says={(counted) => (
        <>
          <p>{isSend ? q.deliveries.sendSays(left(counted), selected.connection) : q.deliveries.cancelSays(left(counted), selected.connection)}</p>
          {!isSend && selected.cause !== undefined && selected.dead !== true ? <p>{q.deliveries.cancelDead}</p> : null}
          {counted.overtaken === 0 ? null : <p>{q.deliveries.overtaken(counted.overtaken)}</p>}
          {counted.sentAgain === undefined || counted.sentAgain === 0 ? null : <p>{q.deliveries.sentAgain(counted.sentAgain)}</p>}
          {selected.cause === undefined ? null : <p className="quote">{selected.cause}</p>}
        </>
      )}
      run={(reason) => ask({ confirm: true, reason })}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
