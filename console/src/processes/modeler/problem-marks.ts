import type { ElementMark, Marks } from '../diagram/marks.ts'
import type { Problem } from './use-draft.ts'

/** Returns the marks of the elements that have problems, each with the messages, `inWords`, as its title. */
export function problemMarks(problems: readonly Problem[], inWords: (message: string) => string): Marks {
  const byElement = Map.groupBy(
    problems.filter(({ elementId }) => elementId !== undefined),
    ({ elementId }) => elementId!,
  )
  const marks = [...byElement].map(([id, list]): [string, ElementMark] => {
    const hasError = list.some(({ severity }) => severity === 'error')
    const tone = hasError ? 'problem' : 'changed'
    const title = list.map(({ message }) => inWords(message)).join('\n')
    return [id, { tone: 'problem', badges: [{ tone, text: String(list.length), title }] }]
  })
  return { elements: new Map(marks), taken: new Set() }
}
