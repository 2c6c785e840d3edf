import type { AccessSection } from '../../../access/index.ts'
import { type Phrase, phrase } from '../../../foundation/kit/phrase.ts'
import { applicationPath } from '../../applications/application.ts'
import type { ApplicationDefinition } from '../../applications/definition.ts'
import type { ApplicationStep } from '../steps.ts'

/** Returns the steps that add and remove access rules. Rules touch no data, so these steps need no consent. */
export function accessSteps(before: ApplicationDefinition, after: ApplicationDefinition): ApplicationStep[] {
  const [was, is] = [before, after].map(({ access }) => new Map(rules(access).map((rule) => [rule.text, rule])))
  const step = (sentence: Phrase): ApplicationStep => ({
    kind: 'change',
    what: 'access',
    path: applicationPath(after),
    sentence,
  })
  return [
    ...[...was!.values()].filter(({ text }) => !is!.has(text)).map((rule) => step(phrase('ruleNoLongerApplies', rule))),
    ...[...is!.values()].filter(({ text }) => !was!.has(text)).map(step),
  ]
}

function rules({ visibleTo, elements, fields = [] }: AccessSection = {}): Phrase[] {
  const found = elements === undefined ? [phrase('everyoneMayDoEverything')] : []
  if (elements?.length === 0) found.push(phrase('onlyAdministratorsMayDoAnything'))
  if (visibleTo?.length === 0) found.push(phrase('visibleToAdministratorsOnly'))
  else if (visibleTo) found.push(phrase('visibleTo', visibleTo.join(', ')))
  for (const { to, may, where } of elements ?? []) {
    const [who, what] = [to.join(', '), may.join(', ')]
    found.push(where === undefined ? phrase('mayAct', who, what) : phrase('mayActWhere', who, what, where))
  }
  for (const { fields: codes, to, may, statuses } of fields) {
    const [who, what, where] = [to.join(', '), may.join(', '), codes.join(', ')]
    found.push(
      statuses
        ? phrase('mayUseFieldsIn', who, what, where, statuses.join(', '))
        : phrase('mayUseFields', who, what, where),
    )
  }
  return found
}
