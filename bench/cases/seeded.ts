/** Creates databases once per job and copies them for each run, so that every run starts with the same data. */
import { cpSync } from "node:fs"
import { join } from "node:path"
import { type Bench, connections } from "../run/Case.ts"
import type { Service, SubjectName } from "../run/Subjects.ts"

export const erpNowhere = "http://127.0.0.1:9/"

/** The prefixes of the existing order and ASN numbers. */
export const prefix = "S"

/**
 * Divides twice the number of entities, so that all reports about one entity use the same connection, each after the answer
 * to the previous one. So their order is known.
 */
const inOrder = 50

/** Creates the same number of orders and ASNs, through the subject if it has a route for that. */
const withEntities = async (bench: Bench, service: Service, name: SubjectName, entities: number, folder: string) => {
  const isOurs = name === "crossdock"
  const warehouse = await bench.peer("warehouse")
  const load = await bench.load()
  const subject = await bench.subject(service, name, {
    data: folder,
    warehouseUrl: warehouse.url,
    isHeld: true,
    ...(isOurs ? { erpUrl: erpNowhere } : { seed: entities, prefix })
  })
  if (isOurs) {
    const common = { url: subject.url, connections, bound: { amount: entities } }
    await load.closed({ ...common, source: { name: "orders", prefix: `${prefix}O` } })
    await load.closed({ ...common, source: { name: "asns", prefix: `${prefix}A` } })
  }
  return { load, subject }
}

export const seeded = async (
  bench: Bench,
  names: ReadonlyArray<SubjectName>,
  entities: number,
  /** Creates deliveries that wait, by sending callbacks. */
  backlog: number
): Promise<Readonly<Record<string, string>>> => {
  const folders: Record<string, string> = {}
  for (const name of names) {
    const folder = join(bench.folder, `seed-${name}`)
    bench.say(`seeding ${name} with ${entities} orders and ${entities} ASNs${backlog === 0 ? "" : `, ${backlog} reports waiting`}`)
    const { load, subject } = await withEntities(bench, "callback", name, entities, folder)
    if (backlog > 0) {
      const { errors, told } = await load.closed({ url: subject.url, connections: inOrder, source: { name: "callbacks", prefix, entities }, bound: { amount: backlog } })
      if (errors > 0) throw new Error(`${name} could not be seeded: ${told.join("; ")}`)
    }
    await subject.stop()
    folders[name] = folder
  }
  return folders
}

/** Copies the seeded data for one run. */
export const copied = (bench: Bench, folders: Readonly<Record<string, string>> | undefined, name: string): string => {
  const data = join(bench.folder, `data-${name}`)
  const seed = folders?.[name]
  if (seed !== undefined) cpSync(seed, data, { recursive: true, filter: (file) => !file.endsWith(".log") && !file.endsWith(".lock") })
  return data
}
