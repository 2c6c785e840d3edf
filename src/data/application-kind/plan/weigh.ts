import type { Reader } from '../../../foundation/db/database.ts'
import { type Phrase, phrase } from '../../../foundation/kit/phrase.ts'
import type { Step } from '../../../solutions/index.ts'
import type { Application } from '../../applications/application.ts'
import { clashingValues, countAffected, maxCounted } from '../apply/affected.store.ts'
import type { Affected, ApplicationStep } from '../steps.ts'

/**
 * Returns a step whose `weigh` counts the affected elements, or finds the values that block the step. `deployed` is the
 * application before the change.
 */
export function weighed({ asks, effect: _, ...step }: ApplicationStep, deployed: Application | undefined): Step {
  if (asks === undefined) return step
  const { sentence } = step
  if (asks.of === 'clash') {
    return {
      ...step,
      async weigh(reader: Reader) {
        const { application, key } = asks
        const values = await clashingValues(reader, application, key, deployed)
        if (values.length === 0) return {}
        const list = values.map((value) => `"${value}"`).join(', ')
        return { blocked: true, sentence: phrase('butSeveralDo', sentence, list) }
      },
    }
  }
  // Removing a field or an application needs consent even when no element is affected, to prevent accidental removal.
  const needsConsent = step.kind === 'remove' && step.what !== 'status'
  return {
    ...step,
    async weigh(reader: Reader) {
      const count = await countAffected(reader, asks, deployed)
      const destructive = step.narrows === true && (count > 0 || needsConsent)
      return { destructive, sentence: phrase('changeWithCount', sentence, counted(asks, count)) }
    },
  }
}

function counted({ of }: Affected, count: number): Phrase {
  const elements = count > maxCounted ? phrase('moreThanElements', maxCounted) : phrase('elements', count)
  if (of === 'field') return phrase('elementsWithValue', elements)
  if (of === 'lack') return phrase('elementsWithoutValue', elements)
  if (of === 'value') return phrase('elementsWithChoice', elements)
  return of === 'status' ? phrase('elementsInStatus', elements) : elements
}
