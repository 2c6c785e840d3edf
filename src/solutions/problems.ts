import { definitionInvalid } from './errors.ts'

/** A problem in the files of a solution. */
export interface Problem {
  /** The path of the file inside the solution, such as `namespaces/ref/apps/contacts.yaml`. */
  readonly file: string
  /** The line, counted from 1; absent when the problem has no place in the text, such as a missing file. */
  readonly line?: number
  /** The place inside the file, such as `fields[3].type`; empty for the whole file. */
  readonly path: string
  readonly message: string
}

/**
 * The place of a definition in its file, for problems that only a comparison with the deployed definitions can show.
 */
export type Place = Omit<Problem, 'message'>

/** Reports a problem at a place of the file that is being read. */
export type Refuse = (path: readonly (string | number)[], message: string) => void

/** The maximum number of problems reported for one solution; reading stops at this number. */
export const maxProblems = 1000

/** Throws `definition.invalid` with at most `maxProblems` of the problems; does nothing when there are none. */
export function refuseProblems(problems: readonly Problem[]): void {
  const first = problems[0]
  if (first === undefined) return
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`
  throw definitionInvalid(`${problemLine(first)}${more}`, { problems: problems.slice(0, maxProblems) })
}

/**
 * Returns a problem as one line, such as `namespaces/ref/apps/contacts.yaml:12: fields[3].type: unknown type "strng"`.
 */
export function problemLine({ file, line, path, message }: Problem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${path === '' ? '' : `${path}: `}${message}`
}
