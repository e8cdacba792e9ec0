/**
 * The head of every page: search, whether what is shown is of now, and who is signed in.
 */
import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type RefObject, useEffect } from "react"
import { useAnswers } from "../api/answers.ts"
import { clock, shortClock, zoneAt, zoneId } from "../formats.ts"
import { useNow } from "../now.ts"
import { Failed } from "../parts/Asked.tsx"
import { signOut, useSignIn } from "../session.ts"
import { t } from "../texts.ts"
import { setTheme, themes, useTheme } from "../theme.ts"
import { Brand } from "./Brand.tsx"
import { SearchBox } from "./SearchBox.tsx"

/** How long nothing may answer before the head says so, and before it says of when the page is. */
const patience = { reconnecting: 3000, asOf: 15_000 }
/** When figures are shown as old. */
const oldAfter = 120_000

const Live = () => {
  const { lastAt, missingSince } = useAnswers()
  const now = useNow()
  const missing = missingSince === undefined ? 0 : now - missingSince
  const isOld = missing >= oldAfter
  useEffect(() => {
    document.documentElement.classList.toggle("old", isOld)
  }, [isOld])
  if (missing < patience.reconnecting) return <span className="live"><i />{t.live}</span>
  return (
    <span className="live late" role="status">
      <i />
      {missing < patience.asOf ? t.reconnecting : lastAt === undefined ? t.noAnswerYet : t.asOf(clock(lastAt))}
    </span>
  )
}

const Account = () => {
  const { session } = useSignIn()
  const theme = useTheme()
  const leaving = useMutation({ mutationFn: signOut })
  if (session === undefined) return null
  const role = session.role === undefined ? t.token : t.roles[session.role]
  return (
    <>
      <button type="button" className="me" popoverTarget="account" title={t.account(session.name, role)}>
        {session.name.slice(0, 2).toUpperCase()}<span className="vh">, {t.accountMenu}: {t.account(session.name, role)}</span>
      </button>
      <div id="account" popover="auto" className="menu">
        <p><b>{session.name}</b><small>{role}</small></p>
        <fieldset>
          <legend>{t.look}</legend>
          <div className="seg">
            {themes.map((each) => <button key={each} type="button" aria-pressed={each === theme} onClick={() => setTheme(each)}>{t.looks[each]}</button>)}
          </div>
        </fieldset>
        {leaving.error === null ? null : <Failed error={leaving.error} />}
        <button type="button" className="btn" disabled={leaving.isPending} onClick={() => leaving.mutate()}>{t.signOut}</button>
      </div>
    </>
  )
}

export const Top = ({ input, query, onSearch }: { readonly input: RefObject<HTMLInputElement | null>; readonly query: string; readonly onSearch: (query: string) => void }) => {
  const now = useNow(10)
  return (
    <header className="top">
      <Link className="brand only-s" to="/" aria-label={t.product}><Brand /></Link>
      <SearchBox input={input} query={query} onSearch={onSearch} />
      <span className="grow hide-s" />
      <Live />
      <span className="who">
        <span className="hide-s" title={t.zone(zoneId)}>{shortClock(now)} {zoneAt(now)}</span>
        <Account />
      </span>
    </header>
  )
}
