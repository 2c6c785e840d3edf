import { isDeepStrictEqual } from 'node:util'
import { listed, phrase } from '../../../foundation/kit/phrase.ts'
import { type Application, applicationPath } from '../../applications/application.ts'
import type { ApplicationDefinition } from '../../applications/definition.ts'
import type { ApplicationState, ApplicationStep, KeptField } from '../steps.ts'
import { accessSteps } from './access-difference.ts'
import { fieldSteps } from './field-steps.ts'
import { formSteps } from './form-difference.ts'
import { statusSteps } from './status-difference.ts'

/** Returns the steps between two states of one application. */
export function applicationSteps(
  before: ApplicationState,
  after: ApplicationState,
  kept: readonly KeptField[],
): ApplicationStep[] {
  return [
    ...titleSteps(before.definition, after.definition),
    ...fieldSteps(before, after.application, kept),
    ...statusSteps(after.application.id, before.definition, after.definition),
    ...formSteps(before.definition, after.definition),
    ...keySteps(before.application, after.application),
    ...accessSteps(before.definition, after.definition),
  ]
}

function titleSteps(before: ApplicationDefinition, after: ApplicationDefinition): ApplicationStep[] {
  const step = { kind: 'change', what: 'application', path: applicationPath(after) } as const
  const steps: ApplicationStep[] = []
  if (before.name !== after.name)
    steps.push({ ...step, sentence: phrase`title "${before.name}" becomes "${after.name}"` })
  if (before.elementName !== after.elementName) {
    steps.push({
      ...step,
      sentence: phrase`an element is called "${after.elementName}" instead of "${before.elementName}"`,
    })
  }
  if (before.kind !== after.kind) {
    const sentence = phrase`kind ${before.kind.toLowerCase()} becomes ${after.kind.toLowerCase()}`
    // Only documents have a file, a registration and sheets. Another kind would hide them.
    steps.push(before.kind === 'DOCUMENT' ? { ...step, sentence, narrows: true } : { ...step, sentence })
  }
  if (before.nameTemplate !== after.nameTemplate) {
    steps.push({
      ...step,
      sentence: phrase`gets another name template; an element gets its new name when it is next changed`,
    })
  }
  if (!isDeepStrictEqual(before.registration, after.registration)) {
    const now =
      after.registration === undefined
        ? phrase`an element is no longer registered in cases`
        : phrase`an element gets other rules of registration`
    const sentence = before.registration === undefined ? phrase`an element can be registered in cases` : now
    steps.push({ ...step, sentence })
  }
  return steps
}

function keySteps(before: Application, after: Application): ApplicationStep[] {
  const text = (codes: readonly string[]): string => codes.join(',')
  const step = (codes: readonly string[]) =>
    ({ what: 'unique key', path: `${applicationPath(after)}(${text(codes)})` }) as const
  const then = new Set(before.uniqueKeys.map(text))
  const now = new Set(after.uniqueKeys.map(text))
  return [
    ...before.uniqueKeys
      .filter((codes) => !now.has(text(codes)))
      .map(
        (codes): ApplicationStep => ({
          ...step(codes),
          kind: 'remove',
          sentence: phrase`${text(codes)} need not be unique any more`,
        }),
      ),
    ...after.uniqueKeys
      .filter((key) => !then.has(text(key)))
      .map((key): ApplicationStep => {
        const sentence = phrase`no two elements may share ${listed(
          key.map((code) => phrase`${code}`),
          ' and ',
        )}`
        return { ...step(key), kind: 'add', sentence, asks: { of: 'clash', application: after, key } }
      }),
  ]
}
