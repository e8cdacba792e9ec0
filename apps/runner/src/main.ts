#!/usr/bin/env node
// Compiles schemas to code on first use; where code generation is not allowed, they are interpreted.
// oxlint-disable-next-line import/no-unassigned-import
import "effect/schema/SchemaJITCompiler/enable"
import { run } from "./cli/Cli.ts"

run(process.argv.slice(2))
