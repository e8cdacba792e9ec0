/**
 * What surrounds every page.
 */
import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router"
import { useCallback, useRef, useState } from "react"
import { useIsUpgraded } from "../live/state.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { useSignIn } from "../session.ts"
import { t } from "../texts.ts"
import { Entries, Side, Tabs } from "./Navigation.tsx"
import { useKeys } from "./keys.ts"
import { isFor, places, type Place } from "./places.ts"
import { SignInDialog, SignInPage } from "./SignIn.tsx"
import { Top } from "./Top.tsx"

const Keys = ({ onClose }: { readonly onClose: () => void }) => {
  const { session } = useSignIn()
  return (
    <Dialog title={t.keysTitle} onClose={onClose}>
      <dl className="kv keys">
        {Object.entries(t.keys).map(([key, what]) => [<dt key={key}><kbd>{key}</kbd></dt>, <dd key={`${key}:`}>{what}</dd>])}
        {places.filter((place) => isFor(place, session)).map((place) => place.key === undefined ? null : [<dt key={place.id}><kbd>g</kbd> <kbd>{place.key}</kbd></dt>, <dd key={`${place.id}:`}>{t.places[place.id]}</dd>])}
      </dl>
      <div className="do"><button type="button" className="btn" onClick={onClose}>{t.close}</button></div>
    </Dialog>
  )
}

const Menu = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={t.more} onClose={onClose} className="more">
    <nav aria-label={t.more}><Entries onGo={onClose} /></nav>
    <div className="do"><button type="button" className="btn" onClick={onClose}>{t.close}</button></div>
  </Dialog>
)

/** What is typed stays until the person decides. */
const Upgraded = () =>
  useIsUpgraded()
    ? (
      <div className="upgraded" role="status">
        <span>{t.failed.stale}</span>
        <button type="button" className="btn s" onClick={() => location.reload()}>{t.failed.reload}</button>
      </div>
    )
    : null

const Shell = ({ isEnded }: { readonly isEnded: boolean }) => {
  const [open, setOpen] = useState<"keys" | "menu" | undefined>(undefined)
  const search = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const query = useRouterState({ select: (state) => (state.location.pathname === "/search" ? (state.location.search as { q?: string }).q ?? "" : "") })
  const close = useCallback(() => setOpen(undefined), [])
  useKeys({
    onSearch: useCallback(() => search.current?.focus(), []),
    onHelp: useCallback(() => setOpen("keys"), []),
    onGo: useCallback((to: Place["to"]) => void navigate({ to }), [navigate])
  })
  return (
    <>
      <a className="skip" href="#main">{t.skip}</a>
      <div className="app">
        <Side />
        <div>
          <Top input={search} query={query} onSearch={(q) => void navigate({ to: "/search", search: { q } })} />
          <Upgraded />
          <main id="main" tabIndex={-1}><Outlet /></main>
        </div>
      </div>
      <Tabs onMore={() => setOpen("menu")} />
      {open === "keys" ? <Keys onClose={close} /> : open === "menu" ? <Menu onClose={close} /> : null}
      {isEnded ? <SignInDialog /> : null}
    </>
  )
}

/** Another person who signs in over the page gets a page of his own, with nothing of the one before. */
export const Layout = () => {
  const { is, session } = useSignIn()
  if (is === "asking") return null
  return is === "out" || is === "failed" ? <SignInPage /> : <Shell key={session?.name ?? ""} isEnded={is === "ended"} />
}
