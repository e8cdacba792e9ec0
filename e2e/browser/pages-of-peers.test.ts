/** The pages about peers, people and tools (see `support/Pages.ts`). */
import { examine, ofPeers } from "./support/Pages.ts"

examine(ofPeers)
