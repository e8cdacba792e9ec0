#!/usr/bin/env node
// Schemas are compiled to code on first use; where code may not be made they are interpreted.
// oxlint-disable-next-line import/no-unassigned-import
import "effect/schema/SchemaJITCompiler/enable"
import { run } from "./cli/Cli.ts"

run(process.argv.slice(2))
