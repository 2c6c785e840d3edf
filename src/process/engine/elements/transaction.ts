import type { ElementKind } from './element-kind.ts'
import { startBody } from './sub-process.ts'

/** A sub-process that can be cancelled. Cancelling compensates its completed activities. */
export const transaction: ElementKind = {
  kind: 'transaction',
  types: ['bpmn:Transaction'],
  isActivity: true,
  hasBody: true,
  actsOutside: () => false,
  readsElsewhere: () => false,
  check(node, { nodes, scopes, refuse }) {
    const ends = scopes[node.body!]!.nodes.some((inner) => nodes[inner]!.event?.type === 'cancel')
    const catches = node.boundary.some((boundary) => nodes[boundary]!.event?.type === 'cancel')
    if (ends && !catches) refuse('the transaction has a cancel end event and no cancel boundary event')
  },
  enter: startBody,
}
