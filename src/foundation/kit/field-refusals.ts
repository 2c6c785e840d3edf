import { maxShown, PlatformError } from './errors.ts'

/** A wrong field of a request, as `problems` of a refusal lists it. */
export interface FieldProblem {
  readonly field: string
  /** The code of the error that the field alone would cause. */
  readonly code: string
  readonly message: string
}

/** The refusals of single fields, collected so that one answer names all of them. */
export interface FieldRefusals {
  /**
   * Runs a check and returns its result. Keeps a refusal that names a field and returns undefined; throws any other
   * error.
   */
  check<T>(run: () => T): T | undefined
  /** Keeps a refusal, unless its field has one already. Throws the refusal when it names no field. */
  add(refusal: PlatformError): void
  /** Throws the first refusal, with up to 100 `problems` of all refusals. Does nothing when there is none. */
  throwFirst(): void
}

/** Creates an empty collection of refusals. */
export function collectFieldRefusals(): FieldRefusals {
  const kept: PlatformError[] = []
  const problems = new Map<string, FieldProblem>()

  function add(refusal: PlatformError): void {
    const { field } = refusal.details
    if (field === undefined) throw refusal
    const own = { field, code: refusal.code, message: refusal.message }
    const found = problemsOf(refusal) ?? [own]
    const fresh = found.filter((problem) => !problems.has(problem.field))
    for (const problem of fresh) problems.set(problem.field, problem)
    if (fresh.length > 0) kept.push(refusal)
  }

  return {
    add,
    check(run) {
      try {
        return run()
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error
        add(error)
        return undefined
      }
    },
    throwFirst() {
      const [first] = kept
      if (first === undefined) return
      const { kind, message, details } = first
      throw kind(message, { ...details, problems: [...problems.values()].slice(0, maxShown) })
    },
  }
}

/** Returns the problems that a refusal lists; undefined when it lists none. */
export function problemsOf({ details }: PlatformError): readonly FieldProblem[] | undefined {
  return details.problems as readonly FieldProblem[] | undefined
}
