import { behaviour } from "./behaviour.ts"
import { sqlite } from "./storages.ts"

behaviour("SQLite", sqlite)
