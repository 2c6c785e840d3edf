import { isDeepStrictEqual } from 'node:util'
import { type Phrase, phrase } from '../../../foundation/kit/phrase.ts'
import { applicationPath } from '../../applications/application.ts'
import type { ApplicationDefinition } from '../../applications/definition.ts'
import { type FormPart, partsOf } from '../../applications/form-parts.ts'
import type { FormsSection } from '../../applications/forms-section.ts'
import type { ApplicationStep } from '../steps.ts'

const names: Readonly<Record<keyof FormsSection, Phrase>> = {
  create: phrase('formCreate'),
  edit: phrase('formEdit'),
  view: phrase('formView'),
  tile: phrase('formTile'),
}

/** Returns the steps between the forms of two states of one application. Forms touch no data. */
export function formSteps(before: ApplicationDefinition, after: ApplicationDefinition): ApplicationStep[] {
  const step = { what: 'form', path: applicationPath(after) } as const
  return Object.entries(names).flatMap(([key, name]): ApplicationStep[] => {
    const form = key as keyof FormsSection
    const [was, is] = [before.forms?.[form], after.forms?.[form]]
    if (isDeepStrictEqual(was, is)) return []
    if (was === undefined) {
      const count = codesOf(partsOf(is!)).length
      return [{ ...step, kind: 'add', sentence: phrase('describesForm', name, count) }]
    }
    if (is === undefined) return [{ ...step, kind: 'remove', sentence: phrase('formNoLongerDescribed', name) }]
    return changes(name, partsOf(was), partsOf(is)).map((sentence) => ({ ...step, kind: 'change', sentence }))
  })
}

function changes(form: Phrase, before: readonly FormPart[], after: readonly FormPart[]): Phrase[] {
  const [gone, added] = differences(codesOf(before), codesOf(after))
  const [lost, gained] = differences(sectionsOf(before), sectionsOf(after))
  const sentences = [
    ...gone.map((code) => phrase('formLeavesOutField', form, code)),
    ...added.map((code) => phrase('formShowsField', form, code)),
    ...lost.map((section) => phrase('formLosesSection', form, section)),
    ...gained.map((section) => phrase('formGetsSection', form, section)),
    ...marksOf(form, before, after),
  ]
  return sentences.length > 0 ? sentences : [phrase('formArrangedAnotherWay', form)]
}

function marksOf(form: Phrase, before: readonly FormPart[], after: readonly FormPart[]): Phrase[] {
  const then = new Map(fieldsOf(before).map((field) => [field.code, field]))
  return fieldsOf(after).flatMap(({ code, readonly, required }) => {
    const old = then.get(code) ?? { readonly: false, required: false }
    return [
      ...(readonly && !old.readonly ? [phrase('formFieldReadOnly', form, code)] : []),
      ...(!readonly && old.readonly ? [phrase('formFieldNoLongerReadOnly', form, code)] : []),
      ...(required && !old.required ? [phrase('formFieldRequired', form, code)] : []),
      ...(!required && old.required ? [phrase('formFieldNoLongerRequired', form, code)] : []),
    ]
  })
}

function differences(before: readonly string[], after: readonly string[]): [string[], string[]] {
  return [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))]
}

const fieldsOf = (parts: readonly FormPart[]) => parts.flatMap(({ fields }) => fields)
const codesOf = (parts: readonly FormPart[]) => fieldsOf(parts).map(({ code }) => code)
const sectionsOf = (parts: readonly FormPart[]) => parts.flatMap(({ section }) => section ?? [])
