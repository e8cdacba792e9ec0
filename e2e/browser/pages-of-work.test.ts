/** The pages about orders, goods and messages (see `support/Pages.ts`). */
import { examine, ofWork } from "./support/Pages.ts"

examine(ofWork)
