import type { Diagram } from './diagram.ts'

/** Which elements of the diagrams the tests of a run have reached. */
export class Coverage {
  readonly #reached = new Map<string, Set<string>>()
  readonly #diagrams = new Map<string, Diagram>()

  /** Adds the elements that a test has reached in a process. */
  add(process: string, diagram: Diagram, elements: readonly string[]): void {
    this.#diagrams.set(process, diagram)
    const reached = this.#reached.get(process) ?? new Set()
    this.#reached.set(process, reached)
    for (const element of elements) reached.add(element)
  }

  /** Returns one line for each process, in the order of the paths. */
  lines(): string[] {
    return [...this.#diagrams]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([process, diagram]) => {
        const reached = this.#reached.get(process)!
        const missed = diagram.elements.filter(({ id }) => !reached.has(id)).map(({ id }) => diagram.describe(id))
        const all = diagram.elements.length
        const rest = missed.length === 0 ? '' : `; not reached: ${missed.join(', ')}`
        return `${process}: ${all - missed.length} of ${all} elements were reached${rest}`
      })
  }
}
