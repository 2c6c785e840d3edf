import type { ModelProblems } from '../../foundation/kit/xml/model-problems.ts'
import { attributeOf, childrenOf, type DmnElement, idOf, nameOf } from './dmn-element.ts'

/** A decision, an input data element, a business knowledge model or a decision service. */
export interface DrgNode {
  readonly id: string
  /** Name by which expressions read the value or call the function. */
  readonly name: string
  readonly element: DmnElement
  readonly kind: 'decision' | 'inputData' | 'businessKnowledgeModel' | 'decisionService'
  /** Elements that this element requires. Expressions of the element read their values by name. */
  readonly requires: readonly DrgNode[]
}

type Kind = DrgNode['kind']
const kinds: readonly Kind[] = ['decision', 'inputData', 'businessKnowledgeModel', 'decisionService']
const isKind = (name: string): name is Kind => (kinds as readonly string[]).includes(name)

/** Names of elements that only document the model. */
const documentation = new Set([
  ...['description', 'knowledgeSource', 'textAnnotation', 'association', 'group', 'elementCollection'],
  ...['performanceIndicator', 'organizationUnit', 'businessContextElement', 'artifact', 'itemDefinition'],
])

/** Kinds of elements that a requirement may reference, by the name of the requirement. */
const requirements: Readonly<Record<string, Readonly<Record<string, readonly Kind[]>>>> = {
  informationRequirement: { requiredDecision: ['decision'], requiredInput: ['inputData'] },
  knowledgeRequirement: { requiredKnowledge: ['businessKnowledgeModel', 'decisionService'] },
}

/** The parts of a decision service, with the kinds of elements that they may reference. */
const serviceParts: Readonly<Record<string, readonly Kind[]>> = {
  outputDecision: ['decision'],
  encapsulatedDecision: ['decision'],
  inputDecision: ['decision'],
  inputData: ['inputData'],
}

/**
 * Reads the decision requirement graph. Returns its elements in an order in which each element comes after the elements
 * that it requires.
 */
export function readRequirements(root: DmnElement, problems: ModelProblems): readonly DrgNode[] {
  const nodes = new Map<string, DrgNode & { requires: DrgNode[] }>()
  for (const element of root.children) {
    const { name: kind } = element
    if (isKind(kind)) {
      const name = nameOf(childrenOf(element, 'variable')[0]) ?? nameOf(element)
      const id = attributeOf(element, 'id') ?? name
      if (id === undefined || name === undefined) problems.add(idOf(element), `a <${kind}> has no name`)
      else nodes.set(id, { id, name, element, kind, requires: [] })
    } else if (kind === 'import') {
      const message = 'imports are not supported; put everything that the decision needs into one file'
      problems.add(attributeOf(element, 'id') ?? attributeOf(root, 'id'), message)
    } else if (!documentation.has(kind)) problems.add(idOf(element), `<${kind}> is unknown`)
  }
  refuseRepetitions(root, problems)
  refuseSameNames([...nodes.values()], problems)
  const find = finder(root, nodes, problems)
  for (const node of nodes.values()) node.requires.push(...requiredBy(node, find))
  return inOrder([...nodes.values()], problems)
}

/**
 * Returns the element that a reference such as `<requiredInput href="#id"/>` names; undefined if the reference is
 * wrong.
 */
type FindNode = (reference: DmnElement, allowed: readonly Kind[]) => DrgNode | undefined

function finder(root: DmnElement, nodes: ReadonlyMap<string, DrgNode>, problems: ModelProblems): FindNode {
  const own = attributeOf(root, 'namespace')
  return (reference, allowed) => {
    const href = attributeOf(reference, 'href') ?? ''
    const [file, id = ''] = href.includes('#') ? href.split('#', 2) : ['', href]
    const node = file === '' || file === own ? nodes.get(id) : undefined
    if (node !== undefined && allowed.includes(node.kind)) return node
    const what = node === undefined ? 'which is not in the file' : `which is a ${node.kind}`
    problems.add(idOf(reference), `<${reference.name}> names "${href}", ${what}`)
    return undefined
  }
}

function requiredBy(node: DrgNode, find: FindNode): readonly DrgNode[] {
  const found = Object.entries(requirements).flatMap(([name, targets]) =>
    childrenOf(node.element, name).flatMap(({ children }) =>
      children.filter((child) => child.name in targets).map((child) => find(child, targets[child.name]!)),
    ),
  )
  if (node.kind === 'decisionService') {
    for (const [name, allowed] of Object.entries(serviceParts)) {
      found.push(...childrenOf(node.element, name).map((part) => find(part, allowed)))
    }
  }
  return [...new Set(found.filter((required) => required !== undefined))]
}

function refuseRepetitions(root: DmnElement, problems: ModelProblems): void {
  const ids = new Set<string>()
  const open = [root]
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const id = attributeOf(element, 'id')
    if (id !== undefined && ids.has(id)) problems.add(id, `the id "${id}" occurs more than once`)
    if (id !== undefined) ids.add(id)
    open.push(...element.children)
  }
}

function refuseSameNames(nodes: readonly DrgNode[], problems: ModelProblems): void {
  const names = new Map<string, DrgNode>()
  for (const node of nodes) {
    const before = names.get(node.name)
    if (before !== undefined)
      problems.add(node.id, `the name "${node.name}" is already used by "${before.id}"; names must be unique`)
    names.set(node.name, node)
  }
}

/**
 * Sorts elements so that each comes after the elements that it requires. Leaves out elements that are on a cycle or
 * require one that is, and records a problem for one cycle.
 */
function inOrder(nodes: readonly DrgNode[], problems: ModelProblems): readonly DrgNode[] {
  const waitsFor = new Map(nodes.map((node) => [node, node.requires.length]))
  const requiredFor = new Map<DrgNode, DrgNode[]>(nodes.map((node) => [node, []]))
  for (const node of nodes) for (const required of node.requires) requiredFor.get(required)!.push(node)
  const sorted = nodes.filter(({ requires }) => requires.length === 0)
  for (const node of sorted) {
    for (const next of requiredFor.get(node)!) {
      const left = waitsFor.get(next)! - 1
      waitsFor.set(next, left)
      if (left === 0) sorted.push(next)
    }
  }
  const left = new Set(nodes.filter((node) => waitsFor.get(node)! > 0))
  if (left.size > 0) {
    const cycle = cycleIn(left)
    problems.add(cycle[0]!.id, `the requirements form a cycle: ${shownCycle(cycle)}`)
  }
  return sorted
}

/** Follows requirements from elements on or before a cycle until an element occurs again, and returns the cycle. */
function cycleIn(left: ReadonlySet<DrgNode>): readonly DrgNode[] {
  const path: DrgNode[] = []
  const seen = new Set<DrgNode>()
  let node = left.values().next().value!
  while (!seen.has(node)) {
    seen.add(node)
    path.push(node)
    node = node.requires.find((required) => left.has(required))!
  }
  return [...path.slice(path.indexOf(node)), node]
}

function shownCycle(cycle: readonly DrgNode[]): string {
  const names = cycle.map(({ id }) => id)
  return names.length <= 12 ? names.join(' → ') : [...names.slice(0, 10), '…', names.at(-1)].join(' → ')
}
