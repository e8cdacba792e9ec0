/**
 * A link to an address that is known only as text, such as that of a search hit.
 */
import { useRouter } from "@tanstack/react-router"
import type { ReactNode } from "react"

export const Go = ({ href, children, className }: { readonly href: string; readonly children: ReactNode; readonly className?: string }) => {
  const router = useRouter()
  return (
    <a
      href={href}
      className={className}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        router.history.push(href)
      }}
    >
      {children}
    </a>
  )
}
