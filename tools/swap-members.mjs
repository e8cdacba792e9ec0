// Exchanges two members of one type in a message table of the protocols and runs the golden files, which must fail. For each of the four
// protocols it takes the table of one message by the seed, and tries each pair of it, or as many as asked for.
//
//   node tools/swap-members.mjs --seed 7                  started through the launcher
//   node tools/swap-members.mjs --seed 7 --pairs 5
//
// Members that code reads and writes by their names keep them whatever the table says; their pairs are counted apart, and
// test/golden/swaps.test.ts exchanges what stands under their names. The exit status is 1 if a pair stays unseen.
import { spawnSync } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "packages/protocols")
const option = (name, usual) => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? usual : Number(process.argv[at + 1])
}
const seed = option("seed", 1)
const most = option("pairs", Infinity)

const golden = (file) => import(new URL(`../packages/protocols/test/golden/${file}`, import.meta.url).href)
const { subjects } = await golden("Golden.ts")
const Swaps = await golden("Swaps.ts")

/** A figure from 0 to below 1, the same for the same seed (mulberry32). */
const chanceOf = (state) => () => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const chance = chanceOf(seed)

const isOfCode = ({ one, other }) => [one, other].every(({ byHand, is }) => is === null || byHand !== undefined)

/** Whether the golden files hold while two members are exchanged. */
const holds = (title) =>
  spawnSync(join(folder, "node_modules/.bin/vitest"), ["run", "--config", "vitest.exchanged.config.ts", "--reporter=dot"], {
    cwd: folder,
    env: title === undefined ? process.env : { ...process.env, EXCHANGED_MEMBERS: title },
    stdio: "ignore"
  }).status === 0

if (!holds()) {
  console.log("the golden files do not hold as they are; run the tests of packages/protocols")
  process.exit(1)
}
const unseen = []
for (const protocol of new Set(subjects.map((subject) => subject.protocol))) {
  const swaps = subjects.filter((subject) => subject.protocol === protocol).flatMap(Swaps.of).filter((swap) => !isOfCode(swap))
  const tables = [...new Set(swaps.map(({ table }) => table))]
  const table = tables[Math.floor(chance() * tables.length)]
  const titles = new Set(swaps.filter((swap) => swap.table === table).map(Swaps.titleOf))
  // A table that several messages have is changed in all of them at once.
  const pairs = [...titles].filter((title, at, all) => all.findIndex((other) => other.split(": ")[1] === title.split(": ")[1]) === at)
  const tried = pairs.toSorted(() => chance() - 0.5).slice(0, most)
  console.log(`${protocol}: ${table.name}, ${tried.length} of ${pairs.length} pairs`)
  for (const title of tried) {
    const isUnseen = holds(title)
    console.log(`  ${isUnseen ? "UNSEEN" : "red"}  ${title}`)
    if (isUnseen) unseen.push(title)
  }
}
console.log(unseen.length === 0 ? "every exchange turned a test red" : `${unseen.length} exchanges stayed unseen`)
process.exitCode = unseen.length === 0 ? 0 : 1
