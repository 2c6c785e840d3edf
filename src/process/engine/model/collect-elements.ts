import type { ModdleElement } from 'bpmn-moddle'
import type { ModelProblems } from '../../../foundation/kit/xml/model-problems.ts'
import { type ElementReader, listOf } from './element-reader.ts'
import type { NodeIndex, ScopeIndex } from './program.ts'

/** A flow node, with the reader of its kind, the scope around it and, for a sub-process, the scope inside it. */
export interface FoundNode {
  readonly element: ModdleElement
  readonly reader: ElementReader
  readonly scope: ScopeIndex
  body?: ScopeIndex
}

interface FoundScope {
  readonly element: ModdleElement
  readonly parent?: ScopeIndex
  readonly owner?: NodeIndex
}

/** The elements of one process in the order of the file. */
export interface FoundElements {
  readonly nodes: FoundNode[]
  readonly scopes: FoundScope[]
  readonly flows: { readonly element: ModdleElement; readonly scope: ScopeIndex }[]
  /** The associations, such as those that lead from compensation events to compensation activities. */
  readonly associations: ModdleElement[]
}

/** Elements that the file may contain and that the engine does not execute. */
const documentation = new Set(['bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference'])

/** Collects the flow nodes, flows and scopes of a process. Records a problem for an unsupported element. */
export function collectElements(
  process: ModdleElement,
  readers: ReadonlyMap<string, ElementReader>,
  problems: ModelProblems,
): FoundElements {
  const found: FoundElements = { nodes: [], scopes: [], flows: [], associations: [] }
  const visit = (element: ModdleElement, parent?: ScopeIndex, owner?: NodeIndex): ScopeIndex => {
    const scope =
      found.scopes.push({ element, ...(parent !== undefined && { parent }), ...(owner !== undefined && { owner }) }) - 1
    found.associations.push(...listOf(element, 'artifacts').filter(({ $type }) => $type === 'bpmn:Association'))
    for (const child of listOf(element, 'flowElements')) {
      if (documentation.has(child.$type)) continue
      if (child.$type === 'bpmn:SequenceFlow') {
        found.flows.push({ element: child, scope })
        continue
      }
      const reader = readers.get(child.$type)
      if (reader === undefined) {
        problems.add(
          child.id,
          `a ${short(child)} is not supported; ${advice[child.$type] ?? 'remove it or draw it with other elements'}`,
        )
        continue
      }
      const node: FoundNode = { element: child, reader, scope }
      const index = found.nodes.push(node) - 1
      if (reader.hasBody) node.body = visit(child, scope, index)
    }
    return scope
  }
  visit(process)
  return found
}

const short = ({ $type }: ModdleElement): string => $type.replace('bpmn:', '')

const advice: Readonly<Record<string, string>> = {
  'bpmn:ComplexGateway': 'use an inclusive or a parallel gateway',
  'bpmn:ImplicitThrowEvent': 'use an intermediate throw event',
}
