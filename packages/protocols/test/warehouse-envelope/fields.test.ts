import { suite } from "../law/index.ts"
import { rows, rules } from "./rows.ts"
import { subjects } from "./samples.ts"

// A per-item false is a failure, though the document lists no such member (U-85).
suite({ name: "the members of document 1", rows, rules, subjects, beyond: ["cancelAsnOrder result.success"] })
