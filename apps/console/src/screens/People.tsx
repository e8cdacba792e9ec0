/**
 * Who may sign in, with which role and for which links, and the tokens of scripts.
 */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { answered, api, because } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { ActionDialog } from "../parts/ActionDialog.tsx"
import { Asked } from "../parts/Asked.tsx"
import { Head } from "../parts/Page.tsx"
import { Table } from "../parts/Table.tsx"
import { useMay, useSignIn } from "../session.ts"
import { t } from "../texts.ts"
import { p } from "../texts/people.ts"
import { AddDialog, ChangeDialog, TokenDialog } from "./people/Dialogs.tsx"
import { linksOf, type Person, waysOf } from "./people/person.ts"

type Open = { readonly is: "add" | "addToken" } | { readonly is: "change" | "remove"; readonly person: Person } | { readonly is: "token"; readonly token: string }

export const People = () => {
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const now = useNow(30)
  const me = useSignIn().session?.name
  const mayChange = useMay("people")
  const list = useQuery({ queryKey: ["people"], queryFn: ({ signal }) => answered(api.GET("/admin/people", { signal })) })
  const close = () => setOpen(undefined)
  return (
    <>
      <Head title={t.places.people} about={p.about}>
        {mayChange
          ? (
            <div className="bar">
              <button type="button" className="btn" onClick={() => setOpen({ is: "addToken" })}>{p.addTokenButton}</button>
              <button type="button" className="btn p" onClick={() => setOpen({ is: "add" })}>{p.addButton}</button>
            </div>
          )
          : null}
      </Head>
      <section className="card" aria-label={t.places.people}>
        <Asked query={list}>
          {({ items }) => (
            <Table className="cards c-person" rows={items} empty={p.empty} head={<><th>{p.name}</th><th>{p.kind}</th><th>{p.role}</th><th>{p.links}</th><th>{p.ways}</th><th className="num">{p.since}</th><th className="num">{p.seen}</th><th><span className="vh">{p.changeVerb}</span></th></>}>
              {(person) => (
                <tr key={`${person.kind} ${person.name}`}>
                  <td><b className="name">{person.name}</b>{person.name === me ? <small> {p.you}</small> : null}</td>
                  <td className="muted">{p.kinds[person.kind]}</td>
                  <td>{t.roles[person.role]}</td>
                  <td className="muted">{linksOf(person).length === 0 ? p.everything : linksOf(person).join(", ")}</td>
                  <td className="muted">{waysOf(person).join(", ")}</td>
                  <td className="num muted">{Formats.moment(person.createdAt, now)}</td>
                  <td className="num muted">{person.seenAt === undefined ? "–" : Formats.moment(person.seenAt, now)}</td>
                  <td className="num do">
                    <button type="button" className="btn s" aria-label={p.change(person.name)} onClick={() => setOpen({ is: "change", person })}>{p.changeVerb}…</button>{" "}
                    <button type="button" className="btn s danger" aria-label={p.remove(person.name)} onClick={() => setOpen({ is: "remove", person })}>{p.removeVerb}…</button>
                  </td>
                </tr>
              )}
            </Table>
          )}
        </Asked>
      </section>
      {open?.is === "add" || open?.is === "addToken" ? <AddDialog isToken={open.is === "addToken"} onClose={close} onToken={(token) => setOpen({ is: "token", token })} /> : null}
      {open?.is === "change" ? <ChangeDialog person={open.person} onClose={close} /> : null}
      {open?.is === "token" ? <TokenDialog token={open.token} onClose={close} /> : null}
      {open?.is === "remove"
        ? (
          <ActionDialog title={p.remove(open.person.name)} verb={p.removeVerb} typed={open.person.name} isDanger onClose={close} run={(reason) => answered(api.DELETE("/admin/people/{name}", { params: { path: { name: open.person.name } }, headers: because(reason) }))}>
            {p.removeSays(open.person.name)}
          </ActionDialog>
        )
        : null}
    </>
  )
}
