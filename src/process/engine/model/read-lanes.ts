import type { ModdleElement } from 'bpmn-moddle'
import { attribute, type ElementContext } from './element-context.ts'
import { listOf } from './element-reader.ts'
import type { ProgramLane } from './program.ts'

/** The lanes of a process, and the lane of each flow node by the id of the node. */
export interface Lanes {
  readonly lanes: ProgramLane[]
  readonly laneOf: Map<string, number>
}

/** Reads nested lanes. A node belongs to the innermost lane that lists the node. */
export function readLanes(process: ModdleElement, contextOf: (element: ModdleElement) => ElementContext): Lanes {
  const lanes: ProgramLane[] = []
  const laneOf = new Map<string, number>()
  const visit = (set: ModdleElement, outer: ProgramLane['performers']): void => {
    for (const element of listOf(set, 'lanes')) {
      const context = contextOf(element)
      const own = context.performers()
      context.refuseUnused()
      const name = attribute(element, 'name')
      const performers = own.length > 0 ? own : outer
      const index = lanes.push({ id: element.id ?? '', ...(name && { name }), performers }) - 1
      for (const node of listOf(element, 'flowNodeRef')) if (node.id !== undefined) laneOf.set(node.id, index)
      const inner = element.childLaneSet as ModdleElement | undefined
      if (inner !== undefined) visit(inner, performers)
    }
  }
  for (const set of listOf(process, 'laneSets')) visit(set, [])
  return { lanes, laneOf }
}
