import { suite } from "../law/index.ts"
import { rows, rules } from "./rows.ts"
import { subjects } from "./samples.ts"
import * as StockChanges from "./stockChangeRows.ts"
import { subjects as stockChangeSubjects } from "./stockChangeSamples.ts"
import * as StockOrders from "./stockOrderRows.ts"
import { subjects as stockOrderSubjects } from "./stockOrderSamples.ts"
import * as Stock from "./stockRows.ts"
import { subjects as stockSubjects } from "./stockSamples.ts"

suite({ name: "the members of document 3, inbound path", rows, rules, subjects })

suite({ name: "the members of document 3, stock", rows: Stock.rows, rules: Stock.rules, subjects: stockSubjects })

suite({ name: "the members of document 3, orders of stock", rows: StockOrders.rows, rules: StockOrders.rules, subjects: stockOrderSubjects })

suite({ name: "the members of document 3, changes of stock", rows: StockChanges.rows, rules: [], subjects: stockChangeSubjects })
