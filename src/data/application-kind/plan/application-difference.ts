import { isDeepStrictEqual } from 'node:util'
import { conjunction, listed, phrase } from '../../../foundation/kit/phrase.ts'
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
  if (before.name !== after.name) steps.push({ ...step, sentence: phrase('titleBecomes', before.name, after.name) })
  if (before.elementName !== after.elementName) {
    steps.push({
      ...step,
      sentence: phrase('elementNameChanged', after.elementName, before.elementName),
    })
  }
  if (before.kind !== after.kind) {
    const sentence = phrase('kindBecomes', before.kind.toLowerCase(), after.kind.toLowerCase())
    // Only documents have a file, a registration and sheets. Another kind would hide the file, the registration and
    // the sheets of each element.
    steps.push(before.kind === 'DOCUMENT' ? { ...step, sentence, narrows: true } : { ...step, sentence })
  }
  if (before.nameTemplate !== after.nameTemplate) {
    steps.push({
      ...step,
      sentence: phrase('getsAnotherNameTemplate'),
    })
  }
  if (!isDeepStrictEqual(before.registration, after.registration)) {
    const now =
      after.registration === undefined ? phrase('elementsAreNoLongerRegistered') : phrase('changesRegistration')
    const sentence = before.registration === undefined ? phrase('elementsAreRegistered') : now
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
          sentence: phrase('removesUniqueKey', text(codes)),
        }),
      ),
    ...after.uniqueKeys
      .filter((key) => !then.has(text(key)))
      .map((key): ApplicationStep => {
        const sentence = phrase('addsUniqueKey', conjunction(key.map((code) => listed([code]))))
        return { ...step(key), kind: 'add', sentence, asks: { of: 'clash', application: after, key } }
      }),
  ]
}
