import { createStore } from '../api/store.ts'

/** A question that the user answers before an action is carried out. */
export interface Question {
  readonly title: string
  readonly text?: string
  /** Label of the button that goes on, a verb: "Delete". */
  readonly action: string
  readonly isDanger?: boolean
}

/** The open question, or undefined; the shell shows it in a dialog. */
export const asked = createStore<(Question & { readonly answer: (isConfirmed: boolean) => void }) | undefined>(
  undefined,
)

/** Asks the user to confirm; resolves with the answer. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (isConfirmed) => {
        asked.set(undefined)
        resolve(isConfirmed)
      },
    })
  })
}
