import type { Reader } from '../../foundation/db/database.ts'
import { applicationPath } from '../applications/definition.ts'
import type { Drift } from '../../solutions/drift.ts'
import type { SolutionContent } from '../../solutions/solution-content.ts'
import { accessSettings } from '../access/setting.store.ts'

/**
 * Returns the drift of access rules: the administrators' settings for the namespaces and applications of a solution.
 */
export async function accessDrift(reader: Reader, { namespaces, applications }: SolutionContent): Promise<Drift[]> {
  const own = new Set([...namespaces.map(({ code }) => code), ...applications.map(applicationPath)])
  const settings = await accessSettings(reader)
  return settings
    .filter(({ path, setting }) => own.has(path) && Object.keys(setting).length > 0)
    .map(({ path, setting }) => {
      const said = Object.keys(setting).join(', ')
      return { kind: 'changed', what: 'access', path, sentence: `administrators say ${said} beside the files` }
    })
}
