import type { AccessSection } from '../../../access/index.ts'
import { applicationPath } from '../../applications/application.ts'
import type { ApplicationDefinition } from '../../applications/definition.ts'
import type { ApplicationStep } from '../steps.ts'

/** Returns the steps that add and remove access rules. Rules touch no data, so these steps need no consent. */
export function accessSteps(before: ApplicationDefinition, after: ApplicationDefinition): ApplicationStep[] {
  const was = new Set(sentences(before.access))
  const is = new Set(sentences(after.access))
  const step = (sentence: string): ApplicationStep => ({
    kind: 'change',
    what: 'access',
    path: applicationPath(after),
    sentence,
  })
  return [
    ...[...was].filter((one) => !is.has(one)).map((one) => step(`no longer: ${one}`)),
    ...[...is].filter((one) => !was.has(one)).map(step),
  ]
}

function sentences({ visibleTo, elements, fields = [] }: AccessSection = {}): string[] {
  const rules = elements === undefined ? ['everyone may do everything with the elements'] : []
  if (elements?.length === 0) rules.push('only administrators may do anything with the elements')
  if (visibleTo) rules.push(`it is visible to ${visibleTo.join(', ') || 'administrators only'}`)
  for (const { to, may, where } of elements ?? []) {
    rules.push(`${to.join(', ')} may ${may.join(', ')}${where === undefined ? '' : ` where ${where}`}`)
  }
  for (const { fields: codes, to, may, statuses } of fields) {
    rules.push(
      `${to.join(', ')} may ${may.join(', ')} ${codes.join(', ')}${statuses ? ` in ${statuses.join(', ')}` : ''}`,
    )
  }
  return rules
}
