import { behaviour } from "./behaviour.ts"
import { postgres } from "./storages.ts"

behaviour("PostgreSQL", postgres)
