import type { Reader } from '../../../foundation/db/database.ts'
import type { Step } from '../../../solutions/index.ts'
import { clashingValues, countAffected, maxCounted } from '../apply/element-data.store.ts'
import type { Affected, ApplicationStep } from '../steps.ts'

/** Returns a step that counts the elements it affects when it is weighed. */
export function weighed({ asks, effect: _, ...step }: ApplicationStep): Step {
  if (asks === undefined) return step
  const { sentence } = step
  if (asks.of === 'clash') {
    return {
      ...step,
      async weigh(reader: Reader) {
        const values = await clashingValues(reader, asks.application, asks.key)
        if (values.length === 0) return {}
        const list = values.map((value) => `"${value}"`).join(', ')
        return { blocked: true, sentence: `${sentence}, but several do: ${list}` }
      },
    }
  }
  // Removing a field or an application needs consent even when no element is affected, to prevent accidental removal.
  const needsConsent = step.kind === 'remove' && step.what !== 'status'
  return {
    ...step,
    async weigh(reader: Reader) {
      const count = await countAffected(reader, asks)
      const destructive = step.narrows === true && (count > 0 || needsConsent)
      return { destructive, sentence: `${sentence} (${counted(asks, count)})` }
    },
  }
}

function counted({ of }: Affected, count: number): string {
  const number = count > maxCounted ? `more than ${maxCounted}` : String(count)
  const elements = count === 1 ? 'element' : 'elements'
  if (of === 'field') return `${number} ${elements} with a value`
  if (of === 'value') return `${number} ${elements} with it`
  return of === 'status' ? `${number} ${elements} in it` : `${number} ${elements}`
}
