import type { Actor } from '../foundation/audit/index.ts'
import { alone } from '../foundation/db/unit-of-work.ts'
import { type ApplyDeps, type ApplyOptions, applySolution } from './apply.ts'
import type { Drift } from './definition-kind.ts'
import { findDrift } from './drift.ts'
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
  apply(actor: Actor, zip: Uint8Array, allowDestructive: boolean): Promise<Plan>
  applyFolder(actor: Actor, folder: string): Promise<Plan>
  /** Returns a zip of a folder that would deploy the present definitions. Equal definitions give equal bytes. */
  export(code: string): Promise<ExportedSolution>
  /** Returns the changes made by hand since the solution was last applied. */
  drift(code: string): Promise<readonly Drift[]>
}

export interface ExportedSolution {
  readonly version: string
  readonly zip: Uint8Array
}

export interface SolutionDeps extends ApplyDeps {
  /** Called after a solution was applied, because applying may change group memberships. */
  readonly applied?: (() => void) | undefined
}

export function createSolutions(deps: SolutionDeps): Solutions {
  const { database, kinds, catalog, secrets } = deps

  async function apply(files: SolutionFiles, options: ApplyOptions): Promise<Plan> {
    const plan = await applySolution(deps, readSolution(kinds, files), options)
    deps.applied?.()
    return plan
  }

  async function contentOf(code: string): Promise<SolutionContent> {
    // Another node may have applied a solution just before.
    await catalog.refresh()
    return solutionContent(catalog.snapshot(), code)
  }

  return {
    async plan(zip) {
      const solution = readSolution(kinds, await readZip(zip))
      return (await planSolution(alone(database), kinds, solution, secrets)).plan
    },
    apply: async (actor, zip, allowDestructive) => apply(await readZip(zip), { allowDestructive, actor }),
    applyFolder: async (actor, folder) => apply(await readFolder(folder), { allowDestructive: false, actor }),
    async export(code) {
      const content = await contentOf(code)
      const sources = await readSources(database.reader, kinds, content)
      return { version: content.solution.version, zip: await writeZip(writeSolution(kinds, content, sources)) }
    },
    drift: async (code) => findDrift(database.reader, kinds, await contentOf(code)),
  }
}
