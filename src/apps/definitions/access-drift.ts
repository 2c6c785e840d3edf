import type { Reader } from '../../db/database.ts'
import { accessSettings } from '../access/setting.store.ts'
import { applicationPath } from './definition.ts'
import type { Drift } from './drift.ts'
import type { SolutionContent } from './solution-content.ts'

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
