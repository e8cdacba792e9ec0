// Loaded before a runner in the case desk (`node --import`): counts what it asks its database, on SQLite and with the client of PostgreSQL.
//
//   parent -> "begin"       resets the counts
//   parent -> "statements"  answers { counted: { statements, commits } } since "begin"
//
// Begin, commit, rollback and savepoints are no statements. On PostgreSQL a statement that writes outside of a transaction is a commit.
import { createRequire } from "node:module"
import { DatabaseSync, StatementSync } from "node:sqlite"

const isControl = (text) => /^\s*(begin|start transaction|commit|rollback|savepoint|release|set|pragma)\b/i.test(text)
const isCommit = (text) => /^\s*commit\b/i.test(text)

let counts = { statements: 0, commits: 0 }

const note = (text) => {
  if (isCommit(text)) counts.commits++
  else if (!isControl(text)) counts.statements++
}

/** Statements that control a transaction; all others are looked up in vain, which costs little. */
const controls = new WeakMap()
const { prepare, exec } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function(text, ...rest) {
  const statement = prepare.call(this, text, ...rest)
  if (isControl(text)) controls.set(statement, text)
  return statement
}
DatabaseSync.prototype.exec = function(text) {
  note(text)
  return exec.call(this, text)
}
for (const name of ["run", "all", "get", "iterate"]) {
  const original = StatementSync.prototype[name]
  StatementSync.prototype[name] = function(...values) {
    const control = controls.get(this)
    if (control === undefined) counts.statements++
    else note(control)
    return original.apply(this, values)
  }
}

/** The client of the program that is started, which is the one that it imports. */
const clientOf = (program) => {
  try {
    return createRequire(program)("pg").Client
  } catch {
    return undefined
  }
}

const Client = clientOf(process.argv[1])
if (Client !== undefined) {
  const { query } = Client.prototype
  const inTransaction = new WeakSet()
  Client.prototype.query = function(asked, ...rest) {
    const text = typeof asked === "string" ? asked : asked?.text ?? ""
    note(text)
    if (/^\s*begin\b/i.test(text)) inTransaction.add(this)
    else if (/^\s*(commit|rollback(?!\s+to))\b/i.test(text)) inTransaction.delete(this)
    else if (!inTransaction.has(this) && !isControl(text) && /\b(insert|update|delete)\b/i.test(text)) counts.commits++
    return query.call(this, asked, ...rest)
  }
}

process.on("message", (message) => {
  if (message === "begin") counts = { statements: 0, commits: 0 }
  if (message === "statements") process.send({ counted: counts })
})
