// `node bench/growth/main.ts [--orders 500000] [--rate 100] [--seconds 600]` runs a load on a database with years of data.
// Build first. The exit code is 1 if a synchronous section of the runner took more than 50 ms of CPU, not counting garbage
// collection, or if an order was lost or doubled.
import { parseArgs } from "node:util"
import { growth } from "./Growth.ts"

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "500000" },
    rate: { type: "string", default: "100" },
    seconds: { type: "string", default: "600" }
  }
})
const found = await growth({
  orders: Number(values.orders),
  rate: Number(values.rate),
  seconds: Number(values.seconds),
  say: (line) => void process.stderr.write(`${line}\n`)
})
process.stdout.write(`${JSON.stringify(found, null, 2)}\n`)
process.exit(found.runner.sectionsOver50msOwnCpu > 0 || found.missing > 0 || found.doubled > 0 ? 1 : 0)
