import type { ModelProblem, Program, TextOrExpression } from '../../model/index.ts'
import { namesIn, programOrigins } from '../../origins/index.ts'
import type { KnownDefinitions } from '../known-definitions.ts'
import { elementNamesOf } from '../program-names.ts'

/**
 * Returns a warning for each name of an instance and subject of a task with a variable that holds a value of a field
 * with access rules. Everyone who sees the instance or the task sees these texts.
 */
export function shownTextWarnings(program: Program, known: KnownDefinitions): ModelProblem[] {
  const { nodes, expressions, instanceName } = program
  const ruled = ruledVariables(program, known)
  const fieldIn = (expression: number): readonly [string, string] | undefined =>
    [...namesIn(expressions[expression]!)].flatMap((name) => {
      const field = ruled.get(name)
      return field === undefined ? [] : [[name, field] as const]
    })[0]
  const name = instanceName === undefined ? undefined : fieldIn(instanceName)
  const subjects = nodes.flatMap(({ id, settings }): ModelProblem[] => {
    const subject = settings.subject as TextOrExpression | undefined
    const found = subject !== undefined && 'expression' in subject ? fieldIn(subject.expression) : undefined
    return found === undefined ? [] : [{ elementId: id, message: sentence('the subject of the task', 'task', found) }]
  })
  return [
    ...(name === undefined ? [] : [{ message: sentence('the name of the instances', 'instance', name) }]),
    ...subjects,
  ]
}

const sentence = (text: string, shown: string, [name, field]: readonly [string, string]): string =>
  `${text} contains "${name}", which can hold a value of the field ${field}, and the field has access rules; everyone who sees the ${shown} sees this text`

/** Returns the variables that can hold values of fields with access rules, each with the path of such a field. */
function ruledVariables(program: Program, known: KnownDefinitions): ReadonlyMap<string, string> {
  const origins = programOrigins(program)
  return new Map(
    elementNamesOf(program).flatMap(({ element, app }) => {
      const fields = known.application(app)?.ruledFields ?? []
      return (origins.get(element) ?? []).flatMap(({ variable, field }) => {
        const found = field === '*' ? fields[0] : fields.find((one) => one === field)
        return found === undefined ? [] : [[variable, `${app}.${found}`] as const]
      })
    }),
  )
}
