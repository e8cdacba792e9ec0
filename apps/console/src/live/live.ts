/**
 * Asks again what a hint of the runner concerns.
 */
import type { Query } from "@tanstack/react-query"
import { paced, queries } from "../api/queries.ts"
import { now } from "../now.ts"
import { concerns } from "./topics.ts"
import type { Hint } from "./line.ts"
import { listenShared } from "./tabs.ts"
import { changeLive, liveState } from "./state.ts"

/** A question is asked again by hints at most this often, in milliseconds. */
const pause = 2000

/** Questions with an interval of their own keep it: much is read for them. */
const isPaced = (query: Query): boolean => query.observers.some(({ options }) => options.refetchInterval === paced)

const pending = new Set<string>()
let flushedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

const flush = () => {
  timer = undefined
  flushedAt = now()
  const topics = new Set(pending)
  pending.clear()
  const predicate = (query: Query) => isPaced(query) && concerns(topics, query.queryKey)
  // The answer that comes next may be from before the change.
  const isAsking = queries.getQueryCache().findAll({ predicate, fetchStatus: "fetching" }).length > 0
  // A tab that nobody sees asks when it is seen again.
  void queries.invalidateQueries({ predicate, refetchType: document.hidden ? "none" : "active" }, { cancelRefetch: false })
  if (isAsking) plan(topics)
}

const plan = (topics: Iterable<string>) => {
  for (const topic of topics) pending.add(topic)
  if (pending.size > 0 && timer === undefined) timer = setTimeout(flush, Math.max(0, flushedAt + pause - now()))
}

/** The script that this page began with. */
const ownBuild = (): string | undefined => document.querySelector("script[type=module][src^='/assets/']")?.getAttribute("src") ?? undefined

const onHint = ({ build, topics }: Hint) => {
  const own = ownBuild()
  changeLive({ isLive: true, ...(build !== undefined && own !== undefined && { isUpgraded: build !== own }) })
  plan(topics)
}

const onBroken = () => {
  if (!liveState().isLive) return
  changeLive({ isLive: false })
  // Asks at once, so that the head says whether the runner answers.
  void queries.invalidateQueries({ predicate: isPaced, refetchType: document.hidden ? "none" : "active" }, { cancelRefetch: false })
}

let end: (() => void) | undefined

/** Whether somebody is signed in, who may be told. */
export const listen = (isSignedIn: boolean): void => {
  if (isSignedIn) end ??= listenShared({ onHint, onBroken })
  else {
    end?.()
    end = undefined
    changeLive({ isLive: false })
  }
}
