import { PlatformError } from '../foundation/kit/errors.ts'
import { didYouMean } from '../foundation/kit/nearest.ts'
import { parseEql } from '../query/index.ts'
import type { Field } from '../values/index.ts'
import type { AccessSetting } from './schemas.ts'
import { readSubject } from './subject.ts'

export interface AccessProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** The parts of a definition that access rules are checked against. */
export interface RuledDefinition {
  readonly fields: ReadonlyMap<string, Field>
  readonly statuses?: readonly { readonly code: string }[] | undefined
  /** The codes of the fields that are part of the name. Everyone may read the name. */
  readonly nameFields?: readonly string[]
}

/**
 * Returns the problems of access rules that can be found from the rules and the definition alone. Whether groups exist,
 * and what a condition names, is checked later. With `from: 'file'`, ids are refused, because a file may be applied to
 * any installation.
 */
export function accessProblems(
  setting: AccessSetting | undefined,
  ruled: RuledDefinition,
  from: 'file' | 'setting' = 'file',
): AccessProblem[] {
  const problems: AccessProblem[] = []
  const refuse = (path: readonly (string | number)[], message: string) => problems.push({ path, message })
  const checkSubjects = (to: readonly string[], path: readonly (string | number)[], areFixed = false): void =>
    to.forEach((text, index) => {
      const message = subjectProblem(text, ruled.fields, { areFixed, from })
      if (message !== undefined) refuse([...path, index], message)
    })

  checkSubjects(setting?.visibleTo ?? [], ['visibleTo'], true)
  const lists = [
    { path: ['elements'], rules: setting?.elements ?? [] },
    ...(setting?.folders ?? []).map(({ elements }, index) => ({
      path: ['folders', index, 'elements'],
      rules: elements ?? [],
    })),
  ]
  for (const { path, rules } of lists) {
    rules.forEach(({ to, where }, index) => {
      checkSubjects(to, [...path, index, 'to'])
      const message = where === undefined ? undefined : whereProblem(where)
      if (message !== undefined) refuse([...path, index, 'where'], message)
    })
  }
  setting?.fields?.forEach(({ fields, to, statuses }, index) => {
    checkSubjects(to, ['fields', index, 'to'])
    fields.forEach((code, at) => {
      const message = fieldProblem(code, ruled)
      if (message !== undefined) refuse(['fields', index, 'fields', at], message)
    })
    statuses?.forEach((code, at) => {
      const codes = (ruled.statuses ?? []).map((status) => status.code)
      if (codes.includes(code)) return
      refuse(['fields', index, 'statuses', at], `there is no status "${code.slice(0, 100)}"${didYouMean(code, codes)}`)
    })
  })
  return problems
}

function subjectProblem(
  text: string,
  fields: ReadonlyMap<string, Field>,
  { areFixed, from }: { areFixed: boolean; from: 'file' | 'setting' },
): string | undefined {
  const subject = readSubject(text)
  const form = 'everyone, author, $field, namespace.group'
  if (subject === undefined) return `"${text}" is not a subject; write ${form}`
  if (subject.is === 'id' && from === 'file') return `an id is valid in one installation only; in a file, write ${form}`
  if (areFixed && (subject.is === 'author' || subject.is === 'named'))
    return `"${text}" depends on an element; only groups and everyone are allowed here`
  if (subject.is !== 'named') return undefined
  const field = fields.get(subject.field)
  if (field === undefined) return `there is no field "${subject.field}"${didYouMean(subject.field, fields.keys())}`
  if (field.type.holdsSubjects) return undefined
  return `"${subject.field}" does not hold users, groups or positions`
}

function whereProblem(where: string): string | undefined {
  try {
    return parseEql(where) === undefined ? 'is blank' : undefined
  } catch (error) {
    if (error instanceof PlatformError) return error.message
    throw error
  }
}

function fieldProblem(code: string, { fields, nameFields = [] }: RuledDefinition): string | undefined {
  if (!fields.has(code)) return `there is no field "${code.slice(0, 100)}"${didYouMean(code, fields.keys())}`
  return nameFields.includes(code) ? `"${code}" is part of the name, which everyone reads` : undefined
}
