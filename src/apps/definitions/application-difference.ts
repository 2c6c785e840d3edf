import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../fields/index.ts'
import type { JsonObject } from '../../kit/json.ts'
import { accessSteps } from './access-difference.ts'
import type { Application } from './application.ts'
import type { Step } from './change.ts'
import { type ApplicationDefinition, applicationPath } from './definition.ts'
import { fieldChanges, fits } from './field-difference.ts'
import { statusSteps } from './status-difference.ts'

/** A field that was removed, and the key of `body` under which its values are kept. */
export interface KeptField {
  readonly field: Field
  readonly keptAs: string
}

export interface ApplicationState {
  readonly definition: ApplicationDefinition
  readonly application: Application
}

/** What differs between two states of one application. */
export function applicationSteps(
  before: ApplicationState,
  after: ApplicationState,
  kept: readonly KeptField[],
): Step[] {
  return [
    ...titleSteps(before.definition, after.definition),
    ...fieldSteps(before, after.application, kept),
    ...statusSteps(after.application.id, before.definition, after.definition),
    ...keySteps(before.application, after.application),
    ...accessSteps(before.definition, after.definition),
  ]
}

function titleSteps(before: ApplicationDefinition, after: ApplicationDefinition): Step[] {
  const step = { kind: 'change', what: 'application', path: applicationPath(after) } as const
  const steps: Step[] = []
  if (before.name !== after.name) steps.push({ ...step, sentence: `title "${before.name}" becomes "${after.name}"` })
  if (before.elementName !== after.elementName) {
    steps.push({ ...step, sentence: `an element is called "${after.elementName}" instead of "${before.elementName}"` })
  }
  if (before.kind !== after.kind) {
    const sentence = `kind ${before.kind.toLowerCase()} becomes ${after.kind.toLowerCase()}`
    // Only documents have a file, a registration and sheets that would be out of sight.
    steps.push(before.kind === 'DOCUMENT' ? { ...step, sentence, narrows: true } : { ...step, sentence })
  }
  if (before.nameTemplate !== after.nameTemplate) {
    steps.push({
      ...step,
      sentence: 'gets another name template; an element gets its new name when it is written next',
    })
  }
  return steps
}

function fieldSteps(
  { application: before, definition }: ApplicationState,
  after: Application,
  kept: readonly KeptField[],
): Step[] {
  const steps: Step[] = []
  const entryOf = (code: string): JsonObject => definition.fields.find((entry) => entry.code === code)!
  const path = (code: string): string => `${applicationPath(after)}.${code}`
  const app = after.id
  const aside = (code: string): string => `${code}~${after.version}`
  for (const field of before.fields.values()) {
    if (after.fields.has(field.code)) continue
    const sentence = `removes the field "${field.code}"; its values are kept for 30 days and come back with it`
    const asks = { of: 'field', app, field: field.code } as const
    steps.push({
      kind: 'remove',
      what: 'field',
      path: path(field.code),
      sentence,
      narrows: true,
      asks,
      effect: { do: 'drop', app, entry: entryOf(field.code) },
    })
  }
  for (const field of after.fields.values()) {
    const old = before.fields.get(field.code)
    const change = { what: 'field', path: path(field.code) } as const
    if (old !== undefined && fits(old, field))
      steps.push(
        ...changedField(app, change.path, old, field, { entry: entryOf(field.code), keptAs: aside(field.code) }),
      )
    else if (old !== undefined) {
      const sentence = `the field "${field.code}" becomes ${described(field)} instead of ${described(old)}; its values are put aside for 30 days and come back when it is changed back`
      const effect = { do: 'putAside', app, entry: entryOf(field.code), keptAs: aside(field.code) } as const
      steps.push({
        ...change,
        kind: 'change',
        sentence,
        narrows: true,
        asks: { of: 'field', app, field: field.code },
        effect,
      })
      steps.push(...broughtBack(app, change.path, field, kept))
    } else {
      const later = field.required
        ? '; required, and asked of elements that are there already when they are written next'
        : ''
      steps.push({ ...change, kind: 'add', sentence: `adds the field "${field.code}" (${described(field)})${later}` })
      const inTheWay = kept.find(({ keptAs, field: old }) => keptAs === field.code && !fits(old, field))
      if (inTheWay) {
        const sentence = `the values of the removed field "${field.code}" are of another type and stay put aside`
        steps.push({
          ...change,
          kind: 'change',
          sentence,
          effect: { do: 'moveAside', app, code: field.code, keptAs: aside(field.code) },
        })
      }
      steps.push(...broughtBack(app, change.path, field, kept))
    }
  }
  const order = (from: Application, to: Application): string[] =>
    [...from.fields.keys()].filter((code) => to.fields.has(code))
  if (!isDeepStrictEqual(order(before, after), order(after, before))) {
    steps.push({
      kind: 'change',
      what: 'application',
      path: applicationPath(after),
      sentence: 'puts the fields in another order',
    })
  }
  return steps
}

interface Aside {
  readonly entry: JsonObject
  readonly keptAs: string
}

function changedField(app: string, path: string, before: Field, after: Field, aside: Aside): Step[] {
  const field = after.code
  const changes = fieldChanges(before, after)
  const columns = changes.flatMap(({ lostColumn }) => lostColumn ?? [])
  let stripped = false
  return changes.map((change): Step => {
    const step: Step = { kind: 'change', what: 'field', path, sentence: `the field "${field}" ${change.sentence}` }
    if (change.renamedValues)
      return { ...step, effect: { do: 'renameValues', app, field, names: change.renamedValues } }
    if (!change.narrows) return step
    if (change.lostValue !== undefined) {
      return { ...step, narrows: true, asks: { of: 'value', app, field, value: change.lostValue } }
    }
    const asks = change.sentence.startsWith('becomes required')
      ? ({ of: 'elements', app } as const)
      : ({ of: 'field', app, field } as const)
    if (change.lostColumn === undefined || stripped) return { ...step, narrows: true, asks }
    // One effect takes all lost columns out, so that the value is put aside once and whole.
    stripped = true
    return { ...step, narrows: true, asks, effect: { do: 'stripColumns', app, columns, ...aside } }
  })
}

/** The newest kept values that the field can hold. */
function broughtBack(app: string, path: string, field: Field, kept: readonly KeptField[]): Step[] {
  const found = kept.findLast((old) => old.field.code === field.code && fits(old.field, field))
  if (found === undefined) return []
  const sentence = `the kept values of the field "${field.code}" come back`
  return [
    {
      kind: 'change',
      what: 'field',
      path,
      sentence,
      effect: { do: 'bringBack', app, code: field.code, keptAs: found.keptAs },
    },
  ]
}

function keySteps(before: Application, after: Application): Step[] {
  const text = (codes: readonly string[]): string => codes.join(',')
  const step = (codes: readonly string[]) =>
    ({ what: 'unique key', path: `${applicationPath(after)}(${text(codes)})` }) as const
  const then = new Set(before.uniqueKeys.map(text))
  const now = new Set(after.uniqueKeys.map(text))
  return [
    ...before.uniqueKeys
      .filter((codes) => !now.has(text(codes)))
      .map(
        (codes): Step => ({ ...step(codes), kind: 'remove', sentence: `${text(codes)} need not be unique any more` }),
      ),
    ...after.uniqueKeys
      .filter((key) => !then.has(text(key)))
      .map((key): Step => {
        const sentence = `no two elements may share ${key.join(' and ')}`
        return { ...step(key), kind: 'add', sentence, asks: { of: 'clash', application: after, key } }
      }),
  ]
}

function described(field: Field): string {
  const target = field.type.refersTo?.(field)
  const to = target?.to === 'element' ? ` to ${applicationPath(target)}` : ''
  return `${field.array ? 'several of ' : ''}${field.type.word}${to}`
}
