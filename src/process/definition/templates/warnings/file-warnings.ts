import type { Reader } from '../../../../foundation/db/database.ts'
import { didYouMean } from '../../../../foundation/kit/nearest.ts'
import type { ModelProblem } from '../../../../foundation/kit/xml/model-problems.ts'
import { missingUses } from '../check-file.ts'
import type { CompiledFile } from '../compile-template.ts'
import type { KnownDefinitions } from '../known-definitions.ts'
import { type ElementNames, elementNamesOf, loginsOf, moduleActivitiesOf, secretsOf } from '../program-names.ts'
import { unknownUsers } from '../templates.store.ts'
import { messageWarnings } from './message-warnings.ts'
import { shownTextWarnings } from './shown-text-warnings.ts'
import { untypedWarnings } from './untyped-warnings.ts'

/** The data that the references of a file are checked against. */
export interface WarningInput {
  readonly reader: Reader
  readonly known: KnownDefinitions
  /** The names of the secrets that are set on this installation; undefined when they are not known. */
  readonly secrets: readonly string[] | undefined
}

/**
 * Returns the warnings of a file, and one for each reference of its templates to something that does not exist yet:
 * definitions, fields and statuses of applications, activities of modules, users and secrets. These are warnings,
 * because all of them may be created later. Also returns warnings of values that users can give where the author may
 * not expect it.
 */
export async function fileWarnings(
  { templates, warnings }: Pick<CompiledFile, 'templates' | 'warnings'>,
  { reader, known, secrets }: WarningInput,
): Promise<ModelProblem[]> {
  const programs = templates.map(({ program }) => program)
  const users = programs.flatMap(loginsOf)
  const unknown = new Set(await unknownUsers(reader, [...new Set(users.map(({ name }) => name))]))
  return [
    ...warnings,
    // A missing module is reported by the activity that is missing with it.
    ...missingUses(templates, ({ to, path }) => to === 'module' || known.has(to, path)),
    ...programs
      .flatMap(moduleActivitiesOf)
      .filter(({ name }) => !known.moduleActivities.includes(name))
      .map(({ element, name }) => ({
        elementId: element,
        message: `no module has the activity "${name}" yet${didYouMean(name, known.moduleActivities)}`,
      })),
    ...programs.flatMap(messageWarnings),
    ...programs.flatMap(untypedWarnings),
    ...programs.flatMap((program) => shownTextWarnings(program, known)),
    ...programs.flatMap(elementNamesOf).flatMap((names) => missingNames(names, known)),
    ...users
      .filter(({ name }) => unknown.has(name))
      .map(({ element, name }) => ({ elementId: element, message: `there is no user "${name}" yet` })),
    ...programs
      .flatMap(secretsOf)
      .filter(({ name }) => secrets?.includes(name) === false)
      .map(({ element, name }) => ({
        elementId: element,
        message: `the secret "${name}" is not set; set SECRET_${name} where the server is started`,
      })),
  ]
}

function missingNames({ app, element, fields, status }: ElementNames, known: KnownDefinitions): ModelProblem[] {
  const application = known.application(app)
  if (application === undefined) return []
  const missing = (what: string, name: string, names: readonly string[]): ModelProblem[] =>
    names.includes(name)
      ? []
      : [{ elementId: element, message: `there is no ${what} "${name}" in ${app} yet${didYouMean(name, names)}` }]
  return [
    ...fields.filter((name) => !name.startsWith('__')).flatMap((name) => missing('field', name, application.fields)),
    ...(status === undefined ? [] : missing('status', status, application.statuses)),
  ]
}
