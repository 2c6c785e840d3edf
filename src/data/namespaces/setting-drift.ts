import type { AccessSetting } from '../../access/index.ts'
import { phrase } from '../../foundation/kit/phrase.ts'
import type { Drift } from '../../solutions/index.ts'

/**
 * Returns the drift that the administrators' access setting of a definition causes; empty when the setting has no
 * rules.
 */
export function settingDrift(path: string, setting: AccessSetting = {}): Drift[] {
  const keys = Object.keys(setting)
  if (keys.length === 0) return []
  const sentence = phrase('settingsBeyondFiles', keys.join(', '), path)
  return [{ kind: 'changed', what: 'access', path, sentence }]
}
