import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { listed, type Phrase, phrase } from '../../../foundation/kit/phrase.ts'
import type { Field } from '../../../values/index.ts'
import { type Application, applicationPath } from '../../applications/application.ts'
import type { ApplicationState, ApplicationStep, KeptField } from '../steps.ts'
import { fieldChanges, fits } from './field-difference.ts'

/** The place of a field while its application changes from one state to the next. */
interface ChangedField {
  readonly app: string
  /** The path of the field, such as `ref.counterparties.tax_id`. */
  readonly path: string
  /** The key of `body` under which replaced values are stored. */
  readonly keptAs: string
}

/** Returns the steps between the fields of two states of one application. */
export function fieldSteps(
  { application: before, definition }: ApplicationState,
  after: Application,
  kept: readonly KeptField[],
): ApplicationStep[] {
  const entryOf = (code: string): JsonObject => definition.fields.find((entry) => entry.code === code)!
  const placeOf = (code: string): ChangedField => ({
    app: after.id,
    path: `${applicationPath(after)}.${code}`,
    keptAs: `${code}~${after.version}`,
  })
  const removed = [...before.fields.values()].filter(({ code }) => !after.fields.has(code))
  return [
    ...removed.map(({ code }) => removedField(placeOf(code), entryOf(code))),
    ...[...after.fields.values()].flatMap((field) => {
      const [old, place] = [before.fields.get(field.code), placeOf(field.code)]
      if (old === undefined) return addedField(place, field, kept)
      const entry = entryOf(field.code)
      if (fits(old, field)) return changedField(place, entry, old, field)
      return [retypedField(place, entry, old, field), ...broughtBack(place, field, kept)]
    }),
    ...orderSteps(before, after),
  ]
}

function removedField({ app, path }: ChangedField, entry: JsonObject): ApplicationStep {
  const field = String(entry.code)
  return {
    kind: 'remove',
    what: 'field',
    path,
    sentence: phrase('removesFieldWithValues', field),
    narrows: true,
    asks: { of: 'field', app, field },
    effect: { do: 'drop', app, entry },
  }
}

function addedField(place: ChangedField, field: Field, kept: readonly KeptField[]): ApplicationStep[] {
  const { app, path, keptAs } = place
  const { code } = field
  const added = phrase('addsField', code, described(field))
  const sentence = field.required ? phrase('addedAsRequired', added) : added
  const back = broughtBack(place, field, kept)
  const isAsked = field.required && back.length === 0
  const asks = isAsked ? ({ of: 'lack', app, field: code } as const) : undefined
  const steps: ApplicationStep[] = [{ kind: 'add', what: 'field', path, sentence, ...(asks && { asks }) }]
  if (kept.some((old) => old.keptAs === code && !fits(old.field, field))) {
    steps.push({
      kind: 'change',
      what: 'field',
      path,
      sentence: phrase('removedValuesStaySetAside', code),
      effect: { do: 'moveAside', app, code, keptAs },
    })
  }
  return [...steps, ...back]
}

function retypedField(
  { app, path, keptAs }: ChangedField,
  entry: JsonObject,
  before: Field,
  after: Field,
): ApplicationStep {
  const field = after.code
  return {
    kind: 'change',
    what: 'field',
    path,
    sentence: phrase('fieldBecomesWithoutValues', field, described(after), described(before)),
    narrows: true,
    asks: { of: 'field', app, field },
    effect: { do: 'putAside', app, entry, keptAs },
  }
}

function changedField(place: ChangedField, entry: JsonObject, before: Field, after: Field): ApplicationStep[] {
  const { app, path, keptAs } = place
  const field = after.code
  const changes = fieldChanges(before, after)
  const columns = changes.flatMap(({ lostColumn }) => lostColumn ?? [])
  let stripped = false
  return changes.map((change): ApplicationStep => {
    const step: ApplicationStep = {
      kind: 'change',
      what: 'field',
      path,
      sentence: phrase('fieldChange', field, change.sentence),
    }
    if (change.renamedValues)
      return { ...step, effect: { do: 'renameValues', app, field, names: change.renamedValues } }
    if (!change.narrows) return step
    if (change.lostValue !== undefined) {
      return { ...step, narrows: true, asks: { of: 'value', app, field, value: change.lostValue } }
    }
    const asks = { of: change.asksForValue ? 'lack' : 'field', app, field } as const
    if (change.lostColumn === undefined || stripped) return { ...step, narrows: true, asks }
    // One effect removes all lost columns, so that the whole table value is stored only once.
    stripped = true
    return { ...step, narrows: true, asks, effect: { do: 'stripColumns', app, entry, columns, keptAs } }
  })
}

/** Returns the step that restores the newest stored values that fit the field; no step when there are none. */
function broughtBack({ app, path }: ChangedField, field: Field, kept: readonly KeptField[]): ApplicationStep[] {
  const found = kept.findLast((old) => old.field.code === field.code && fits(old.field, field))
  if (found === undefined) return []
  const sentence = phrase('keptValuesComeBack', field.code)
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

function orderSteps(before: Application, after: Application): ApplicationStep[] {
  const common = (from: Application, to: Application): string[] =>
    [...from.fields.keys()].filter((code) => to.fields.has(code))
  if (isDeepStrictEqual(common(before, after), common(after, before))) return []
  return [
    {
      kind: 'change',
      what: 'application',
      path: applicationPath(after),
      sentence: phrase('changesFieldOrder'),
    },
  ]
}

function described(field: Field): Phrase {
  const target = field.type.refersTo?.(field)
  const { word } = field.type
  const one = target?.to === 'element' ? phrase('linkTo', word, applicationPath(target)) : listed([word])
  return field.array ? phrase('severalOf', one) : one
}
