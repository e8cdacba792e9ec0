/**
 * Signing in: a page of its own at first, a dialog over what is open when a sign-in has ended.
 */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import { answered, api } from "../api/client.ts"
import { asRefusal } from "../api/Refusal.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { Mark } from "../parts/State.tsx"
import { signIn, signInByProvider, start, useSignIn } from "../session.ts"
import { t } from "../texts.ts"
import { Brand } from "./Brand.tsx"

const Note = ({ text, detail }: { readonly text: string; readonly detail?: string | undefined }) => (
  <div className="note" role="alert">
    <Mark shape="fail" />
    <div>{text}{detail === undefined || detail === "" ? null : <small>{detail}</small>}</div>
  </div>
)

const messageOf = (error: unknown): { text: string; detail?: string } => {
  const { message, status } = asRefusal(error)
  if (status === 401) return { text: t.signIn.wrong }
  return status === 0 ? { text: t.signIn.failed } : { text: message }
}

const Fields = ({ name }: { readonly name: string | undefined }) => {
  const [user, setUser] = useState(name ?? "")
  const [password, setPassword] = useState("")
  const id = useId()
  const ask = useMutation({ mutationFn: () => signIn(user, password) })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!ask.isPending) ask.mutate()
      }}
    >
      {ask.error === null ? null : <Note {...messageOf(ask.error)} />}
      <label htmlFor={`${id}u`}>{t.signIn.name}</label>
      <input className="f" id={`${id}u`} name="name" autoComplete="username" autoCapitalize="none" spellCheck={false} required autoFocus={name === undefined} value={user} onChange={(event) => setUser(event.target.value)} />
      <label htmlFor={`${id}p`}>{t.signIn.password}</label>
      <input className="f" id={`${id}p`} name="password" type="password" autoComplete="current-password" required autoFocus={name !== undefined} data-focus={name === undefined ? undefined : true} value={password} onChange={(event) => setPassword(event.target.value)} />
      <button type="submit" className="btn p" disabled={ask.isPending}>{ask.isPending ? t.signIn.asking : t.signIn.submit}</button>
    </form>
  )
}

/** The button that leads to the provider of OpenID Connect, where the runner has one. */
const ProviderButton = ({ note }: { readonly note?: string }) => {
  const { data } = useQuery({ queryKey: ["ways"], queryFn: ({ signal }) => answered(api.GET("/admin/session/ways", { signal })), retry: false })
  const ask = useMutation({ mutationFn: signInByProvider })
  if (data?.oidc === undefined) return null
  return (
    <div className="provider">
      <p className="or">{t.signIn.or}</p>
      {ask.error === null ? null : <Note text={asRefusal(ask.error).message} />}
      <button type="button" className="btn" disabled={ask.isPending} onClick={() => ask.mutate()}>{ask.isPending ? t.signIn.leaving : t.signIn.with(data.oidc.name)}</button>
      {note === undefined ? null : <p className="meta">{note}</p>}
    </div>
  )
}

/** Over the page, which stays as it is. */
export const SignInDialog = () => {
  const { session } = useSignIn()
  return (
    <Dialog title={t.signIn.ended} className="again">
      <p className="muted">{t.signIn.endedNote}</p>
      <Fields name={session?.name} />
      <ProviderButton note={t.signIn.leavesPage} />
    </Dialog>
  )
}

export const SignInPage = () => {
  const { error, is } = useSignIn()
  return (
    <div className="login">
      <main>
        <div className="box">
          <span className="brand"><Brand />{t.product}</span>
          <h1>{t.signIn.title}</h1>
          {is === "failed"
            ? (
              <>
                <Note text={t.signIn.failed} detail={asRefusal(error).code} />
                <button type="button" className="btn" onClick={() => void start()}>{t.again}</button>
              </>
            )
            : (
              <>
                {error === undefined ? null : <Note text={t.signIn.firstFailed} detail={asRefusal(error).message} />}
                <Fields name={undefined} />
                <ProviderButton />
                <p className="meta">{t.signIn.first}</p>
              </>
            )}
        </div>
      </main>
    </div>
  )
}
