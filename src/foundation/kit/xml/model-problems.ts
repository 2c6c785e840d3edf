/** A reason why a BPMN or DMN file cannot be published, or a warning about the file. */
export interface ModelProblem {
  /** Id of the element; absent when the problem concerns the whole file or an element without an id. */
  readonly elementId?: string
  /** Line of the file, counted from 1; present when the element has no id. */
  readonly line?: number
  readonly message: string
}

/** Maximum number of reported problems of one file. */
const maxModelProblems = 200

/** Collects the problems of one file, so that all of them are reported at once. */
export class ModelProblems {
  readonly list: ModelProblem[] = []
  /** What is probably a mistake and does not prevent publication. */
  readonly warnings: ModelProblem[] = []
  /** Parts of expressions that can only be null. They prevent publication where the installation is strict. */
  readonly mistakes: ModelProblem[] = []

  add(elementId: string | undefined, message: string): void {
    addOnce(this.list, elementId, message)
  }

  warn(elementId: string | undefined, message: string): void {
    addOnce(this.warnings, elementId, message)
  }

  addMistake(elementId: string | undefined, message: string): void {
    addOnce(this.mistakes, elementId, message)
  }

  addLine(line: number, message: string): void {
    if (this.list.length < maxModelProblems) this.list.push({ line, message })
  }
}

function addOnce(list: ModelProblem[], elementId: string | undefined, message: string): void {
  if (list.length >= maxModelProblems) return
  if (list.some((known) => known.elementId === elementId && known.message === message)) return
  list.push(elementId === undefined ? { message } : { elementId, message })
}

/** Error for a file that cannot be published. Callers may see the message. */
export class ModelRefused extends Error {
  override readonly name = 'ModelRefused'
  readonly problems: readonly ModelProblem[]

  constructor(problems: readonly ModelProblem[]) {
    const first = problems[0]!
    const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`
    super(`${first.elementId === undefined ? '' : `${first.elementId}: `}${first.message}${more}`)
    this.problems = problems
  }
}
