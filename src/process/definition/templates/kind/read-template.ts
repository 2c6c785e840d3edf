import { accessProblems, namedGroups } from '../../../../access/index.ts'
import type { Draft, FileAddress, Found, Place } from '../../../../solutions/index.ts'
import { hashOfFile } from '../compile-template.ts'
import { type NamedInSettings, namedInSettings, type TemplateSettings } from '../template-settings.ts'
import { checkVariables, groupsOfVariables } from './variable-rules.ts'

/** A BPMN file of a solution with its settings, before it is compiled. */
export interface TemplateDraft extends Draft {
  readonly bytes: Uint8Array
  readonly hash: string
  readonly settings: TemplateSettings
  /** Applications and the calendar that the settings name, each with its place. */
  readonly named: readonly (Pick<NamedInSettings, 'to' | 'path'> & { readonly place: Place })[]
  /** Returns the place of a setting in its file. */
  readonly placeOf: Found<unknown>['at']
}

/** Reads the settings of a BPMN file. The BPMN file itself is compiled when the solution is planned. */
export function readTemplate({ value, source, at, refuse }: Found<unknown>, address: FileAddress): TemplateDraft {
  const settings = value as TemplateSettings
  const bytes = source ?? new Uint8Array()
  // The rules are converted to rules for elements, so that subjects are checked by the same code.
  const rules = settings.access && { elements: settings.access.map(({ to }) => ({ to, may: [] })) }
  const placed = (path: readonly (string | number)[]) => ['access', ...path.slice(1)]
  for (const { path, message } of accessProblems(rules, { fields: new Map() })) refuse(placed(path), message)
  settings.access?.forEach(({ to }, index) => {
    const author = to.indexOf('author')
    if (author >= 0)
      refuse(
        ['access', index, 'to', author],
        'only groups and everyone are allowed here, because a process has no author',
      )
  })
  const groups = namedGroups(rules ?? {}).map(({ path, at: place }) => ({
    to: 'group',
    path,
    place: at(placed(place)),
  }))
  checkVariables(settings, refuse)
  for (const { path, at: place } of groupsOfVariables(settings)) groups.push({ to: 'group', path, place: at(place) })
  const named = namedInSettings(settings).map(({ to, path, at: place }) => ({ to, path, place: at(place) }))
  return { ...address, bytes, hash: hashOfFile(bytes), settings, named, placeOf: at, references: groups }
}
