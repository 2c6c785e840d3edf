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

/** Solutions: planning, applying and exporting. A solution is a zip of its folder, or a folder on this machine. */
export interface Solutions {
  plan(zip: Uint8Array): Promise<Plan>
  apply(actor: Actor, zip: Uint8Array, request: ApplyRequest): Promise<Plan>
  applyFolder(actor: Actor, folder: string): Promise<Plan>
  /** Applies a solution that `readSolutionFolder` returned. */
  applyRead(actor: Actor, solution: Solution): Promise<Plan>
  /**
   * Returns the present definitions as a zip of a solution folder. Equal definitions give equal bytes. After an export,
   * changes of single files no longer count as drift.
   */
  export(code: string): Promise<ExportedSolution>
  /** Returns the changes made by hand since the solution was last applied. */
  drift(code: string): Promise<readonly ShownDrift[]>
  /** Changes of single files. */
  readonly edits: SolutionEdits
}

interface ExportedSolution {
  readonly version: string
  readonly zip: Uint8Array
}

export interface SolutionDeps extends ApplyDeps {
  /** Called after a solution was applied, because applying may change group memberships. */
  readonly applied?: (() => void) | undefined
}

/**
 * Reads and checks a solution in a folder of this machine. The files of `over` replace those with the same paths. Needs
 * no database. Throws `definition.invalid`.
 */
export async function readSolutionFolder(
  kinds: readonly DefinitionKind[],
  folder: string,
  over: SolutionFiles = new Map(),
): Promise<Solution> {
  return readSolution(kinds, new Map([...(await readFolder(folder)), ...over]))
}

export function createSolutions(deps: SolutionDeps): Solutions {
  const { database, kinds, catalog, clock } = deps
  const edits = createSolutionEdits(deps)

  async function apply(read: () => Promise<Solution>, options: ApplyOptions): Promise<Plan> {
    const startedAt = new Date(clock.nowMs())
    const solution = await read()
    const plan = await applySolution(deps, async () => solution, options)
    // The applied folder is the deployed state, so no change is left to be exported.
    await database.transaction((tx) => forgetEdits(tx, solution.code, startedAt))
    deps.applied?.()
    return plan
  }

  async function contentOf(code: string): Promise<SolutionContent> {
    // Another node may have applied a solution just before.
    await catalog.refresh()
    return solutionContent(catalog.written(), code)
  }

  return {
    async plan(zip) {
      const solution = readSolution(kinds, await readZip(zip))
      return (await planSolution(alone(database), kinds, solution, deps)).plan
    },
    apply: (actor, zip, request) => apply(async () => readSolution(kinds, await readZip(zip)), { ...request, actor }),
    applyFolder: (actor, folder) => apply(() => readSolutionFolder(kinds, folder), { allowDestructive: false, actor }),
    applyRead: (actor, solution) => apply(async () => solution, { allowDestructive: false, actor }),
    async export(code) {
      const startedAt = new Date(clock.nowMs())
      const content = await contentOf(code)
      const sources = await readSources(database.reader, kinds, content)
      const zip = await writeZip(writeSolution(kinds, content, sources))
      await database.transaction((tx) => forgetEdits(tx, code, startedAt))
      return { version: content.solution.version, zip }
    },
    drift: async (code) => findDrift(database.reader, kinds, await contentOf(code)),
    edits: {
      ...edits,
      async apply(...given) {
        const plan = await edits.apply(...given)
        deps.applied?.()
        return plan
      },
    },
  }
}
