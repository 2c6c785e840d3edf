import type { ModdleElement } from 'bpmn-moddle'
import { listOf } from '../element-reader.ts'

/**
 * Gives an id to each process, lane, flow node and flow without one, because ids are optional in BPMN. A flow is named
 * after the elements that it connects, so that its id stays the same when other elements are added. `taken` are the ids
 * of the file.
 */
export function giveIds(definitions: ModdleElement, taken: Iterable<string>): void {
  const known = new Set(taken)
  const give = (element: ModdleElement, name: string): void => {
    if (element.id !== undefined && element.id !== '') return
    let id = name
    for (let count = 2; known.has(id); count++) id = `${name}_${count}`
    known.add(id)
    Object.assign(element, { id })
  }
  const visit = (container: ModdleElement): void => {
    const children = listOf(container, 'flowElements')
    const { flows = [], nodes = [] } = Object.groupBy(children, ({ $type }) =>
      $type === 'bpmn:SequenceFlow' ? 'flows' : 'nodes',
    )
    for (const node of nodes) give(node, `${container.id}_${wordOf(node)}`)
    for (const flow of flows) give(flow, flowName(flow, container))
    for (const set of listOf(container, 'laneSets')) visitLanes(set, container)
    for (const node of nodes) visit(node)
  }
  const visitLanes = (set: ModdleElement, container: ModdleElement): void => {
    for (const lane of listOf(set, 'lanes')) {
      give(lane, `${container.id}_lane`)
      if (lane.childLaneSet !== undefined) visitLanes(lane.childLaneSet as ModdleElement, container)
    }
  }
  for (const root of listOf(definitions, 'rootElements')) {
    if (root.$type !== 'bpmn:Process') continue
    give(root, 'process')
    visit(root)
  }
}

const wordOf = ({ $type }: ModdleElement): string =>
  $type.replace(/^bpmn:(.)/, (_, first: string) => first.toLowerCase())

function flowName(flow: ModdleElement, container: ModdleElement): string {
  const [source, target] = ['sourceRef', 'targetRef'].map((end) => (flow[end] as ModdleElement | undefined)?.id)
  return source === undefined || target === undefined ? `${container.id}_sequenceFlow` : `${source}_${target}`
}
