import { isObject } from '../../../foundation/kit/json.ts'
import { contextError, readProcessContext } from '../../definition/index.ts'
import type { Program, ProgramNode, VariableDefinition, Variables } from '../../engine/index.ts'

/** The node of a delegated activity in its program, which determines the variables of its answer. */
export interface AnsweredActivity {
  readonly program: Program
  readonly node: ProgramNode
}

/** Programs that hold the declared answer variables of activities. */
const declared = new WeakMap<object, Program>()

/**
 * Checks the answer to a delegated activity and returns the values to store. The answer holds the variables that the
 * activity declares. If it declares none, the answer holds variables of the process. If the activity has output
 * mappings or the process declares no variables, other names are accepted as well and kept as JSON. Throws
 * `context.invalid`.
 */
export function readDelegatedAnswer({ program, node }: AnsweredActivity, given: Variables): Variables {
  const answer = answerOf(node)
  if (answer !== undefined) {
    refuseMissing(answer, given)
    return readProcessContext(programOf(program, answer), given, { at: 'change' })
  }
  const isFree = node.outputs.length > 0 || program.scopes[0]!.variables.length === 0
  return readProcessContext(program, given, { at: isFree ? 'write' : 'change' })
}

/** Returns the program whose variables an answer holds: those that the activity declares, or those of the process. */
export function programOfAnswer({ program, node }: AnsweredActivity): Program {
  const answer = answerOf(node)
  return answer === undefined ? program : programOf(program, answer)
}

const answerOf = ({ settings }: ProgramNode) => settings.answer as readonly VariableDefinition[] | undefined

function programOf(program: Program, answer: readonly VariableDefinition[]): Program {
  const known = declared.get(answer) ?? { ...program, scopes: [{ ...program.scopes[0]!, variables: answer }] }
  declared.set(answer, known)
  return known
}

function refuseMissing(answer: readonly VariableDefinition[], given: Variables): void {
  const problems = answer
    .filter(({ name, isRequired }) => isRequired && (given[name] === undefined || given[name] === null))
    .map(({ name }) => ({ field: name, message: `the answer must contain "${name}"` }))
  if (problems.length > 0) throw contextError(problems)
}

/** A BPMN error in the answer of another system to a delegated activity. */
export interface AnsweredError {
  readonly code: string
  readonly message?: string
}

const maxCodeChars = 200
const maxMessageChars = 2000

/** Reads `{code, message}`; returns undefined for any other value. */
export function readAnsweredError(value: unknown): AnsweredError | undefined {
  if (!isObject(value)) return undefined
  const { code, message } = value
  if (typeof code !== 'string' || code.trim() === '' || code.length > maxCodeChars) return undefined
  if (message !== undefined && message !== null && typeof message !== 'string') return undefined
  return { code, ...(typeof message === 'string' && { message: message.slice(0, maxMessageChars).toWellFormed() }) }
}
