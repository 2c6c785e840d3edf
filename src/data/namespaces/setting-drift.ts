import type { AccessSetting } from '../../access/index.ts'
import type { Drift } from '../../solutions/index.ts'

/** Returns the drift of the access rules of one definition: what the administrators' setting contains. */
export function settingDrift(path: string, setting: AccessSetting = {}): Drift[] {
  const keys = Object.keys(setting)
  if (keys.length === 0) return []
  const sentence = `administrators have set ${keys.join(', ')} in addition to the rules in the files`
  return [{ kind: 'changed', what: 'access', path, sentence }]
}
