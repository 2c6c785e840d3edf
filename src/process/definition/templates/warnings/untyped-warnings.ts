import type { ModelProblem } from '../../../../foundation/kit/xml/model-problems.ts'
import type { Program } from '../../../engine/index.ts'

/** The settings of actions that take the id of an element or a file, with the type of variable that fits. */
const typeOf: Readonly<Record<string, string>> = { element: 'element', file: 'file' }

/**
 * Returns a warning for each setting with an id that reads a variable without a type for references. Ids in such a
 * variable are checked only when users give them, and not what they belong to. Users cannot give internal variables.
 */
export function untypedWarnings({ nodes, scopes, expressions }: Program): ModelProblem[] {
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
