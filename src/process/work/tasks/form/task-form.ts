import { untypedVariable } from '../../../../values/index.ts'
import {
  type FormField,
  type Program,
  type ProgramNode,
  sheetAction,
  type TaskExit,
  taskSettings,
  type VariableDefinition,
} from '../../../engine/index.ts'

/** A field of the form of a task. */
export interface TaskField {
  readonly variable: VariableDefinition
  readonly title: string
  readonly isReadOnly: boolean
  /** Whether the field must have a value for every exit. */
  readonly isRequired: boolean
  /** Codes of the exits that require a value of the field. */
  readonly requiredFor: readonly string[]
  /** Whether an output of a sheet writes its remarks to the variable. */
  readonly isRemarks?: true
}

/** The form of a task: fields, exits, and the variable for the exit. */
export interface TaskForm {
  readonly fields: readonly TaskField[]
  readonly exits: readonly TaskExit[]
  /** Variable that receives the code of the exit. */
  readonly result: string
  /** Whether the task asks for the case in which an element is registered, in the variable `case`. */
  readonly choosesCase: boolean
  /** Program with the fields of the form as its variables, for checking values. */
  readonly checked: Program
}

/** Default name of the variable that receives the code of the exit. */
const defaultResult = 'exit'

/** Forms of the tasks of each program, by the ids of their elements. Programs never change. */
const forms = new WeakMap<Program, Map<string, TaskForm>>()

/** Returns the form of a task: its declared fields, or else the visible variables that are not internal. */
export function taskForm(program: Program, element: string): TaskForm {
  const known = forms.get(program) ?? new Map<string, TaskForm>()
  forms.set(program, known)
  const kept = known.get(element)
  if (kept !== undefined) return kept
  const form = readForm(
    program,
    program.nodes.find(({ id }) => id === element),
  )
  known.set(element, form)
  return form
}

function readForm(program: Program, node: ProgramNode | undefined): TaskForm {
  if (node === undefined)
    return { fields: [], exits: [], result: defaultResult, choosesCase: false, checked: withVariables(program, []) }
  const { type, form, exits, result = defaultResult } = taskSettings(node)
  const variables = visibleVariables(program, node)
  const shown = form ?? [...variables.values()].filter(({ direction }) => direction !== 'internal')
  const remarks = variablesWithRemarks(program)
  const fields = shown.map((field) => ({
    ...fieldOf(field, variables.get(field.name), exits),
    ...(remarks.has(field.name) && { isRemarks: true as const }),
  }))
  return {
    fields,
    exits,
    result,
    choosesCase: type === 'registration',
    checked: withVariables(
      program,
      fields.map(({ variable }) => variable),
    ),
  }
}

/** Returns the names of the variables to which an output of a sheet writes its remarks unchanged. */
function variablesWithRemarks({ nodes, expressions }: Program): ReadonlySet<string> {
  const ofSheets = nodes.filter(({ settings }) => settings.action === sheetAction)
  const outputs = ofSheets.flatMap((node) => node.outputs)
  return new Set(outputs.filter(({ value }) => expressions[value]?.trim() === 'remarks').map(({ name }) => name))
}

function withVariables(program: Program, variables: readonly VariableDefinition[]): Program {
  return { ...program, scopes: [{ ...program.scopes[0]!, variables }] }
}

/**
 * Returns the visible variables, those of the process first. An inner variable hides an outer variable of the same
 * name.
 */
function visibleVariables(program: Program, node: ProgramNode): ReadonlyMap<string, VariableDefinition> {
  const around: (readonly VariableDefinition[])[] = []
  for (let at: number | undefined = node.scope; at !== undefined; at = program.scopes[at]!.parent)
    around.unshift(program.scopes[at]!.variables)
  return new Map(around.flat().map((variable) => [variable.name, variable]))
}

function fieldOf(
  field: FormField | VariableDefinition,
  declared: VariableDefinition | undefined,
  exits: readonly TaskExit[],
): TaskField {
  const { name, type, title } = field
  const required = 'required' in field ? field.required : undefined
  const requiring = exits.filter((exit) => exit.required.includes(name)).map(({ code }) => code)
  const own: VariableDefinition = { name, type: type ?? untypedVariable }
  return {
    // A field with its own type shows a value other than the variable of the same name, such as an input of the task.
    variable: declared === undefined || (type !== undefined && type !== declared.type) ? own : declared,
    title: title ?? declared?.title ?? name,
    isReadOnly: field.isReadOnly === true || declared?.isReadOnly === true,
    isRequired: required === true,
    requiredFor: [...new Set([...(Array.isArray(required) ? required : []), ...requiring])],
  }
}

/** Returns the names that require a value when a task is completed with an exit. */
export function requiredNames({ fields, exits }: TaskForm, exit: string | undefined): readonly string[] {
  const ofFields = fields.filter(
    ({ isRequired, requiredFor }) => isRequired || (exit !== undefined && requiredFor.includes(exit)),
  )
  const ofExit = exits.find(({ code }) => code === exit)?.required ?? []
  return [...new Set([...ofFields.map(({ variable }) => variable.name), ...ofExit])]
}
