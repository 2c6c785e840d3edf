import type { ModdleElement } from 'bpmn-moddle'
import { attribute, type ElementContext, isName } from './element-context.ts'
import { listOf } from './element-reader.ts'
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

/** Types that a column of a table cannot have. */
const notInTables = ['table', 'json', 'file']

/** Reads the variables that a process or a sub-process declares. */
export function readVariables(context: ElementContext): readonly VariableDefinition[] {
  return readDefinitions(context, context.extensions('Variable'), 'chancery:variable')
}

function readDefinitions(
  context: ElementContext,
  elements: readonly ModdleElement[],
  noun: string,
): readonly VariableDefinition[] {
  const names = new Set<string>()
  return elements.flatMap((element) => {
    const name = attribute(element, 'name')
    if (name === undefined || !isName(name)) {
      context.refuse(`${noun}: name must begin with a letter and contain only letters, digits and _`)
      return []
    }
    if (name.startsWith('__')) context.refuse(`${noun} "${name}": names that begin with __ are reserved`)
    if (names.has(name)) context.refuse(`${noun}: "${name}" is declared twice`)
    names.add(name)
    return [readDefinition(context, element, `${noun} "${name}"`, name)]
  })
}

function readDefinition(
  context: ElementContext,
  element: ModdleElement,
  what: string,
  name: string,
): VariableDefinition {
  const type = attribute(element, 'type') ?? 'json'
  const direction = attribute(element, 'direction')
  const title = attribute(element, 'title')
  const isColumn = element.$type === 'chancery:Column'
  const types = isColumn ? variableTypes.filter((one) => !notInTables.includes(one)) : variableTypes
  if (!types.includes(type as never)) context.refuse(`${what}: type "${type}" is unknown; use ${types.join(', ')}`)
  if (direction !== undefined && !directions.includes(direction))
    context.refuse(`${what}: direction must be input, output, both or internal`)
  return {
    name,
    type,
    ...(title !== undefined && { title }),
    ...(isTrue(element.array) && { isArray: true }),
    ...(isTrue(element.required) && { isRequired: true }),
    ...(isTrue(element.requiredAtEnd) && { isRequiredAtEnd: true }),
    ...(isTrue(element.readOnly) && { isReadOnly: true }),
    ...(direction !== undefined && { direction: direction as NonNullable<VariableDefinition['direction']> }),
    ...readOf(context, element, type, what),
    ...readValues(context, element, type, what),
    ...readColumns(context, element, type, what),
  }
}

function readOf(context: ElementContext, element: ModdleElement, type: string, what: string): { of?: string } {
  const of = attribute(element, 'of')
  if (type === 'element' && (of === undefined || !/^\w+\.\w+$/.test(of)))
    context.refuse(`${what}: the attribute of must name the application of the element, such as of="legal.contracts"`)
  if (type !== 'element' && of !== undefined)
    context.refuse(`${what}: only variables of type element can have the attribute of`)
  return of === undefined ? {} : { of }
}

function readValues(
  context: ElementContext,
  element: ModdleElement,
  type: string,
  what: string,
): Pick<VariableDefinition, 'values'> {
  const values = listOf(element, 'values').map((value) => {
    const code = attribute(value, 'code') ?? ''
    return { code, name: attribute(value, 'name') ?? code }
  })
  const codes = values.map(({ code }) => code)
  if (type !== 'choice') {
    if (values.length > 0) context.refuse(`${what}: only variables of type choice can have values`)
    return {}
  }
  if (values.length === 0 || codes.includes(''))
    context.refuse(`${what}: a choice needs values: <chancery:value code="…" name="…"/>`)
  if (new Set(codes).size < codes.length) context.refuse(`${what}: two values have the same code`)
  return { values }
}

function readColumns(
  context: ElementContext,
  element: ModdleElement,
  type: string,
  what: string,
): Pick<VariableDefinition, 'columns'> {
  const elements = listOf(element, 'columns')
  if (type !== 'table') {
    if (elements.length > 0) context.refuse(`${what}: only variables of type table can have columns`)
    return {}
  }
  if (elements.length === 0) context.refuse(`${what}: a table needs columns: <chancery:column name="…" type="…"/>`)
  if (isTrue(element.array)) context.refuse(`${what}: a table cannot be an array`)
  return { columns: readDefinitions(context, elements, `${what}: column`) }
}

const directions = ['input', 'output', 'both', 'internal']
export const isTrue = (value: unknown): boolean => value === true || value === 'true'
