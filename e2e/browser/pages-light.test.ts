/** Every page of the console in light colours (see `support/Pages.ts`). */
import { pagesIn } from "./support/Pages.ts"

pagesIn("light")
