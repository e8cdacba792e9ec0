/** What a warehouse of the runs of the order desk hears of creates and questions, and what it refuses. */
import type { Pieces } from "../../oracle/Desk.ts"
import type { Create, Question, Refused } from "../../oracle/DeskRefusals.ts"

/** The answer to a create that is refused. `isDone`: the warehouse carries it out nevertheless. */
export interface Refusal {
  readonly text: string
  readonly isDone: boolean
}

export interface Records {
  readonly creates: ReadonlyArray<Create>
  readonly questions: ReadonlyArray<Question>
  readonly refused: ReadonlyArray<Refused>
}

interface Asked {
  readonly number: string
  readonly order: string
  readonly pieces: Pieces
}

export const make = (warehouse: string) => {
  const creates: Array<Create> = []
  const questions: Array<Question> = []
  const refused: Array<Refused> = []
  const records: Records = { creates, questions, refused }
  return {
    records,
    create: (asked: Asked) => void creates.push({ warehouse, at: Date.now(), ...asked }),
    question: (number: string, isFound: boolean) => void questions.push({ warehouse, at: Date.now(), number, isFound }),
    refuse: (asked: Asked, refusal: Refusal, isLost: boolean) => void refused.push({ warehouse, at: Date.now(), ...asked, ...refusal, isLost })
  }
}
