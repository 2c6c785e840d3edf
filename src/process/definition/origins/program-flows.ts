import {
  type Program,
  type ProgramNode,
  type TextOrExpression,
  traitsOf,
  type VariableDefinition,
} from '../../engine/index.ts'

/** For each variable, the variables that the process computes from it in one step. */
export type Flows = ReadonlyMap<string, ReadonlySet<string>>

const known = new WeakMap<Program, Flows>()

/**
 * Returns how values flow between the variables of a process. The flows are those that the diagram allows, whether or
 * not an instance has taken them. Inputs of an activity count as variables, because forms and scripts read them.
 * Answers of other systems count as computed from what was sent to them. The path that an instance takes and what
 * people enter in forms are not followed.
 */
export function flowsOf(program: Program): Flows {
  const found = known.get(program) ?? flowsIn(program)
  known.set(program, found)
  return found
}

/**
 * Returns whether an instance can hold values of fields, or of other instances, that it was not started with: by
 * actions on elements, generated documents, calls, messages and signals.
 */
export const readsElsewhere = ({ nodes }: Program): boolean => nodes.some((node) => traitsOf(node).readsElsewhere(node))

/** Returns a variable and all variables that are computed from it. */
export function closureOf(flows: Flows, variable: string): ReadonlySet<string> {
  const reached = new Set([variable])
  // A set is iterated in the order of insertion, including what is added meanwhile.
  for (const name of reached) for (const next of flows.get(name) ?? []) reached.add(next)
  return reached
}

/** Returns the words of an expression or script that can be names of variables. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])
}

function flowsIn(program: Program): Flows {
  const flows = new Map<string, Set<string>>()
  const all = variablesOf(program)
  for (const node of program.nodes) {
    for (const [sources, targets] of flowsAt(program, node, all))
      for (const source of sources) {
        const reached = flows.get(source) ?? new Set()
        for (const target of targets) if (target !== source) reached.add(target)
        flows.set(source, reached)
      }
  }
  return flows
}

type Flow = readonly [sources: Iterable<string>, targets: Iterable<string>]

/**
 * Returns the names of the variables of all scopes, and those of input mappings, output mappings, loop outputs and
 * results.
 */
export function variablesOf({ scopes, nodes }: Program): ReadonlySet<string> {
  return new Set([
    ...scopes.flatMap(({ variables }) => variables.map(({ name }) => name)),
    ...nodes.flatMap(({ inputs, outputs }) => [...inputs, ...outputs].map(({ name }) => name)),
    ...nodes.flatMap(({ loop }) => (loop === undefined || loop.type === 'standard' ? [] : [loop.output ?? []].flat())),
    ...nodes.flatMap(({ settings }) => (typeof settings.result === 'string' ? [settings.result] : [])),
  ])
}

function* flowsAt(program: Program, node: ProgramNode, all: ReadonlySet<string>): Iterable<Flow> {
  const textOf = (expression: number): string => program.expressions[expression]!
  const { loop } = node
  if (readsErrorMessage(program, node)) yield [all, [errorMessage]]
  if (!isForeign(node)) for (const { name, value } of node.inputs) yield [namesIn(textOf(value)), [name]]
  const result = resultOf(program, node, all)
  for (const { name, value } of node.outputs) yield [[...namesIn(textOf(value)), ...result], [name]]
  if (node.outputs.length === 0) yield [result, unmappedTargets(node, all)]
  if (loop === undefined || loop.type === 'standard') return
  if (loop.collection !== undefined) yield [namesIn(textOf(loop.collection)), [loop.item ?? 'item']]
  if (loop.output !== undefined)
    yield [[...(loop.outputItem === undefined ? [] : namesIn(textOf(loop.outputItem))), ...result], [loop.output]]
}

/**
 * The name by which output mappings read the message of a caught error. The message can quote any variable that the
 * failed activity has read.
 */
export const errorMessage = 'errorMessage'

const readsErrorMessage = ({ expressions }: Program, { outputs }: ProgramNode): boolean =>
  outputs.some(({ value }) => namesIn(expressions[value]!).has(errorMessage))

/** Returns whether the inputs of a node are not variables of the process, but fields or variables of another process. */
const isForeign = (node: ProgramNode): boolean => traitsOf(node).writesElsewhere?.(node) === true

/** Actions whose results depend on their inputs and settings. */
const answered = ['http', 'mail', 'delegated', 'document.generate']

/**
 * Returns the variables from which the result of a script, a decision, a call of another system or a generated
 * document is computed; none for other work.
 */
function resultOf(program: Program, { settings, inputs }: ProgramNode, all: ReadonlySet<string>): Iterable<string> {
  const { action, parameters = [] } = settings
  const namesOf = (expression: number): string[] => [...namesIn(program.expressions[expression]!)]
  if (answered.includes(String(action))) {
    const read = (parameters as readonly { readonly value: TextOrExpression }[]).flatMap(({ value }) =>
      'expression' in value ? [value.expression] : [],
    )
    return [...read, ...inputs.map(({ value }) => value)].flatMap(namesOf)
  }
  if (action !== 'script' && action !== 'decision') return []
  if (inputs.length > 0) return inputs.flatMap(({ value }) => namesOf(value))
  return action === 'decision' ? all : namesInScript(String(settings.script), all)
}

/** Returns the variables to which a result without output mappings is written. */
function unmappedTargets({ settings }: ProgramNode, all: ReadonlySet<string>): Iterable<string> {
  if (settings.writesOutputsOnly === true) return []
  if (settings.action === 'delegated')
    return (settings.answer as readonly VariableDefinition[] | undefined)?.map(({ name }) => name) ?? all
  if (settings.action === 'decision') return typeof settings.result === 'string' ? [settings.result] : all
  return namesInScript(String(settings.script ?? ''), all)
}

/** Names that let a script read or return variables whose names are not in its text. */
const dynamic =
  /\bvariables\b(?!\s*\.\s*[\p{L}_])|\b(globalThis|eval|this|arguments|Function|Object|JSON|Reflect)\b|\[|\.\.\.|\\u/u

/** Returns the variables that a script names; all variables when it may reach them by computed names. */
function namesInScript(script: string, all: ReadonlySet<string>): ReadonlySet<string> {
  return dynamic.test(script) ? all : namesIn(script)
}
