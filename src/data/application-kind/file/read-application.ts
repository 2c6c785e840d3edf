import { accessProblems, namedGroups } from '../../../access/index.ts'
import { codeCollector } from '../../../foundation/kit/codes.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { Draft, FileAddress, Found, Refuse } from '../../../solutions/index.ts'
import type { Field } from '../../../values/index.ts'
import type { ApplicationKind } from '../../applications/application.ts'
import type { ApplicationDefinition, StatusDefinition } from '../../applications/definition.ts'
import { ruledDefinition } from '../../elements/source/name-template.ts'
import { formsFile } from './application-file.ts'
import type { ApplicationFile } from './application-schema.ts'
import { refuseForms } from './form-problems.ts'
import { readFields } from './read-fields.ts'
import { registrationProblems } from './registration-problems.ts'

/** An application as read from its file. A status has a number only when the file gives one. */
export interface ApplicationDraft extends Draft, Omit<ApplicationDefinition, 'statuses' | 'retiredStatuses'> {
  readonly namespace: string
  readonly code: string
  readonly statuses: readonly StatusDraft[]
  /** Returns a place in the file, for problems that only a comparison with the deployed definitions can show. */
  readonly at: Found<unknown>['at']
}

interface StatusDraft extends Omit<StatusDefinition, 'id'> {
  readonly id: number | null
}

/** Reads an application file of the right shape and reports all contradictions in it. */
export function readApplication(
  { value: file, at, refuse }: Found<ApplicationFile>,
  address: FileAddress,
): ApplicationDraft {
  const { entries, fields } = readFields(file.fields ?? [], refuse)
  const statusGroups = file.statusGroups ?? (file.statuses?.length ? [{ code: 'default', name: 'Default' }] : [])
  const statuses = readStatuses(file, statusGroups, refuse)
  if (file.nameTemplate !== undefined) {
    for (const message of templateProblems(file.nameTemplate, fields)) refuse(['nameTemplate'], message)
  }
  for (const { path, message } of accessProblems(file.access, ruledDefinition({ ...file, fields })))
    refuse(['access', ...path], message)
  for (const { path, message } of registrationProblems(file.registration, { ...file, fields }))
    refuse(['registration', ...path], message)
  refuseForms(file.forms ?? {}, fields, (path, message) => refuse(['forms', ...path], message))
  const references = namedGroups(file.access ?? {}).map(({ path, at: place }) => {
    return { to: 'group', path, place: at(['access', ...place]) }
  })
  const registrars = Array.isArray(file.registration?.by) ? file.registration.by : []
  registrars.forEach((path, index) => {
    references.push({ to: 'group', path: path.toLowerCase(), place: at(['registration', 'by', index]) })
  })
  return {
    ...address,
    at,
    references,
    name: file.name,
    elementName: file.elementName ?? file.name,
    kind: (file.kind ?? 'standard').toUpperCase() as ApplicationKind,
    fields: entries,
    statuses,
    statusGroups,
    nameTemplate: file.nameTemplate ?? null,
    unique: readUnique(file, fields, refuse),
    ...(file.access && { access: file.access }),
    ...(file.registration && { registration: file.registration }),
    ...(Object.keys(file.forms ?? {}).length > 0 && { forms: formsFile(file.forms!) }),
  }
}

function readStatuses(file: ApplicationFile, groups: readonly { code: string }[], refuse: Refuse): StatusDraft[] {
  const statuses = file.statuses ?? []
  refuseRepeated(
    groups.map(({ code }) => code),
    (index, message) => refuse(['statusGroups', index, 'code'], message),
  )
  refuseRepeated(
    statuses.map(({ code }) => code),
    (index, message) => refuse(['statuses', index, 'code'], message),
  )
  refuseRepeated(
    statuses.map(({ id }) => id),
    (index, message) => refuse(['statuses', index, 'id'], message),
  )
  const groupCodes = groups.map(({ code }) => code)
  const drafts = statuses.map((status, index): StatusDraft => {
    const group = status.group ?? groupCodes[0] ?? ''
    if (!groupCodes.includes(group)) {
      refuse(['statuses', index, 'group'], `there is no status group "${group}"${didYouMean(group, groupCodes)}`)
    }
    if (status.final && status.next?.length) refuse(['statuses', index, 'next'], 'nothing may follow a final status')
    return {
      id: status.id ?? null,
      code: status.code,
      name: status.name,
      group,
      final: status.final ?? false,
      hidden: status.hidden ?? false,
      ...(status.tone !== undefined && { tone: status.tone }),
      next: status.next ?? null,
      ...(status.by !== undefined && { by: status.by }),
    }
  })
  refuseUnreachable(drafts, refuse)
  groupCodes.forEach((code) => {
    const index = drafts.findIndex(({ group }) => group === code)
    if (drafts[index]?.by === 'process')
      refuse(
        ['statuses', index, 'by'],
        'new elements begin with this status, so processes cannot be the only ones to give it',
      )
  })
  groups.forEach(({ code }, index) => {
    const empty = !drafts.some((draft) => draft.group === code)
    if (empty) refuse(['statusGroups', index], `no status belongs to the group "${code}"`)
  })
  return drafts
}

function refuseUnreachable(drafts: readonly StatusDraft[], refuse: Refuse): void {
  drafts.forEach((draft, index) => {
    draft.next?.forEach((code, at) => {
      const codes = drafts.filter(({ group }) => group === draft.group).map((other) => other.code)
      if (codes.includes(code)) return
      refuse(['statuses', index, 'next', at], `there is no status "${code}" in this group${didYouMean(code, codes)}`)
    })
  })
}

function readUnique(file: ApplicationFile, fields: ReadonlyMap<string, Field>, refuse: Refuse): string[][] {
  const keys = (file.unique ?? []).map((entry) => (typeof entry === 'string' ? [entry] : [...entry].sort()))
  keys.forEach((codes, index) => {
    for (const code of codes) {
      const field = fields.get(code)
      if (field === undefined) {
        refuse(['unique', index], `there is no field "${code}"${didYouMean(code, fields.keys())}`)
      } else if (field.array || field.type.comparable === undefined) {
        refuse(['unique', index], `"${code}" cannot be part of a key: it holds several values or a structure`)
      }
    }
  })
  refuseRepeated(
    keys.map((codes) => codes.join(', ')),
    (index, message) => refuse(['unique', index], message),
  )
  return keys
}

/** Reports every value that occurred earlier in the list. Codes that differ only in case count as repeated. */
function refuseRepeated(
  values: readonly (string | number | undefined)[],
  refuse: (index: number, message: string) => void,
): void {
  const repetition = codeCollector()
  values.forEach((value, index) => {
    const repeated = value === undefined ? undefined : repetition(String(value))
    if (repeated !== undefined) refuse(index, repeated)
  })
}

/** Returns the problems of a name template, which may contain `{$field}`, `{$full_name.lastname}` and `{$__index}`. */
function templateProblems(template: string, fields: ReadonlyMap<string, Field>): string[] {
  const problems: string[] = []
  for (const [whole, path] of template.matchAll(/\{\$([^{}]*)\}/g)) {
    if (path === '__index') continue
    const [code, part, ...rest] = path!.split('.')
    const field = fields.get(code!)
    if (field === undefined) {
      problems.push(`there is no field "${code}" for ${whole}${didYouMean(code!, [...fields.keys(), '__index'])}`)
      continue
    }
    const parts = Object.keys(field.type.parts ?? {})
    if (rest.length > 0 || (part !== undefined && !parts.includes(part))) {
      problems.push(`"${code}" has no part "${[part, ...rest].join('.')}"${didYouMean(part!, parts)}`)
    }
  }
  if (/\{\$(?![^{}]*\})/.test(template)) problems.push('a placeholder is not closed: write {$field}')
  return problems
}
