import type { ModelProblem } from '../../../../foundation/kit/xml/model-problems.ts'
import type { Program, TextOrExpression } from '../../../engine/index.ts'
import { namesIn } from '../../origins/index.ts'
import type { KnownDefinitions } from '../known-definitions.ts'
import { ruledVariables } from '../ruled-variables.ts'

/**
 * Returns a warning for each name of an instance and subject of a task with a variable that holds a value of a field
 * with access rules. Everyone who sees the instance or the task sees these texts.
 */
export function shownTextWarnings(program: Program, known: KnownDefinitions): ModelProblem[] {
  const { nodes, expressions, instanceName } = program
  const ruled = ruledVariables(program, known)
  const fieldIn = (expression: number): readonly [string, string] | undefined =>
    [...namesIn(expressions[expression]!)].flatMap((name) => {
      const field = ruled.get(name)?.[0]
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
