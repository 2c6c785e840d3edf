import { accessProblems, namedGroups } from '../../../../access/index.ts'
import { type ModelProblem, ModelRefused } from '../../../../foundation/kit/xml/model-problems.ts'
import type { Draft, FileAddress, Found, Place, Problem } from '../../../../solutions/index.ts'
import { type CompiledFile, compileTemplates, hashOfFile } from '../compile-template.ts'
import { type NamedInSettings, namedInSettings, type TemplateSettings } from '../template-settings.ts'
import { checkVariables, groupsOfVariables } from './variable-rules.ts'

const compiledFiles = new WeakMap<TemplateDraft, Promise<CompiledFile | readonly Problem[]>>()

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

/** Compiles the file of a draft, or returns its problems. The result is cached, because a solution is planned twice. */
export function compileDraft(draft: TemplateDraft): Promise<CompiledFile | readonly Problem[]> {
  const compiled =
    compiledFiles.get(draft) ??
    compileTemplates(draft.bytes, draft.code).catch((error: unknown) => {
      if (error instanceof ModelRefused) return error.problems.map((problem) => problemOf(draft, problem))
      throw error
    })
  compiledFiles.set(draft, compiled)
  return compiled
}

/** Returns a problem of a BPMN file as a problem of the solution, with the id of the element as the path. */
export function problemOf(
  { file }: Pick<TemplateDraft, 'file'>,
  { elementId = '', line, message }: ModelProblem,
): Problem {
  return { file, ...(line !== undefined && { line }), path: elementId, message }
}
