import { findSolution } from '../data/scheme/find-solution.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Caller } from '../people/index.ts'
import { type ApplyOptions, applySolution } from './apply.ts'
import type { Catalog } from './catalog.ts'
import type { Drift } from './drift.ts'
import { findDrift } from './find-drift-old.ts'
import { type Plan, planSolution } from './plan.ts'
import { readFolder } from './files/read-folder.ts'
import { readSolution } from './read-solution.ts'
import { readZip } from './files/read-zip.ts'
import type { SolutionContent } from './solution-content.ts'
import type { SolutionFiles } from './files/solution-files.ts'
import { writeSolution } from './write-solution.ts'
import { writeZip } from './files/write-zip.ts'

/** Solutions: planning, applying and exporting. A solution is a zip of its folder, or a folder on this machine. */
export interface Solutions {
  plan(zip: Uint8Array): Promise<Plan>
  apply(caller: Caller, zip: Uint8Array, allowDestructive: boolean): Promise<Plan>
  applyFolder(caller: Caller, folder: string): Promise<Plan>
  /** Returns a zip of a folder that would deploy the present definitions. Equal definitions give equal bytes. */
  export(code: string): Promise<ExportedSolution>
  /** Returns the changes made by hand since the solution was last applied. */
  drift(code: string): Promise<readonly Drift[]>
}

export interface ExportedSolution {
  readonly version: string
  readonly zip: Uint8Array
}

export interface SolutionDeps {
  readonly database: Database
  readonly clock: Clock
  readonly catalog: Catalog
  /** Called after a solution was applied, because applying may change group memberships. */
  readonly applied?: (() => void) | undefined
}

export function createSolutions(deps: SolutionDeps): Solutions {
  async function apply(files: SolutionFiles, options: ApplyOptions): Promise<Plan> {
    const plan = await applySolution(deps, readSolution(files), options)
    deps.applied?.()
    return plan
  }

  async function contentOf(code: string): Promise<SolutionContent> {
    // Another node may have applied a solution just before.
    await deps.catalog.refresh()
    return findSolution(deps.catalog.snapshot(), code)
  }

  return {
    plan: async (zip) => planSolution(deps.database.reader, readSolution(await readZip(zip))),
    apply: async (caller, zip, allowDestructive) => apply(await readZip(zip), { allowDestructive, actor: caller }),
    applyFolder: async (caller, folder) => apply(await readFolder(folder), { allowDestructive: false, actor: caller }),
    async export(code) {
      const content = await contentOf(code)
      return { version: content.solution.version, zip: await writeZip(writeSolution(content)) }
    },
    drift: async (code) => findDrift(deps.database.reader, await contentOf(code)),
  }
}
