import type { Program, ProgramNode, TextOrExpression } from '../../engine/index.ts'
import { closureOf, errorMessage, flowsOf, namesIn } from './program-flows.ts'

/** A variable that gets the value of a field, or whose value is written into a field. */
export interface VariableOrigin {
  readonly variable: string
  /** Code of the field, code of a system field, or `*` for all fields. */
  readonly field: string
}

/** The field that stands for all fields of an element. */
export const everyField = '*'

/** Actions whose outputs are the values of one element. */
const readingActions = ['element.create', 'element.read', 'element.update', 'element.setStatus', 'element.attachFile']
/** Actions whose inputs are written into fields of the element. */
const writingActions = ['element.create', 'element.update']

const known = new WeakMap<Program, ReadonlyMap<string, readonly VariableOrigin[]>>()

/**
 * Returns for each action on an element, by the id of its node, the variables that then hold values of the element's
 * fields: those that the outputs fill, those that are written into a field as they are, and all variables that the
 * process computes from these.
 */
export function programOrigins(program: Program): ReadonlyMap<string, readonly VariableOrigin[]> {
  const found = known.get(program) ?? originsIn(program)
  known.set(program, found)
  return found
}

/**
 * Returns the origins of the message of a failed action on an element: the message, and the variables that are computed
 * from the messages of errors. A message can quote any field of the element.
 */
export function messageOrigins(program: Program): readonly VariableOrigin[] {
  return [...closureOf(flowsOf(program), errorMessage)].map((variable) => ({ variable, field: everyField }))
}

function originsIn(program: Program): ReadonlyMap<string, readonly VariableOrigin[]> {
  const flows = flowsOf(program)
  const origins = new Map<string, readonly VariableOrigin[]>()
  for (const node of program.nodes) {
    const direct = [...filledBy(program, node), ...boundBy(program, node)]
    if (direct.length === 0) continue
    const all = direct.flatMap(({ variable, field }) =>
      [...closureOf(flows, variable)].map((reached) => ({ variable: reached, field })),
    )
    origins.set(node.id, distinct(all))
  }
  return origins
}

function filledBy(program: Program, node: ProgramNode): VariableOrigin[] {
  const action = String(node.settings.action)
  const fieldsIn = readingActions.includes(action) ? fieldsRead : (text: string) => fieldsNamed(text, outputsOf[action])
  return node.outputs.flatMap(({ name, value }) =>
    fieldsIn(program.expressions[value]!).map((field) => ({ variable: name, field })),
  )
}

type OutputFields = Readonly<Record<string, string>>

/**
 * The outputs of other actions that can hold values of an element, with their fields. The name and the warnings of a
 * generated document can quote all fields that its template reads. Its file, which has rights of its own, is given by
 * its id, and the number of its version is no value of a field.
 */
const outputsOf: Readonly<Record<string, OutputFields>> = {
  'element.register': { number: '__register_name' },
  'document.generate': { name: everyField, warnings: everyField },
}

/** The outputs of an action on an element that are values of the element, with their system fields. */
const systemOutputs: OutputFields = { name: '__name', index: '__index', status: '__statusCode' }

/** Returns the fields of the element that the expression of an output mapping reads. */
function fieldsRead(text: string): string[] {
  const whole = [...text.matchAll(/(?<![\p{L}\p{N}_])element(?![\p{L}\p{N}_])(?:\s*\.\s*([\p{L}_][\p{L}\p{N}_]*))?/gu)]
  return [...whole.map(([, field]) => field ?? everyField), ...fieldsNamed(text, systemOutputs)]
}

/** Returns the fields of the outputs that an expression names. */
function fieldsNamed(text: string, fields: OutputFields = {}): string[] {
  const words = namesIn(text)
  return Object.entries(fields).flatMap(([output, field]) => (words.has(output) ? [field] : []))
}

function boundBy(program: Program, node: ProgramNode): VariableOrigin[] {
  if (node.settings.action === 'element.attachFile') return boundByFile(program, node)
  if (!writingActions.includes(String(node.settings.action))) return []
  return node.inputs.flatMap(({ name, value }) => {
    const [variable, ...others] = namesIn(program.expressions[value]!)
    const isBound = variable !== undefined && others.length === 0 && program.expressions[value]!.trim() === variable
    return isBound ? [{ variable, field: name }] : []
  })
}

/** Returns the variable with the file that the action attaches in a field. */
function boundByFile(program: Program, { settings }: ProgramNode): VariableOrigin[] {
  const parameters = new Map(
    (settings.parameters as readonly { name: string; value: TextOrExpression }[]).map(({ name, value }) => [
      name,
      value,
    ]),
  )
  const [field, file] = [parameters.get('field'), parameters.get('file')]
  if (file === undefined || !('expression' in file)) return []
  const text = program.expressions[file.expression]!.trim()
  const code = field !== undefined && 'text' in field ? field.text : everyField
  return namesIn(text).has(text) ? [{ variable: text, field: code }] : []
}

function distinct(origins: readonly VariableOrigin[]): VariableOrigin[] {
  return [...new Map(origins.map((one) => [`${one.variable}/${one.field}`, one])).values()]
}
