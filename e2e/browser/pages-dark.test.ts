/** Every page of the console in dark colours (see `support/Pages.ts`). */
import { pagesIn } from "./support/Pages.ts"

pagesIn("dark")
