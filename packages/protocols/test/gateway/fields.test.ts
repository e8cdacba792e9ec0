import { suite } from "../law/index.ts"
import { rows, rules } from "./rows.ts"
import { subjects } from "./samples.ts"

// Nothing is said about code; what is read and written for it stands in variants.test.ts (G-025 to G-028).
suite({ name: "the members of document 2 part A", rows, rules, subjects, beyond: ["response.code"] })
