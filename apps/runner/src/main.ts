#!/usr/bin/env node
import { run } from "./cli/Cli.ts"

run(process.argv.slice(2))
