/**
 * The runner as a process that ends itself at a named place: `FAULTS_FAILPOINT=name` or `name:n`, with SIGKILL when it
 * passes the place for the n-th time.
 */
// oxlint-disable-next-line import/no-unassigned-import
import "effect/schema/SchemaJITCompiler/enable"
import { run } from "../../apps/runner/src/cli/Cli.ts"
import { everywhere, type Name } from "../../apps/runner/src/engine/Failpoint.ts"

const killingAt = (setting: string): (name: Name) => void => {
  const [wanted, times = "1"] = setting.split(":")
  let left = Number(times)
  return (name) => {
    if (name === wanted && --left === 0) process.kill(process.pid, "SIGKILL")
  }
}

const setting = process.env["FAULTS_FAILPOINT"]
if (setting !== undefined) everywhere.pass = killingAt(setting)

run(process.argv.slice(2))
