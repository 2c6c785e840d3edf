import type { Program } from '../../engine/index.ts'
import { everyField, programOrigins } from '../origins/index.ts'
import type { KnownDefinitions } from './known-definitions.ts'
import { elementNamesOf } from './program-names.ts'

/**
 * Returns the variables that can hold values of fields with access rules, each with the paths of these fields, such as
 * `deals.contracts.cost`. Only actions that name their application as a constant are known.
 */
export function ruledVariables(
  program: Program,
  known: Pick<KnownDefinitions, 'application'>,
): ReadonlyMap<string, readonly string[]> {
  const origins = programOrigins(program)
  const found = new Map<string, Set<string>>()
  for (const { element, app } of elementNamesOf(program)) {
    const ruled = known.application(app)?.ruledFields ?? []
    for (const { variable, field } of origins.get(element) ?? []) {
      const paths = found.get(variable) ?? new Set()
      for (const code of ruled) if (field === everyField || field === code) paths.add(`${app}.${code}`)
      if (paths.size > 0) found.set(variable, paths)
    }
  }
  return new Map([...found].map(([variable, paths]) => [variable, [...paths]]))
}
