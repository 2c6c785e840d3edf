import { attribute, type ElementContext, isName } from './element-context.ts'
import type { VariableDefinition } from './program.ts'

/** The types of variables. */
export const variableTypes = [
  'string',
  'integer',
  'decimal',
  'money',
  'boolean',
  'date',
  'datetime',
  'duration',
  'choice',
  'user',
  'group',
  'element',
  'file',
  'table',
  'json',
] as const

/** Reads the variables that a process or a sub-process declares. */
export function readVariables(context: ElementContext): readonly VariableDefinition[] {
  const names = new Set<string>()
  return context.extensions('Variable').flatMap((element) => {
    const name = attribute(element, 'name')
    const type = attribute(element, 'type') ?? 'json'
    const direction = attribute(element, 'direction')
    if (name === undefined || !isName(name)) {
      context.refuse('chancery:variable: name must begin with a letter and hold letters, digits and _')
      return []
    }
    if (names.has(name)) context.refuse(`chancery:variable: "${name}" is declared twice`)
    names.add(name)
    if (!variableTypes.includes(type as never))
      context.refuse(`chancery:variable "${name}": type "${type}" is unknown; use ${variableTypes.join(', ')}`)
    if (direction !== undefined && !directions.includes(direction))
      context.refuse(`chancery:variable "${name}": direction must be input, output or both`)
    const title = attribute(element, 'title')
    return [
      {
        name,
        type,
        ...(title !== undefined && { title }),
        ...(isTrue(element.array) && { isArray: true }),
        ...(isTrue(element.required) && { isRequired: true }),
        ...(isTrue(element.readOnly) && { isReadOnly: true }),
        ...(direction !== undefined && { direction: direction as 'input' | 'output' | 'both' }),
      },
    ]
  })
}

const directions = ['input', 'output', 'both']
export const isTrue = (value: unknown): boolean => value === true || value === 'true'
