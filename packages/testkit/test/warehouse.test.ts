/**
 * The suite over a plugin that is right: every law is run, and holds.
 */
import { WarehouseV1Suite } from "../src/index.ts"
import * as Right from "./correct-plugin.ts"

const { fixture, layer } = Right.peer()

WarehouseV1Suite.suite({ plugin: Right.plugin(), settings: Right.settings, fixture, layer })
