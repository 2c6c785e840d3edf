import { isDeepStrictEqual } from 'node:util'
import { type Phrase, phrase } from '../../../foundation/kit/phrase.ts'
import { applicationPath } from '../../applications/application.ts'
import type { ApplicationDefinition } from '../../applications/definition.ts'
import { type FormPart, partsOf } from '../../applications/form-parts.ts'
import type { FormsSection } from '../../applications/forms-section.ts'
import type { ApplicationStep } from '../steps.ts'

const names: Readonly<Record<keyof FormsSection, Phrase>> = {
  create: phrase`create form`,
  edit: phrase`edit form`,
  view: phrase`view form`,
  tile: phrase`tile`,
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
      return [{ ...step, kind: 'add', sentence: phrase`describes the ${name}; fields in it: ${count}` }]
    }
    if (is === undefined) return [{ ...step, kind: 'remove', sentence: phrase`the ${name} is no longer described` }]
    return changes(name, partsOf(was), partsOf(is)).map((sentence) => ({ ...step, kind: 'change', sentence }))
  })
}

function changes(form: Phrase, before: readonly FormPart[], after: readonly FormPart[]): Phrase[] {
  const [gone, added] = differences(codesOf(before), codesOf(after))
  const [lost, gained] = differences(sectionsOf(before), sectionsOf(after))
  const sentences = [
    ...gone.map((code) => phrase`the ${form} leaves out the field "${code}"`),
    ...added.map((code) => phrase`the ${form} shows the field "${code}"`),
    ...lost.map((section) => phrase`the ${form} loses the section "${section}"`),
    ...gained.map((section) => phrase`the ${form} gets the section "${section}"`),
    ...marksOf(form, before, after),
  ]
  return sentences.length > 0 ? sentences : [phrase`the ${form} arranges its fields in another way`]
}

function marksOf(form: Phrase, before: readonly FormPart[], after: readonly FormPart[]): Phrase[] {
  const then = new Map(fieldsOf(before).map((field) => [field.code, field]))
  return fieldsOf(after).flatMap(({ code, readonly, required }) => {
    const old = then.get(code) ?? { readonly: false, required: false }
    return [
      ...(readonly && !old.readonly ? [phrase`in the ${form}, "${code}" is read-only`] : []),
      ...(!readonly && old.readonly ? [phrase`in the ${form}, "${code}" is no longer read-only`] : []),
      ...(required && !old.required ? [phrase`in the ${form}, "${code}" is required`] : []),
      ...(!required && old.required ? [phrase`in the ${form}, "${code}" is no longer required`] : []),
    ]
  })
}

function differences(before: readonly string[], after: readonly string[]): [string[], string[]] {
  return [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))]
}

const fieldsOf = (parts: readonly FormPart[]) => parts.flatMap(({ fields }) => fields)
const codesOf = (parts: readonly FormPart[]) => fieldsOf(parts).map(({ code }) => code)
const sectionsOf = (parts: readonly FormPart[]) => parts.flatMap(({ section }) => section ?? [])
