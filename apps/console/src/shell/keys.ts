/**
 * The keys of every page. They are off while somebody types.
 */
import { useEffect } from "react"
import { isTyping } from "../parts/typing.ts"
import { places } from "./places.ts"

/** How long after `g` its letter may come. */
const patience = 1500

export const useKeys = ({ onSearch, onHelp, onGo }: { readonly onSearch: () => void; readonly onHelp: () => void; readonly onGo: (to: (typeof places)[number]["to"]) => void }): void => {
  useEffect(() => {
    let isGoing = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault()
        onSearch()
        return
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]") !== null) return
      if (isGoing) {
        isGoing = false
        const place = places.find((each) => each.key === event.key)
        if (place !== undefined) onGo(place.to)
      } else if (event.key === "/") {
        event.preventDefault()
        onSearch()
      } else if (event.key === "?") onHelp()
      else if (event.key === "g") {
        isGoing = true
        clearTimeout(timer)
        timer = setTimeout(() => {
          isGoing = false
        }, patience)
      }
    }
    addEventListener("keydown", onKey)
    return () => {
      removeEventListener("keydown", onKey)
      clearTimeout(timer)
    }
  }, [onSearch, onHelp, onGo])
}
