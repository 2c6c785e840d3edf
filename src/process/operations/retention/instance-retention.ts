import type { Database } from '../../../foundation/db/database.ts'
import type { RetentionKind, RetentionRule } from '../../../foundation/retention/index.ts'
import {
  countTrees,
  dueTrees,
  type InstanceRule,
  instanceLines,
  removeTrees,
  templatesWithSettings,
  treesWithHolds,
} from './instance-retention.store.ts'

const maxTrees = 50

/**
 * Returns the retention of ended instances. An instance is removed together with the instances that it called, when all
 * of them have ended long enough ago. `defaultDays` is for processes that set no number of days; 0 keeps instances for
 * ever.
 */
export function createInstanceRetention(reader: Database['reader'], defaultDays: number): RetentionKind<InstanceRule> {
  return {
    kind: 'instances',
    async rules() {
      const templates = await templatesWithSettings(reader)
      const own = templates.flatMap(({ id, keepDays }) => (keepDays === null ? [] : [{ id, days: keepDays }]))
      return templates.flatMap(({ id, process, keepDays }): InstanceRule[] => {
        const days = keepDays ?? defaultDays
        const from: RetentionRule['from'] = keepDays === null ? 'installation' : 'process'
        return days === 0 ? [] : [{ process, days, from, template: id, own }]
      })
    },
    count: countTrees,
    next: (from, rule, page) => dueTrees(from, rule, { ...page, max: maxTrees }),
    lines: instanceLines,
    held: treesWithHolds,
    remove: removeTrees,
  }
}
