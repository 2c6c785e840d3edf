import type { ModdleElement } from 'bpmn-moddle'
import type { ModelProblems } from '../../../foundation/kit/xml/model-problems.ts'
import type { FoundElements } from './collect-elements.ts'
import { type CheckContext, listOf, type Place } from './element-reader.ts'
import { isStart, type ProgramFlow, type ProgramLane, type ProgramNode, type ProgramScope } from './program.ts'

/** The nodes and flows of a process, for the checks after all of them are known. */
export interface Structure {
  readonly found: FoundElements
  readonly nodes: readonly ProgramNode[]
  readonly flows: readonly ProgramFlow[]
  readonly scopes: readonly ProgramScope[]
  readonly lanes: readonly ProgramLane[]
  readonly problems: ModelProblems
}

/** Checks the rules that concern more than one element. */
export function checkStructure(structure: Structure): void {
  const { found, nodes, flows, scopes, lanes, problems } = structure
  nodes.forEach((node, index) => {
    const { reader, scope } = found.nodes[index]!
    const context: CheckContext = {
      nodes,
      flows,
      scopes,
      lanes,
      place: placeOf(found, scope),
      hasEventDefinition: hasEventDefinition(found.nodes[index]!.element),
      refuse: (message) => problems.add(node.id, message),
      refuseAt: (elementId, message) => problems.add(elementId, message),
      warnAt: (elementId, message) => problems.warn(elementId, message),
    }
    reader.check?.(node, context)
    checkFlows(node, context)
    if (reader.isActivity !== true && node.boundary.length > 0) {
      for (const boundary of node.boundary)
        problems.add(nodes[boundary]!.id, 'a boundary event must be attached to an activity')
    }
  })
  for (const [index, scope] of scopes.entries()) checkScope(scope, index, structure)
}

function checkFlows(node: ProgramNode, { flows, refuse, refuseAt }: CheckContext): void {
  if (node.defaultFlow !== undefined && !node.outgoing.includes(node.defaultFlow)) {
    refuse('the default flow must leave this element')
  }
  for (const flow of node.outgoing) {
    if (flow === node.defaultFlow && flows[flow]!.condition !== undefined) {
      refuseAt(flows[flow]!.id, 'the default flow cannot have a condition')
    }
  }
  const isAlone = node.isEventSubProcess === true || node.isForCompensation === true
  if (isAlone && node.incoming.length + node.outgoing.length > 0) {
    refuse(
      `${node.isForCompensation ? 'an activity for compensation' : 'an event sub-process'} cannot have sequence flows`,
    )
  }
}

function checkScope(scope: ProgramScope, index: number, { found, nodes, problems }: Structure): void {
  const id = found.scopes[index]!.element.id
  const place = placeOf(found, index)
  const starts = scope.nodes.filter((node) => isStart(nodes[node]!))
  if (place.isEventSubProcess) {
    if (starts.length !== 1) problems.add(id, 'an event sub-process needs exactly one start event')
    return
  }
  const plain = starts.filter(
    (node) => !hasEventDefinition(found.nodes[node]!.element) && nodes[node]!.event === undefined,
  )
  for (const node of plain.slice(1)) problems.add(nodes[node]!.id, 'only one start event may have no event definition')
  const isAdHoc = scope.owner !== undefined && nodes[scope.owner]!.kind === 'adHocSubProcess'
  if (scope.nodes.length === 0) problems.add(id, 'the process or sub-process has no element that can run')
  else if (scope.entries.length === 0 && starts.length === 0) {
    problems.add(id, 'a start event is missing')
  }
  if (starts.length === 0 || isAdHoc) return
  for (const node of scope.nodes) {
    if (nodes[node]!.incoming.length === 0 && !mayBeFirst(nodes[node]!)) {
      problems.add(nodes[node]!.id, 'the element has no incoming sequence flow')
    }
  }
}

const hasEventDefinition = (element: ModdleElement): boolean =>
  listOf(element, 'eventDefinitions').length + listOf(element, 'eventDefinitionRef').length > 0

/** Returns whether a node may lack an incoming flow. */
export function mayBeFirst(node: ProgramNode): boolean {
  const isLinkTarget = node.kind === 'intermediateCatchEvent' && node.event?.type === 'link'
  return (
    isStart(node) ||
    node.kind === 'boundaryEvent' ||
    isLinkTarget ||
    node.isEventSubProcess === true ||
    node.isForCompensation === true
  )
}

/** Returns the place of the elements of a scope: the process, a sub-process or an event sub-process. */
export function placeOf(found: FoundElements, scope: number): Place {
  const { element, owner } = found.scopes[scope]!
  return {
    isProcess: owner === undefined,
    isEventSubProcess: element.triggeredByEvent === true,
    isTransaction: element.$type === 'bpmn:Transaction',
  }
}
