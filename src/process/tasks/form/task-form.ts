import { type FormField, type TaskExit, taskSettings } from '../../elements/task/task-settings.ts'
import type { Program, ProgramNode, VariableDefinition } from '../../model/index.ts'

/** One field of the form of a task. */
export interface TaskField extends VariableDefinition {
  readonly title: string
  readonly isReadOnly: boolean
  readonly isArray: boolean
  /** The codes of the exits for which the field must have a value; with `isRequired`, for every exit. */
  readonly requiredFor: readonly string[]
}

/** What the person who completes a task sees and fills in. */
export interface TaskForm {
  readonly fields: readonly TaskField[]
  readonly exits: readonly TaskExit[]
  /** The variable that gets the code of the exit. */
  readonly result: string
  /** Whether names that are no fields are accepted: the process declares no variables, and the task has no form. */
  readonly isOpen: boolean
}

/** The variable that gets the code of the exit when the task names none. */
const defaultResult = 'exit'

/** The forms of the tasks of a program, by the ids of their elements. Programs never change. */
const forms = new WeakMap<Program, Map<string, TaskForm>>()

/** Returns the form of a task: the fields of its form, else the variables that are visible where the task stands. */
export function taskForm(program: Program, element: string): TaskForm {
  const known = forms.get(program) ?? new Map<string, TaskForm>()
  forms.set(program, known)
  const kept = known.get(element)
  if (kept !== undefined) return kept
  const node = program.nodes.find(({ id }) => id === element)
  const form = readForm(program, node)
  known.set(element, form)
  return form
}

function readForm(program: Program, node: ProgramNode | undefined): TaskForm {
  if (node === undefined) return { fields: [], exits: [], result: defaultResult, isOpen: true }
  const { form, exits, result = defaultResult } = taskSettings(node)
  const variables = visibleVariables(program, node)
  const fields = form ?? [...variables.values()].map(({ name }): FormField => ({ name }))
  return {
    fields: fields.map((field) => fieldOf(field, variables.get(field.name), exits)),
    exits,
    result,
    isOpen: fields.length === 0 && form === undefined,
  }
}

/** Returns the declared variables, those of the nearest scope first; a nearer one hides another of its name. */
function visibleVariables(program: Program, node: ProgramNode): ReadonlyMap<string, VariableDefinition> {
  const found = new Map<string, VariableDefinition>()
  for (let at: number | undefined = node.scope; at !== undefined; at = program.scopes[at]!.parent) {
    for (const variable of program.scopes[at]!.variables) {
      if (!found.has(variable.name)) found.set(variable.name, variable)
    }
  }
  return found
}

function fieldOf(field: FormField, variable: VariableDefinition | undefined, exits: readonly TaskExit[]): TaskField {
  const { name, required } = field
  const requiring = exits.filter((exit) => exit.required.includes(name)).map(({ code }) => code)
  return {
    name,
    type: field.type ?? variable?.type ?? 'json',
    title: field.title ?? variable?.title ?? name,
    isArray: field.type === undefined && variable?.isArray === true,
    isReadOnly: field.isReadOnly === true || variable?.isReadOnly === true,
    isRequired: required === true,
    requiredFor: [...new Set([...(Array.isArray(required) ? required : []), ...requiring])],
  }
}

/** Returns the names that need a value when a task is completed with an exit. */
export function requiredNames({ fields, exits }: TaskForm, exit: string | undefined): readonly string[] {
  const ofFields = fields.filter(
    ({ isRequired, requiredFor }) => isRequired || (exit !== undefined && requiredFor.includes(exit)),
  )
  const ofExit = exits.find(({ code }) => code === exit)?.required ?? []
  return [...new Set([...ofFields.map(({ name }) => name), ...ofExit])]
}
