import type { Reader } from '../../../../foundation/db/database.ts'
import { didYouMean } from '../../../../foundation/kit/nearest.ts'
import type { ModelProblem } from '../../../../foundation/kit/xml/model-problems.ts'
import { type Program, type ProgramNode, traitsOf } from '../../../engine/index.ts'
import { missingUses } from '../check-file.ts'
import type { CompiledFile } from '../compile-template.ts'
import type { KnownDefinitions } from '../known-definitions.ts'
import { type ElementNames, elementNamesOf, loginsOf, moduleActivitiesOf, secretsOf } from '../program-names.ts'
import { unknownUsers } from '../templates.store.ts'
import { shownTextWarnings } from './shown-text-warnings.ts'

/** The settings of actions that take the id of an element or a file, with the type of variable that fits. */
const typeOf: Readonly<Record<string, string>> = { element: 'element', file: 'file' }

/**
 * Returns a warning for each setting with an id that reads a variable of the type `string` or `json`. An id in such a
 * variable is checked only when users give it, and it can belong to any element or file. Users cannot give internal
 * variables.
 */
function untypedWarnings({ nodes, scopes, expressions }: Program): ModelProblem[] {
  const untyped = scopes.flatMap(({ variables }) =>
    variables.filter(({ type, direction }) => (type === 'string' || type === 'json') && direction !== 'internal'),
  )
  return nodes.flatMap(({ id, settings }) => {
    const parameters = (settings.parameters ?? []) as readonly Parameter[]
    return parameters.flatMap(({ name, value }) => {
      const text = 'expression' in value ? expressions[value.expression]! : ''
      const read = typeOf[name] === undefined ? undefined : untyped.find((one) => reads(text, one.name))
      if (read === undefined) return []
      const message =
        `the setting "${name}" reads the variable "${read.name}" of the type ${read.type}; declare the variable with the ` +
        `type ${typeOf[name]}, so that the platform checks what users give`
      return [{ elementId: id, message }]
    })
  })
}

interface Parameter {
  readonly name: string
  readonly value: { readonly text: string } | { readonly expression: number }
}

/** Returns whether an expression names a variable, not a property of the same name. */
const reads = (text: string, name: string): boolean =>
  text.split(/[^\p{L}\p{N}_.]+/u).some((word) => word.split('.')[0] === name)

/**
 * Returns a warning for each waiting message event with which a message could write every variable around the event.
 */
function messageWarnings({ nodes, scopes }: Program): ModelProblem[] {
  if (scopes.every(({ variables }) => variables.length === 0)) return []
  return nodes
    .filter((node) => waits(node) && node.outputs.length === 0 && takesAll(node))
    .map(({ id }) => ({
      elementId: id,
      message:
        'a message can write every variable here; name the variables that the event takes: ' +
        '<chancery:message variables="…"/>',
    }))
}

const takesAll = ({ event }: ProgramNode): boolean => event?.type === 'message' && event.variables === undefined

/** Returns whether an element waits for its event. The start event of a process does not. */
function waits(node: ProgramNode): boolean {
  const { eventRole } = traitsOf(node)
  return eventRole === 'waits' || (eventRole === 'starts' && node.scope > 0)
}

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
 * not expect it, and of texts that show values of fields with access rules.
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
      .filter(({ name }) => !known.moduleActivities.includes(name) && !known.mayExist(name))
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
