import { variableTypes } from '../../../../values/index.ts'
import {
  attribute,
  type CheckContext,
  type ElementContext,
  isName,
  isTrue,
  listOf,
  type ModdleElement,
  type ProgramNode,
} from '../../model/index.ts'
import { type ExitKind, exitKinds, type FormField, type TaskExit, taskSettings } from './task-settings.ts'

const isExitKind = (kind: string | undefined): kind is ExitKind => exitKinds.includes(kind as ExitKind)

/** Reads the exits of a task. */
export function readExits(context: ElementContext): readonly TaskExit[] {
  const codes = new Set<string>()
  return context.extensions('Exit').flatMap((exit) => {
    const code = attribute(exit, 'code')
    if (code === undefined) {
      context.refuse('chancery:exit needs a code')
      return []
    }
    if (codes.has(code)) context.refuse(`chancery:exit: the code "${code}" is used twice`)
    codes.add(code)
    const kind = attribute(exit, 'kind')
    if (kind !== undefined && !isExitKind(kind))
      context.refuse(`chancery:exit "${code}": kind must be ${exitKinds.join(' or ')}`)
    const name = attribute(exit, 'name') ?? code
    return [{ code, name, required: wordsOf(attribute(exit, 'required')), ...(isExitKind(kind) && { kind }) }]
  })
}

const wordsOf = (text: string | undefined): readonly string[] => text?.split(/[\s,]+/).filter(Boolean) ?? []

/** Reads the form of a task; undefined when the task has none. */
export function readForm(context: ElementContext, exits: readonly TaskExit[]): readonly FormField[] | undefined {
  const form = context.extension('Form')
  if (form === undefined) return undefined
  const names = new Set<string>()
  return listOf(form, 'fields').flatMap((field) => {
    const name = attribute(field, 'name')
    if (name === undefined || !isName(name)) {
      context.refuse('chancery:field: name must begin with a letter and contain only letters, digits and _')
      return []
    }
    if (names.has(name)) context.refuse(`chancery:field: "${name}" occurs twice in the form`)
    names.add(name)
    return [readField(context, field, name, exits)]
  })
}

function readField(context: ElementContext, field: ModdleElement, name: string, exits: readonly TaskExit[]): FormField {
  const [title, type, required] = [attribute(field, 'title'), attribute(field, 'type'), attribute(field, 'required')]
  if (type !== undefined && !variableTypes.has(type))
    context.refuse(`chancery:field "${name}": type "${type}" is unknown; use ${[...variableTypes.keys()].join(', ')}`)
  const isAlways = required === 'true'
  const codes = isAlways || required === 'false' ? [] : wordsOf(required)
  for (const code of codes) {
    if (exits.some((exit) => exit.code === code)) continue
    context.refuse(`chancery:field "${name}": required must be true or codes of exits; there is no exit "${code}"`)
  }
  return {
    name,
    ...(title !== undefined && { title }),
    ...(type !== undefined && { type }),
    ...(isTrue(field.readOnly) && { isReadOnly: true }),
    ...(isAlways && { required: true as const }),
    ...(codes.length > 0 && { required: codes }),
  }
}

/**
 * Checks that the form and the exits of a task name variables of the scopes and loops around the task, inputs of the
 * task, or fields of the form that have a type. A task with output mappings may use other names, and a process that
 * declares no variables may use any name.
 */
export function checkForm(node: ProgramNode, { scopes, nodes, refuse }: CheckContext): void {
  const { form = [], exits } = taskSettings(node)
  const known = new Set(node.inputs.map(({ name }) => name))
  for (let at: number | undefined = node.scope; at !== undefined; at = scopes[at]!.parent) {
    for (const { name } of scopes[at]!.variables) known.add(name)
    const owner = scopes[at]!.owner
    for (const name of owner === undefined ? [] : loopVariables(nodes[owner]!)) known.add(name)
  }
  for (const name of loopVariables(node)) known.add(name)
  const isFree = node.outputs.length > 0 || scopes[0]!.variables.length === 0
  for (const { name, type } of form) {
    if (isFree || type !== undefined || known.has(name)) known.add(name)
    else refuse(`chancery:field "${name}": the process has no such variable; declare it, or give the field a type`)
  }
  for (const { code, required } of exits) {
    for (const name of required) {
      if (isFree || known.has(name)) continue
      refuse(
        `chancery:exit "${code}" requires "${name}", which is neither a variable of the process nor a field of the form`,
      )
    }
  }
}

function loopVariables({ loop }: ProgramNode): readonly string[] {
  if (loop === undefined || loop.type === 'standard') return []
  return [loop.item, loop.index].filter((name) => name !== undefined)
}
