import type { Actor } from '../foundation/audit/index.ts'
import { alone } from '../foundation/db/unit-of-work.ts'
import { type ApplyDeps, type ApplyOptions, type ApplyRequest, applySolution } from './apply.ts'
import type { DefinitionKind, ShownDrift, Solution } from './definition-kind.ts'
import { findDrift } from './drift.ts'
import { forgetEdits } from './edits/edits.store.ts'
import { createSolutionEdits, type SolutionEdits } from './edits/solution-edits.ts'
import { readFolder } from './files/read-folder.ts'
import { readZip } from './files/read-zip.ts'
import type { SolutionFiles } from './files/solution-files.ts'
import { writeZip } from './files/write-zip.ts'
import { type Plan, planSolution } from './plan.ts'
import { readSolution } from './read-solution.ts'
import { type SolutionContent, solutionContent } from './solution-content.ts'
import { readSources, writeSolution } from './write-solution.ts'

interface ExportedSolution {
  readonly version: string
  readonly zip: Uint8Array
}

export interface SolutionDeps extends ApplyDeps {
  /** Called after a solution was applied, for what follows the definitions outside the transaction. */
  readonly applied?: (() => Promise<void>) | undefined
}

/**
 * Reads and checks a solution in a folder of this machine. The files of `over` replace those with the same paths.
 * Needs no database. Throws `definition.invalid`, and the errors of `readFolder`.
 */
export async function readSolutionFolder(
  kinds: readonly DefinitionKind[],
  folder: string,
  over: SolutionFiles = new Map(),
): Promise<Solution> {
  return readSolution(kinds, new Map([...(await readFolder(folder)), ...over]))
}

/** Solutions: planning, applying and exporting. A solution is a zip of its folder, or a folder on this machine. */
export class Solutions {
  readonly #deps: SolutionDeps
  /** Changes of single files. */
  readonly edits: SolutionEdits

  constructor(deps: SolutionDeps) {
    this.#deps = deps
    const edits = createSolutionEdits(deps)
    this.edits = {
      ...edits,
      async apply(...given) {
        const plan = await edits.apply(...given)
        await deps.applied?.()
        return plan
      },
    }
  }

  async plan(zip: Uint8Array): Promise<Plan> {
    const solution = readSolution(this.#deps.kinds, await readZip(zip))
    return (await planSolution(alone(this.#deps.database), this.#deps.kinds, solution, this.#deps)).plan
  }

  apply(actor: Actor, zip: Uint8Array, request: ApplyRequest): Promise<Plan> {
    return this.#apply(async () => readSolution(this.#deps.kinds, await readZip(zip)), { ...request, actor })
  }

  applyFolder(actor: Actor, folder: string): Promise<Plan> {
    return this.#apply(() => readSolutionFolder(this.#deps.kinds, folder), { allowDestructive: false, actor })
  }

  /** Applies a solution that `readSolutionFolder` returned. */
  applyRead(actor: Actor, solution: Solution): Promise<Plan> {
    return this.#apply(async () => solution, { allowDestructive: false, actor })
  }

  /**
   * Returns the present definitions as a zip of a solution folder. Equal definitions give equal bytes. After an export,
   * changes of single files no longer count as drift.
   */
  async export(code: string): Promise<ExportedSolution> {
    const startedAt = new Date(this.#deps.clock.nowMs())
    const content = await this.#contentOf(code)
    const sources = await readSources(this.#deps.database.reader, this.#deps.kinds, content)
    const zip = await writeZip(writeSolution(this.#deps.kinds, content, sources))
    await this.#deps.database.transaction((tx) => forgetEdits(tx, code, startedAt))
    return { version: content.solution.version, zip }
  }

  /** Returns the changes made by hand since the solution was last applied. */
  async drift(code: string): Promise<readonly ShownDrift[]> {
    return findDrift(this.#deps.database.reader, this.#deps.kinds, await this.#contentOf(code))
  }

  async #apply(read: () => Promise<Solution>, options: ApplyOptions): Promise<Plan> {
    const startedAt = new Date(this.#deps.clock.nowMs())
    const solution = await read()
    const plan = await applySolution(this.#deps, async () => solution, options)
    // The applied files are the deployed state, so no change is left to be exported.
    await this.#deps.database.transaction((tx) => forgetEdits(tx, solution.code, startedAt))
    await this.#deps.applied?.()
    return plan
  }

  async #contentOf(code: string): Promise<SolutionContent> {
    // Another node may have applied a solution just before.
    await this.#deps.catalog.refresh()
    return solutionContent(this.#deps.catalog.written(), code)
  }
}
