/**
 * The lines of the log as JSON. A line of work that is traced has the id of the trace beside what its work has noted.
 */
import * as Formatter from "effect/Formatter"
import * as Logger from "effect/Logger"
import * as Spans from "./Spans.ts"

export const format = Logger.make((options) => {
  const line = Logger.formatStructured.log(options)
  const traceId = Spans.traceIdOf(options.fiber)
  return Formatter.formatJson(traceId === undefined ? line : { ...line, traceId })
})

/** Writes lines to the console. */
export const json = Logger.withConsoleLog(format)
