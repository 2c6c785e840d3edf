import type { ModdleElement } from 'bpmn-moddle'
import { loopVariables } from './known-names.ts'

/** Cache of the names of each process. */
const processes = new WeakMap<ModdleElement, ProcessNames>()

interface ProcessNames {
  /** Whether the process or one of its sub-processes declares variables. */
  readonly declaresVariables: boolean
  /** Whether the result of a decision is written to a variable that the diagram does not name. */
  readonly hasUnnamedResults: boolean
  /** Names of the variables that service and send tasks declare for the answers of other systems. */
  readonly answers: readonly string[]
}

/**
 * Returns the names of the variables that expressions of an element can read. Undefined when any name is allowed,
 * because the process declares no variables or a decision writes a variable that the diagram does not name.
 */
export function namesInScope(element: ModdleElement): ReadonlySet<string> | undefined {
  return namesOfProcess(processOf(element)).hasUnnamedResults ? undefined : writableNames(element)
}

/**
 * Returns the names of the variables that an element can write: the variables of its scopes, of the loops around the
 * element and of the answers of other systems. Undefined when any name is allowed, because the process declares no
 * variables.
 */
export function writableNames(element: ModdleElement): ReadonlySet<string> | undefined {
  const { declaresVariables, answers } = namesOfProcess(processOf(element))
  if (!declaresVariables) return undefined
  const names = new Set(answers)
  for (const at of withParents(element)) for (const name of [...variablesOf(at), ...loopNamesOf(at)]) names.add(name)
  return names
}

/** Yields an element and the elements that contain it, up to the process. */
function* withParents(element: ModdleElement): Generator<ModdleElement> {
  let at: ModdleElement | undefined = element
  for (; at !== undefined && at.$type !== 'bpmn:Definitions'; at = at.$parent) yield at
}

const processOf = (element: ModdleElement): ModdleElement => [...withParents(element)].at(-1) ?? element

function namesOfProcess(process: ModdleElement): ProcessNames {
  const known = processes.get(process)
  if (known !== undefined) return known
  const elements = [...elementsIn(process)]
  const found = {
    declaresVariables: elements.some((element) => !declaresAnswer(element) && variablesOf(element).length > 0),
    hasUnnamedResults: elements.some((element) =>
      extensionsOf(element, 'Decision').some(({ result }) => typeof result !== 'string'),
    ),
    answers: elements.filter(declaresAnswer).flatMap(variablesOf),
  }
  processes.set(process, found)
  return found
}

function* elementsIn(element: ModdleElement): Generator<ModdleElement> {
  yield element
  const children = (element.flowElements as readonly ModdleElement[] | undefined) ?? []
  for (const child of children) yield* elementsIn(child)
}

function extensionsOf(element: ModdleElement, type: string): readonly ModdleElement[] {
  const values = (element.extensionElements as { values?: readonly ModdleElement[] } | undefined)?.values ?? []
  return values.filter(({ $type }) => $type === `chancery:${type}`)
}

/** Returns whether the variables of an element declare the answer of another system instead of variables of a scope. */
const declaresAnswer = ({ $type }: ModdleElement): boolean => ['bpmn:ServiceTask', 'bpmn:SendTask'].includes($type)

const variablesOf = (element: ModdleElement): readonly string[] =>
  extensionsOf(element, 'Variable').flatMap(({ name }) => (typeof name === 'string' ? [name.trim()] : []))

function loopNamesOf(element: ModdleElement): readonly string[] {
  if (element.loopCharacteristics === undefined) return []
  const own = extensionsOf(element, 'Loop').flatMap(({ item, index }) => [item, index])
  const { inputDataItem, outputDataItem } = element.loopCharacteristics as ModdleElement
  const standard = [inputDataItem, outputDataItem].map(nameOfData)
  return [...loopVariables, ...[...own, ...standard].filter((name) => typeof name === 'string')]
}

/** Returns the name of a data object, property or data item: its name, or else its id. */
export function nameOfData(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const element = data as ModdleElement
  const object = element.dataObjectRef as ModdleElement | undefined
  const names = [element.name, object?.name, object?.id, element.id]
  return names
    .find((name) => typeof name === 'string' && name.trim() !== '')
    ?.toString()
    .trim()
}
