#!/usr/bin/env node
/** The entry. The cache of compiled code holds only what is imported after it is enabled, so the imports are dynamic. */
import { enable } from "./CompileCache.ts"
import { environment } from "./ProcessEnvironment.ts"

const argv = process.argv.slice(2)
enable(argv, environment())
// Compiles schemas to code on first use; where code generation is not allowed, they are interpreted.
await import("effect/schema/SchemaJITCompiler/enable")
const { run } = await import("./cli/Cli.ts")
await run(argv)
