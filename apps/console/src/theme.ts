/**
 * Light or dark: as the system says, unless the person chose one here. The choice is kept in the browser.
 */
import { useSyncExternalStore } from "react"
import { oneOf } from "./search.ts"

export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const key = "crossdock.theme"
const kept = (): Theme => {
  try {
    return oneOf(themes, localStorage.getItem(key)) ?? "system"
  } catch {
    // A browser that keeps nothing for this page shows what the system says.
    return "system"
  }
}

let theme: Theme = kept()
const listeners = new Set<() => void>()
const show = () => {
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
}
show()

export const setTheme = (next: Theme): void => {
  theme = next
  try {
    localStorage.setItem(key, next)
  } catch {
    // It holds until the page is closed.
  }
  show()
  for (const each of listeners) each()
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, () => theme)
