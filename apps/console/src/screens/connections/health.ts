/**
 * What is the matter with a connection, in shapes and words. The runner decides it, for the flow too.
 */
import type { Answer } from "../../api/Answer.ts"
import type { Shape } from "../../parts/State.tsx"
import { t } from "../../texts.ts"
import { shapes } from "../flow/states.ts"

export type Connection = Answer<"/admin/connections">["items"][number]

export interface Health {
  readonly shape: Shape
  readonly word: string
  readonly since: string | undefined
  /** The words of the peer, or of the person who paused it. */
  readonly because: string | undefined
}

const well: Health = { shape: "ok", word: t.flow.health.ok, since: undefined, because: undefined }

/** Everything that is the matter, the gravest first, as the runner says it. */
export const healthsOf = ({ health }: Pick<Connection, "health">): ReadonlyArray<Health> =>
  health.causes.map(({ code, params, since }) => ({ shape: shapes[code], word: t.flow.causes[code](Number(params["count"] ?? 0)), since, because: params["because"] }))

export const healthOf = (each: Pick<Connection, "health">): Health => healthsOf(each)[0] ?? well

/** What people call a peer of this contract. */
export const kindOf = ({ contract }: Pick<Connection, "contract">): string => t.connections.kinds[contract]
