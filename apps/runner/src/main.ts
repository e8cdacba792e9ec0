#!/usr/bin/env node
// Schemas are compiled to code on first use; where code may not be made they are interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { run } from "./cli/Cli.ts"

run(process.argv.slice(2))
