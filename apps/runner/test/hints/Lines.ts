/** Lines of events over real sockets, as a browser opens them. */
import * as Effect from "effect/Effect"
import { request } from "node:http"

export interface Line {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** What was told, the oldest first. */
  readonly told: ReadonlyArray<{ readonly topics: ReadonlyArray<string>; readonly build?: string }>
  /** Everything that came, as it came. */
  readonly text: () => string
  readonly hasEnded: () => boolean
}

/** Opens a line, which is closed with the scope. */
export const openLine = (port: number, headers: Readonly<Record<string, string>>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => new Promise<{ readonly line: Line; readonly close: () => void }>((done, failed) => {
        const told: Array<Line["told"][number]> = []
        let text = ""
        let read = 0
        let hasEnded = false
        const sent = request({ host: "127.0.0.1", port, path: "/admin/events", headers }, (answer) => {
          answer.setEncoding("utf8")
          answer.on("data", (part: string) => {
            text += part
            for (let end = text.indexOf("\n\n", read); end >= 0; end = text.indexOf("\n\n", read)) {
              const data = /^data: (.*)$/m.exec(text.slice(read, end))?.[1]
              if (data !== undefined && data.startsWith("{\"topics\"")) told.push(JSON.parse(data))
              read = end + 2
            }
          })
          const end = () => {
            hasEnded = true
          }
          answer.on("end", end).on("close", end).on("error", end)
          done({ line: { status: answer.statusCode ?? 0, headers: answer.headers, told, text: () => text, hasEnded: () => hasEnded }, close: () => sent.destroy() })
        })
        sent.on("error", failed)
        sent.end()
      })),
      ({ close }) => Effect.sync(close)
    ),
    ({ line }) => line
  )
