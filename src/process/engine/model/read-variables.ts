import type { ModdleElement } from 'bpmn-moddle'
import { untypedVariable, type VariableType, variableTypes } from '../../../values/index.ts'
import { attribute, type ElementContext, isName } from './element-context.ts'
import { listOf } from './element-reader.ts'
import type { VariableDefinition } from './program.ts'

/** Reads the variables that a process or sub-process declares, or an activity for the answer of another system. */
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
  const type = attribute(element, 'type') ?? untypedVariable
  const direction = attribute(element, 'direction')
  const title = attribute(element, 'title')
  const needs = variableTypes.get(type)?.needs
  const isColumn = element.$type === 'chancery:Column'
  const known = [...variableTypes.values()].filter(({ isOutsideTables }) => !isColumn || !isOutsideTables)
  const words = known.map(({ word }) => word)
  if (!words.includes(type)) context.refuse(`${what}: type "${type}" is unknown; use ${words.join(', ')}`)
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
    ...readOf(context, element, needs, what),
    ...readValues(context, element, needs, what),
    ...readColumns(context, element, needs, what),
  }
}

/** The part that the declaration of a variable must have because of the variable's type. */
type Needs = VariableType['needs']

/** Returns the types of variables whose declarations must have the part, joined by `or`. */
const needing = (part: Needs): string =>
  [...variableTypes.values()].flatMap(({ word, needs }) => (needs === part ? [word] : [])).join(' or ')

function readOf(context: ElementContext, element: ModdleElement, needs: Needs, what: string): { of?: string } {
  const of = attribute(element, 'of')
  const isNeeded = needs === 'application'
  if (isNeeded && (of === undefined || !/^\w+\.\w+$/.test(of)))
    context.refuse(`${what}: the attribute of must name the application of the element, such as of="legal.contracts"`)
  if (!isNeeded && of !== undefined)
    context.refuse(`${what}: only variables of type ${needing('application')} can have the attribute of`)
  return of === undefined ? {} : { of }
}

function readValues(
  context: ElementContext,
  element: ModdleElement,
  needs: Needs,
  what: string,
): Pick<VariableDefinition, 'values'> {
  const values = listOf(element, 'values').map((value) => {
    const code = attribute(value, 'code') ?? ''
    return { code, name: attribute(value, 'name') ?? code }
  })
  const codes = values.map(({ code }) => code)
  if (needs !== 'values') {
    if (values.length > 0) context.refuse(`${what}: only variables of type ${needing('values')} can have values`)
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
  needs: Needs,
  what: string,
): Pick<VariableDefinition, 'columns'> {
  const elements = listOf(element, 'columns')
  if (needs !== 'columns') {
    if (elements.length > 0) context.refuse(`${what}: only variables of type ${needing('columns')} can have columns`)
    return {}
  }
  if (elements.length === 0) context.refuse(`${what}: a table needs columns: <chancery:column name="…" type="…"/>`)
  if (isTrue(element.array)) context.refuse(`${what}: a table cannot be an array`)
  return { columns: readDefinitions(context, elements, `${what}: column`) }
}

const directions = ['input', 'output', 'both', 'internal']
export const isTrue = (value: unknown): boolean => value === true || value === 'true'
