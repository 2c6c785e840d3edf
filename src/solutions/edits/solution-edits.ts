import type { Actor } from '../../foundation/audit/index.ts'
import type { Reader } from '../../foundation/db/database.ts'
import { alone } from '../../foundation/db/unit-of-work.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import { type ApplyDeps, type ApplyRequest, applySolution } from '../apply.ts'
import { liveDefinitions } from '../catalog.ts'
import type { Solution } from '../definition-kind.ts'
import type { SolutionFiles } from '../files/solution-files.ts'
import { writeZip } from '../files/write-zip.ts'
import { type Plan, planSolution } from '../plan.ts'
import { refuseProblems } from '../problems.ts'
import { readSolution } from '../read-solution.ts'
import { solutionContent } from '../solution-content.ts'
import { readSources, writeSolution } from '../write-solution.ts'
import { putEdits } from './edits.store.ts'
import { changeFiles, type FileChange, type SolutionFile, solutionFile, textOf } from './file-change.ts'

/** Changes of single files of deployed solutions, as designers make them. */
export interface SolutionEdits {
  /** Returns a file as an export contains it. Throws `solution.not_found` and `solution.file_not_found`. */
  read(code: string, path: string): Promise<SolutionFile>
  /** Returns what applying the deployed solution with these changes would change, and the changed files. */
  plan(code: string, changes: readonly FileChange[]): Promise<EditPlan>
  /**
   * Applies the deployed solution with these changes. The changed files are drift until the whole solution is
   * exported or applied.
   */
  apply(actor: Actor, code: string, changes: readonly FileChange[], request: ApplyRequest): Promise<Plan>
  /** Returns a zip of the deployed solution with these changes, which are not applied. */
  export(code: string, changes: readonly FileChange[]): Promise<{ version: string; zip: Uint8Array }>
}

interface EditPlan extends Plan {
  readonly files: readonly EditedFile[]
}

/**
 * A changed file before and after the change. A content is null when there is no file, and when the file is not text.
 */
interface EditedFile {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  /** The new content of a YAML file; null for every other file, and for a removed file. */
  readonly definition: JsonObject | null
}

export function createSolutionEdits(deps: ApplyDeps): SolutionEdits {
  const { database, kinds } = deps

  async function filesOf(reader: Reader, code: string): Promise<SolutionFiles> {
    const content = solutionContent(await liveDefinitions(reader, kinds), code)
    return writeSolution(kinds, content, await readSources(reader, kinds, content))
  }

  function read(code: string, files: SolutionFiles): Solution {
    const solution = readSolution(kinds, files)
    const message = `must stay "${code}"; a solution never changes its code`
    if (solution.code !== code) refuseProblems([{ file: 'solution.yaml', path: 'code', message }])
    return solution
  }

  return {
    read: async (code, path) => solutionFile(await filesOf(database.reader, code), path),
    async plan(code, changes) {
      const before = await filesOf(database.reader, code)
      const after = changeFiles(before, changes)
      const { plan } = await planSolution(alone(database), kinds, read(code, after), deps)
      const files = changes.map(({ path }): EditedFile => {
        const definition = after.has(path) ? solutionFile(after, path).definition : null
        return { path, before: textOf(before.get(path)), after: textOf(after.get(path)), definition }
      })
      return { ...plan, files }
    },
    apply: (actor, code, changes, request) =>
      applySolution(deps, async (reader) => read(code, changeFiles(await filesOf(reader, code), changes)), {
        ...request,
        actor,
        also: (tx, stamp) =>
          putEdits(
            tx,
            code,
            changes.map(({ path }) => path),
            stamp,
          ),
      }),
    async export(code, changes) {
      const files = changeFiles(await filesOf(database.reader, code), changes)
      return { version: read(code, files).version, zip: await writeZip(files) }
    },
  }
}
