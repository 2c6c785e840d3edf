import { definitionInvalid } from './errors.ts'

/** One thing that is wrong in the files of a solution. */
export interface Problem {
  /** Path inside the solution: `namespaces/ref/apps/contacts.yaml`. */
  readonly file: string
  /** From 1; absent when the problem has no place in the text, such as a missing file. */
  readonly line?: number
  /** `fields[3].type`; empty for the file as a whole. */
  readonly path: string
  readonly message: string
}

/** Where something stands, for problems that show only beside what is deployed. */
export type Place = Omit<Problem, 'message'>

/** Notes a problem at a place of the file that is being read. */
export type Refuse = (path: readonly (string | number)[], message: string) => void

/** So many are told of one solution; behind them nothing more is read. */
export const mostProblems = 1000

/** Throws all problems as one refusal; does nothing when there are none. */
export function refuseProblems(problems: readonly Problem[]): void {
  const first = problems[0]
  if (first === undefined) return
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`
  throw definitionInvalid(`${problemLine(first)}${more}`, { problems: problems.slice(0, mostProblems) })
}

/** `namespaces/ref/apps/contacts.yaml:12: fields[3].type: unknown type "strng"` */
export function problemLine({ file, line, path, message }: Problem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${path === '' ? '' : `${path}: `}${message}`
}
