import { suite } from "../law/index.ts"
import { rows, rules } from "./rows.ts"
import { subjects } from "./samples.ts"

suite({ name: "the members of document 3, inbound path", rows, rules, subjects })
