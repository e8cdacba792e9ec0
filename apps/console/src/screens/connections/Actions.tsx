/**
 * What a person may do with a connection: test it, pause it, let it work again.
 */
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { answered, api, because } from "../../api/client.ts"
import * as Formats from "../../formats.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { Failed } from "../../parts/Asked.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Mark, type Shape } from "../../parts/State.tsx"
import { useIsLimited, useMay } from "../../session.ts"
import { t } from "../../texts.ts"
import type { Connection } from "./health.ts"

const shapes: { readonly [Outcome in "ok" | "failed" | "skipped"]: Shape } = { ok: "ok", failed: "fail", skipped: "void" }

const Test = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const test = useMutation({ mutationFn: () => answered(api.POST("/admin/connections/{id}/test", { params: { path: { id } }, headers: because(t.connections.testReason) })) })
  return (
    <Dialog title={t.connections.test(id)} onClose={onClose} className="wide">
      <p className="says">{t.connections.testSays}</p>
      {test.error === null ? null : <Failed error={test.error} />}
      {test.data === undefined ? null : (
        <ul className="steps">
          {test.data.steps.map((step) => <li key={step.step} className={step.outcome}><Mark shape={shapes[step.outcome]} /><span>{t.connections.steps[step.step]}<small>{step.message}</small></span><span className="meta">{step.outcome === "skipped" ? t.connections.skipped : Formats.millis(step.tookMillis)}</span></li>)}
        </ul>
      )}
      <div className="do">
        <button type="button" className="btn" onClick={onClose}>{t.close}</button>
        <button type="button" className="btn p" disabled={test.isPending} onClick={() => test.mutate()}>{test.isPending ? t.connections.testing : test.data === undefined ? t.connections.testVerb : t.again}</button>
      </div>
    </Dialog>
  )
}

export const Actions = ({ connection }: { readonly connection: Connection }) => {
  const [open, setOpen] = useState<"test" | "pause" | "resume" | undefined>(undefined)
  const mayOperate = useMay("operate")
  const isLimited = useIsLimited()
  if (!mayOperate || isLimited) return null
  const close = () => setOpen(undefined)
  const { id, paused } = connection
  return (
    <div className="bar">
      <button type="button" className="btn" onClick={() => setOpen("test")}>{t.connections.testVerb}…</button>
      {paused === undefined
        ? <button type="button" className="btn" onClick={() => setOpen("pause")}>{t.connections.pauseVerb}…</button>
        : <button type="button" className="btn p" onClick={() => setOpen("resume")}>{t.connections.resumeVerb}…</button>}
      {open === "test" ? <Test id={id} onClose={close} /> : null}
      {open === "pause"
        ? (
          <ActionDialog title={t.connections.pause(id)} verb={t.connections.pauseVerb} isDanger onClose={close} run={(reason) => answered(api.POST("/admin/connections/{id}/pause", { params: { path: { id } }, headers: because(reason), body: { because: reason } }))}>
            {t.connections.pauseSays(connection.openOrders)}
          </ActionDialog>
        )
        : null}
      {open === "resume"
        ? (
          <ActionDialog title={t.connections.resume(id)} verb={t.connections.resumeVerb} onClose={close} run={(reason) => answered(api.POST("/admin/connections/{id}/resume", { params: { path: { id } }, headers: because(reason) }))}>
            {t.connections.resumeSays(connection.waitingIntents, connection.dueDeliveries)}
          </ActionDialog>
        )
        : null}
    </div>
  )
}
