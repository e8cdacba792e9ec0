/**
 * A state is always a shape, a word and a colour, so that none of them stands alone.
 */
import type { ReactNode } from "react"

export type Shape = "ok" | "move" | "hold" | "fail" | "doubt" | "wait" | "void"

const dark = "var(--surface)"

const drawings: Record<Shape, ReactNode> = {
  ok: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="currentColor" />
      <path d="m5.2 8.2 2 2 3.7-4.2" fill="none" stroke={dark} strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </>
  ),
  move: (
    <>
      <circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M8 2.2a5.8 5.8 0 0 1 0 11.6z" fill="currentColor" />
    </>
  ),
  hold: (
    <>
      <rect x="1.7" y="1.7" width="12.6" height="12.6" rx="3" fill="currentColor" />
      <path d="M6.2 5.2v5.6M9.8 5.2v5.6" stroke={dark} strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
  fail: (
    <>
      <path d="M8 1.6 15 14H1z" fill="currentColor" stroke="currentColor" strokeWidth="1" strokeLinejoin="round" />
      <path d="M8 6v3.6" stroke={dark} strokeWidth="1.6" strokeLinecap="round" />
      <circle cx="8" cy="11.8" r=".95" fill={dark} />
    </>
  ),
  doubt: (
    <>
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.6 2.2" />
      <path d="M6.4 6.4a1.7 1.7 0 1 1 2.5 1.5c-.6.35-.9.7-.9 1.3" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
      <circle cx="8" cy="11.2" r=".9" fill="currentColor" />
    </>
  ),
  wait: <circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  void: (
    <>
      <circle cx="8" cy="8" r="5.8" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="m4.2 11.8 7.6-7.6" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </>
  )
}

/** Only the shape: a word must be beside it. With `at` it stands in a picture. */
export const Mark = ({ shape, at, className }: { readonly shape: Shape; readonly at?: { readonly x: number; readonly y: number }; readonly className?: string }) => (
  <svg className={className ?? "sh"} viewBox="0 0 16 16" aria-hidden="true" {...(at === undefined ? {} : { ...at, width: 14, height: 14 })}>
    {drawings[shape]}
  </svg>
)

/** A shape and its word, as in a row of a table. */
export const State = ({ shape, children }: { readonly shape: Shape; readonly children: ReactNode }) => (
  <span className={`st ${shape}`}>
    <Mark shape={shape} />
    {children}
  </span>
)

/** The state of a whole page, beside its title. */
export const Tag = ({ shape, children }: { readonly shape: Shape; readonly children: ReactNode }) => (
  <span className={`tag ${shape}`}>
    <Mark shape={shape} />
    {children}
  </span>
)
