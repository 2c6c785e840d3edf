import type { ModdleElement } from 'bpmn-moddle'
import { loopVariables } from './known-names.ts'

/** Cache of the names of each process. */
const processes = new WeakMap<ModdleElement, ProcessNames>()

interface ProcessNames {
  /**
   * Whether expressions may read any name, because the process declares no variables or an element writes unknown
   * names.
   */
  readonly isOpen: boolean
  /** Names that elements of the process write. */
  readonly written: readonly string[]
}

/**
 * Returns the names of the variables that expressions of an element can read: the variables of its scopes and of the
 * loops around the element, and the names that elements of the process write. Undefined when any name is allowed.
 */
export function namesInScope(element: ModdleElement): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  let process = element
  for (
    let at: ModdleElement | undefined = element;
    at !== undefined && at.$type !== 'bpmn:Definitions';
    at = at.$parent
  ) {
    for (const name of [...variablesOf(at), ...loopNamesOf(at)]) names.add(name)
    process = at
  }
  const { isOpen, written } = namesOfProcess(process)
  if (isOpen) return undefined
  for (const name of written) names.add(name)
  return names
}

function namesOfProcess(process: ModdleElement): ProcessNames {
  const known = processes.get(process)
  if (known !== undefined) return known
  const elements = [...elementsIn(process)]
  const names = {
    isOpen:
      elements.every((element) => declaresAnswer(element) || variablesOf(element).length === 0) ||
      // Without a result variable, a decision writes a variable with the name of the decision.
      elements.some((element) => extensionsOf(element, 'Decision').some(({ result }) => typeof result !== 'string')),
    written: elements.flatMap((element) => [
      ...extensionsOf(element, 'Output').map(({ name }) => name),
      ...extensionsOf(element, 'Decision').map(({ result }) => result),
      ...extensionsOf(element, 'Loop').map(({ output }) => output),
      ...(declaresAnswer(element) ? variablesOf(element) : []),
    ]),
  }
  const found = { ...names, written: names.written.filter((name) => typeof name === 'string') }
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
  return [...loopVariables, ...own.filter((name) => typeof name === 'string')]
}
