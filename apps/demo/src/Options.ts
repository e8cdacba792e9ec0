/**
 * The options of the demo, and its help.
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"

export interface Options {
  /** The file of the page. */
  readonly page: string
  readonly isQuiet: boolean
  /** Milliseconds that each step may take. */
  readonly patience: number
  readonly plantAt: string | undefined
}

/** What the help shows of a step. */
interface Listed {
  readonly id: string
  readonly title: string
}

export const help = (steps: ReadonlyArray<Listed>, page: string): string => `npm run demo [-- options]

Plays the life of two orders on this machine: a runner with a simulated shop, two simulated warehouses, an order desk and an ERP that
keeps books. Goods are announced by the open API and received in two batches; the shop is told its stock; an order is split over both
warehouses and ships in two parcels with labels of the shop; another is cancelled, and what it had reserved is released.

After each step it shows the books of the ERP, what the warehouses count, and what the shop offers. It compares every figure with a
replay that knows nothing of the books, and ends with 1 if one differs. Nothing leaves this machine, and nothing is left behind but
the page.

  --page FILE      where the page is written (default: ${page})
  --quiet          print the last line alone
  --patience SECS  how long a step may take before it counts as different (default: 20)
  --plant STEP     enter a mug into the books that nobody has received, to see that the demo finds it
  --help           this text

Steps: ${steps.map(({ id }) => id).join(", ")}

Exit codes: 0 every figure is as the replay says, 1 a figure differs or a step failed, 2 wrong usage

What you see is made of these commands, which work with every runner:
  crossdock call CREATE_ASN_ORDER --open-api     announce goods by document 3
  crossdock orders show <number>                 where an order is, and why the desk placed it there
  crossdock books stock, crossdock books log     the books, and what moved in them
The composition is apps/demo/crossdock.config.ts.
`

/** The options, a text that asks for help, or what is wrong with them. */
export const parse = (args: ReadonlyArray<string>, steps: ReadonlyArray<Listed>, page: string): Options | "help" | { readonly problem: string } => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { page: { type: "string" }, quiet: { type: "boolean" }, patience: { type: "string" }, plant: { type: "string" }, help: { type: "boolean", short: "h" } },
      strict: true
    })
    if (values.help === true) return "help"
    const patience = values.patience === undefined ? 20 : Number(values.patience)
    if (!(patience > 0)) return { problem: `--patience ${values.patience}: give a number of seconds above 0` }
    if (values.plant !== undefined && !steps.some(({ id }) => id === values.plant)) {
      return { problem: `--plant ${values.plant}: there is no such step; choose one of ${steps.map(({ id }) => id).join(", ")}` }
    }
    return { page: resolve(values.page ?? page), isQuiet: values.quiet === true, patience: patience * 1000, plantAt: values.plant }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
