/**
 * The search in the head: what is found is offered below while somebody types. Enter opens what is marked, or the page of all that was found.
 */
import { useQuery } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { Search } from "lucide-react"
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react"
import { answered, api } from "../api/client.ts"
import { type Hit, hrefOf, keyOf, numbersIn } from "../screens/search/hits.ts"
import { t } from "../texts.ts"
import { pages } from "./places.ts"

/** After how many milliseconds without a key it is searched, from how many characters on, and how much is offered. */
const pause = 180
const least = 2
const most = 8

const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

export const SearchBox = ({ input, query, onSearch }: { readonly input: RefObject<HTMLInputElement | null>; readonly query: string; readonly onSearch: (query: string) => void }) => {
  const router = useRouter()
  const id = useId()
  const [typed, setTyped] = useState(query)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  useEffect(() => setTyped(query), [query])
  const q = usePaused(typed.trim())
  const isWanted = isOpen && q.length >= least && numbersIn(q).length === 1
  const found = useQuery({
    queryKey: ["search", q],
    queryFn: ({ signal }) => answered(api.GET("/admin/search", { params: { query: { q } }, signal })),
    enabled: isWanted,
    refetchInterval: false,
    placeholderData: (before) => before
  })
  const hits = (isWanted ? found.data?.items ?? [] : []).filter((hit) => hrefOf(hit, pages) !== undefined).slice(0, most)
  const open = (hit: Hit) => {
    const href = hrefOf(hit, pages)
    setOpen(false)
    input.current?.blur()
    if (href !== undefined) router.history.push(href)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      if (isOpen && hits.length > 0) setOpen(false)
      else input.current?.blur()
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      setOpen(true)
      setMarked((before) => Math.max(-1, Math.min(hits.length - 1, before + (event.key === "ArrowDown" ? 1 : -1))))
    }
  }
  const isShown = hits.length > 0
  return (
    <form
      role="search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault()
        // What alone has exactly this number is what is meant, once the answer is to this number and not to its beginning.
        const isOfThis = q === typed.trim() && !found.isPlaceholderData
        const exact = isOfThis ? hits.filter(({ matched }) => matched === q) : []
        const hit = hits[marked] ?? (exact.length === 1 ? exact[0] : undefined)
        if (hit !== undefined) open(hit)
        else if (typed.trim() !== "") {
          setOpen(false)
          // The next keys are for what was found.
          input.current?.blur()
          onSearch(typed.trim())
        }
      }}
    >
      <Search className="ic s" aria-hidden />
      <label className="vh" htmlFor={id}>{t.searchLabel}</label>
      <input
        id={id}
        ref={input}
        type="search"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}l`}
        aria-autocomplete="list"
        {...(isShown && marked >= 0 ? { "aria-activedescendant": `${id}${marked}` } : {})}
        placeholder={t.searchHint}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value)
          setMarked(-1)
          setOpen(true)
        }}
        onPaste={(event) => {
          // A list that is pasted has lines, which a field of one line would lose.
          const numbers = numbersIn(event.clipboardData.getData("text"))
          if (numbers.length < 2) return
          event.preventDefault()
          onSearch(numbers.join(","))
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
      />
      <kbd className="hide-s" aria-hidden>/</kbd>
      <ul id={`${id}l`} role="listbox" aria-label={t.search.title} className={isShown ? "hits" : "hits none"}>
        {hits.map((hit, place) => (
          <li
            key={keyOf(hit)}
            id={`${id}${place}`}
            role="option"
            aria-selected={place === marked}
            onMouseDown={(event) => {
              event.preventDefault()
              open(hit)
            }}
          >
            <span>{hit.label}</span>
            <small>{t.search.kinds[hit.kind]}{hit.matched === hit.label ? "" : ` · ${t.search.matchedBy[hit.matchedBy] ?? hit.matchedBy} ${hit.matched}`}{hit.scope === undefined ? "" : ` · ${hit.scope}`}</small>
          </li>
        ))}
      </ul>
    </form>
  )
}
