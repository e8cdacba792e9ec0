import * as Effect from "effect/Effect"
import { NodeRuntime } from "@effect/platform-node"
import { start } from "./Runtime.ts"
NodeRuntime.runMain(start(process.env))
