import { BpmnModdle } from 'bpmn-moddle'
import type { DrawnFlow, DrawnNode, DrawnProcess } from './drawing-faults.fixture.ts'
import { layOut } from './layout.ts'
import type { Point } from './layout-lines.ts'
import type { Model } from './model.ts'
import type { Box } from './services.ts'

/** An element of a parsed BPMN file, with the properties of its type. */
interface ModdleElement {
  readonly $type: string
  readonly $descriptor: {
    readonly properties?: readonly {
      readonly name: string
      readonly isReference?: boolean
      readonly isAttr?: boolean
    }[]
  }
  readonly id: string
  get<T = ModdleElement>(property: string): T
  $instanceOf(type: string): boolean
}

/** Returns the elements and flows of a BPMN file, and where they are drawn. `texts` translates names. */
async function drawnFile(xml: string, texts: Readonly<Record<string, string>> = {}) {
  const { rootElement } = await new BpmnModdle().fromXML(xml)
  const elements: ModdleElement[] = []
  collect(rootElement as unknown as ModdleElement, elements)
  const drawn = new Map(
    elements.filter((each) => each.get('bpmnElement')).map((each) => [each.get('bpmnElement').id, each]),
  )
  const boxOf = (id: string): Box | undefined => boxFrom(drawn.get(id)?.get<Box | undefined>('bounds'))
  const lanes = elements.filter(({ $type }) => $type === 'bpmn:Lane')
  const laneOf = (id: string) =>
    lanes.find((lane) => lane.get<ModdleElement[]>('flowNodeRef').some((node) => node.id === id))?.id as
      | string
      | undefined
  const parents = elements.filter(({ $type }) => /^bpmn:(Process|\w*SubProcess|Transaction)$/.test($type))
  const nodes = parents.flatMap((parent) =>
    parent
      .get<ModdleElement[]>('flowElements')
      .filter((element) => element.$instanceOf('bpmn:FlowNode'))
      .map((element): Omit<DrawnNode, keyof Box> => {
        const lane = laneOf(element.id)
        const attachedTo = element.$type === 'bpmn:BoundaryEvent' ? element.get('attachedToRef').id : undefined
        return {
          id: element.id,
          type: element.$type.slice('bpmn:'.length),
          parent: parent.id,
          names: namesOf(element, texts),
          isMarked: isMarked(element),
          ...(lane && { lane }),
          ...(attachedTo && { attachedTo }),
        }
      }),
  )
  const flows = elements
    .filter(({ $type }) => $type === 'bpmn:SequenceFlow' || $type === 'bpmn:Association')
    .map((flow) => ({
      id: flow.id,
      source: flow.get('sourceRef').id,
      target: flow.get('targetRef').id,
      names: namesOf(flow, texts),
    }))
  return { nodes, flows, drawn, boxOf, lanes, pools: elements.filter(({ $type }) => $type === 'bpmn:Participant') }
}

/** Returns the drawing of a BPMN file; undefined for a file without a drawing. Throws when a part is not drawn. */
export async function readDrawing(
  xml: string,
  texts: Readonly<Record<string, string>> = {},
): Promise<DrawnProcess | undefined> {
  const { nodes, flows, drawn, boxOf, lanes, pools } = await drawnFile(xml, texts)
  if (drawn.size === 0) return undefined
  const needed = (id: string): Box => boxOf(id) ?? fail(`${id} is not drawn`)
  const labels = [...drawn].flatMap(([id, di]): [string, Box][] => {
    const box = boxFrom(di.get<ModdleElement | undefined>('label')?.get<Box | undefined>('bounds'))
    return box ? [[id, box]] : []
  })
  return {
    nodes: nodes.map((node) => ({ ...node, ...needed(node.id) })),
    flows: flows.map((flow): DrawnFlow => {
      const waypoints =
        drawn.get(flow.id)?.get<readonly { x: number; y: number }[]>('waypoint') ?? fail(`${flow.id} is not drawn`)
      return { ...flow, points: waypoints.map(({ x, y }): Point => [x, y]) }
    }),
    frames: new Map([...pools, ...lanes].map(({ id }) => [id, needed(id)])),
    labels: new Map(labels),
  }
}

/** Returns the model of a BPMN file without facts and drawing. In a browser, `readModel` reads the model. */
export async function modelOfFile(xml: string): Promise<Model> {
  const { nodes, flows } = await drawnFile(xml)
  const elements = nodes.map(({ id, type, parent = '', attachedTo, names: [name = id] }) => ({
    id,
    name,
    type: `${type[0]!.toLowerCase()}${type.slice(1)}`,
    parent,
    facts: new Map(),
    ...(attachedTo && { attachedTo }),
  }))
  return {
    elements,
    flows: flows.map(({ names: [name = ''], ...flow }) => ({ ...flow, name, facts: new Map() })),
    byId: new Map(elements.map((element) => [element.id, element])),
    processes: [{ id: nodes[0]?.parent ?? '', name: '', variables: [] }],
    isDrawn: false,
  }
}

/** Returns a process as the console lays it out. */
export function laidOut(model: Model): DrawnProcess {
  const { boxes, lines, labels } = layOut(model, model.processes[0]!.id)
  const namesOf = ({ id, name }: { id: string; name: string }) => (name === '' || name === id ? [] : [name])
  return {
    nodes: model.elements.map((element) => ({
      ...element,
      ...boxes.get(element.id)!,
      type: `${element.type[0]!.toUpperCase()}${element.type.slice(1)}`,
      names: namesOf(element),
    })),
    flows: model.flows.map((flow) => ({ ...flow, points: lines.get(flow.id)!, names: namesOf(flow) })),
    frames: new Map(),
    labels,
  }
}

const isMarked = (element: ModdleElement): boolean =>
  element.$type === 'bpmn:CallActivity' ||
  element.get<unknown>('isForCompensation') === true ||
  element.get<unknown>('loopCharacteristics') !== undefined

const fail = (message: string): never => {
  throw new Error(message)
}

function namesOf(element: ModdleElement, texts: Readonly<Record<string, string>>): string[] {
  const name = element.get<string | undefined>('name') ?? ''
  if (name === '') return []
  return texts[name] === undefined ? [name] : [name, texts[name]]
}

const boxFrom = (bounds: Box | undefined): Box | undefined =>
  bounds && { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height }

/** Adds an element and everything that it contains. */
function collect(element: ModdleElement, all: ModdleElement[]): void {
  all.push(element)
  for (const property of element.$descriptor.properties ?? []) {
    if (property.isReference || property.isAttr) continue
    const value = element.get<ModdleElement | ModdleElement[] | undefined>(property.name)
    for (const each of [value ?? []].flat()) if (each.$descriptor) collect(each, all)
  }
}
