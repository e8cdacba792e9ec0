/** Creates databases once per job and copies them for each run, so that every run starts with the same data. */
import { cpSync } from "node:fs"
import { join } from "node:path"
import { asnsOf } from "../load/Sources.ts"
import { type Bench, connections, type Prepared } from "../run/Case.ts"
import type { Plan } from "../run/Plan.ts"
import type { Given, Service, SubjectName } from "../run/Subjects.ts"

/** Where the subjects of a case store their data. */
export type Database = "sqlite" | "postgres"
export const onPostgres = (on: Database): string => on === "postgres" ? ", on PostgreSQL with a transaction per request in the service" : ""

/** The subjects that store on SQLite. */
export const forms: ReadonlyArray<SubjectName> = ["raw", "fastify", "fastify-plain", "fastify-durable", "crossdock"]

/** Their order in a round. The goals need neither raw nor the form that commits each request, which is the weaker one. */
export const ofForms = ({ isOfGoals }: Plan): ReadonlyArray<SubjectName> => {
  return isOfGoals
    ? ["fastify", "fastify-durable", "crossdock", "fastify"]
    : ["raw", "fastify", "fastify-plain", "fastify-durable", "crossdock", "fastify", "raw"]
}

/** Those that run at all. */
export const inOrderOf = (names: ReadonlyArray<SubjectName>, order: ReadonlyArray<SubjectName>): ReadonlyArray<SubjectName> =>
  names.filter((name) => order.includes(name))

export const erpNowhere = "http://127.0.0.1:9/"

/** The prefixes of the existing order and ASN numbers. */
export const prefix = "S"

/**
 * Divides the distance between two reports about one entity, so that all reports about one entity use the same connection, each after the answer
 * to the previous one. So their order is known.
 */
const inOrder = 50

/** Creates orders and half as many ASNs, through the subject if it has a route for that. */
const withEntities = async (bench: Bench, service: Service, name: SubjectName, entities: number, at: Pick<Given, "data" | "databaseUrl">) => {
  const isOurs = name === "crossdock"
  const warehouse = await bench.peer("warehouse")
  const load = await bench.load()
  const subject = await bench.subject(service, name, {
    ...at,
    warehouseUrl: warehouse.url,
    isHeld: true,
    ...(isOurs ? { erpUrl: erpNowhere } : { seed: entities, prefix })
  })
  if (isOurs) {
    const common = { url: subject.url, connections, bound: { amount: entities } }
    await load.closed({ ...common, source: { name: "orders", prefix: `${prefix}O` } })
    await load.closed({ ...common, bound: { amount: asnsOf(entities) }, source: { name: "asns", prefix: `${prefix}A` } })
  }
  return { load, subject }
}

export const seeded = async (
  bench: Bench,
  names: ReadonlyArray<SubjectName>,
  entities: number,
  /** Creates deliveries that wait, by sending callbacks. */
  backlog: number,
  on: Database
): Promise<Pick<Prepared, "folders" | "databases">> => {
  const folders: Record<string, string> = {}
  const databases: Record<string, string> = {}
  for (const name of names.filter((each) => !bench.isComparison || each === "crossdock")) {
    const data = join(bench.folder, `seed-${name}`)
    const databaseUrl = on === "postgres" ? await bench.database() : undefined
    bench.say(`seeding ${name} with ${entities} orders and ${asnsOf(entities)} ASNs${backlog === 0 ? "" : `, ${backlog} reports waiting`}`)
    const { load, subject } = await withEntities(bench, "callback", name, entities, { data, ...(databaseUrl !== undefined && { databaseUrl }) })
    if (backlog > 0) {
      const { errors, told } = await load.closed({ url: subject.url, connections: inOrder, source: { name: "callbacks", prefix, entities }, bound: { amount: backlog } })
      if (errors > 0) throw new Error(`${name} could not be seeded: ${told.join("; ")}`)
    }
    await subject.stop()
    folders[name] = data
    if (databaseUrl !== undefined) databases[name] = databaseUrl
  }
  return { folders, databases }
}

/** Copies the seeded data for one run. */
export const copied = async (bench: Bench, { databases, folders }: Prepared, name: string): Promise<Pick<Given, "data" | "databaseUrl">> => {
  const data = join(bench.folder, `data-${name}`)
  const seed = folders?.[name]
  if (seed !== undefined) cpSync(seed, data, { recursive: true, filter: (file) => !file.endsWith(".log") && !file.endsWith(".lock") })
  const database = databases?.[name]
  return database === undefined ? { data } : { data, databaseUrl: await bench.database(database) }
}
