const bpmn = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
const chancery = 'urn:chancery:bpmn:1'
const flowNode =
  /^(startEvent|endEvent|intermediate\w+Event|boundaryEvent|\w*[tT]ask|\w+Gateway|subProcess|adHocSubProcess|transaction|callActivity)$/

/** An event, activity or gateway of a BPMN file. */
export interface ModelElement {
  readonly id: string
  /** Name on the diagram; the id when it has none. */
  readonly name: string
  /** BPMN type, such as `userTask`. */
  readonly type: string
  /** Id of the sub-process or process that contains the element. */
  readonly parent: string
  /** Id of the activity that a boundary event is attached to. */
  readonly attachedTo?: string
  readonly facts: Facts
}

/** Everything that the file says about an element, by its place in the XML, such as `task.due`. */
export type Facts = ReadonlyMap<string, string>

export interface ModelFlow {
  readonly id: string
  readonly name: string
  readonly facts: Facts
  readonly source: string
  readonly target: string
}

/** A variable that a process declares. */
interface ModelVariable {
  readonly name: string
  readonly direction: string
  readonly isReadOnly: boolean
}

interface ModelProcess {
  readonly id: string
  readonly name: string
  readonly variables: readonly ModelVariable[]
}

/** What the console reads from a BPMN file: elements and flows in the order of the file. */
export interface Model {
  readonly elements: readonly ModelElement[]
  readonly flows: readonly ModelFlow[]
  /** The elements by their id. */
  readonly byId: ReadonlyMap<string, ModelElement>
  readonly processes: readonly ModelProcess[]
  /** Whether the file has the position of each element on the diagram. */
  readonly isDrawn: boolean
}

/** Reads a BPMN file. A file without readable BPMN elements gives an empty model. */
export function readModel(xml: string): Model {
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  const all = [...document.getElementsByTagNameNS(bpmn, '*')]
  const named = (element: Element) => ({
    id: element.id,
    name: (element.getAttribute('name') ?? '').replace(/\s+/g, ' ').trim(),
  })
  const elements = all
    .filter(({ localName, id }) => flowNode.test(localName) && id !== '')
    .map((element): ModelElement => {
      const { id, name } = named(element)
      const parent = element.parentElement?.id ?? ''
      const attachedTo = element.getAttribute('attachedToRef')
      const facts = factsOf(element)
      return { id, name: name || id, type: element.localName, parent, facts, ...(attachedTo && { attachedTo }) }
    })
  const flows = all
    .filter(({ localName }) => localName === 'sequenceFlow')
    .map((flow) => ({
      ...named(flow),
      facts: factsOf(flow),
      source: flow.getAttribute('sourceRef') ?? '',
      target: flow.getAttribute('targetRef') ?? '',
    }))
  return {
    elements,
    flows,
    byId: new Map(elements.map((element) => [element.id, element])),
    processes: all
      .filter(({ localName }) => localName === 'process')
      .map((process) => ({ ...named(process), variables: variablesOf(process) })),
    isDrawn: document.getElementsByTagNameNS('*', 'BPMNShape').length > 0,
  }
}

/** Parts of an element that are compared by themselves or follow from the flows, so they are no facts of it. */
const ownParts = /^(sequenceFlow|incoming|outgoing|laneSet|dataObject|dataObjectReference|textAnnotation|association)$/

function factsOf(root: Element): Facts {
  const facts = new Map<string, string>()
  const visit = (element: Element, path: string) => {
    for (const { localName, value, prefix, name } of [...element.attributes])
      if (prefix !== 'xmlns' && name !== 'xmlns' && !(element === root && localName === 'id'))
        facts.set(join(path, localName), value)
    const children = [...element.children].filter(
      ({ localName, namespaceURI }) =>
        namespaceURI !== bpmn || (!flowNode.test(localName) && !ownParts.test(localName)),
    )
    const text = element.children.length === 0 ? (element.textContent ?? '').trim() : ''
    if (text !== '') facts.set(path, text)
    const seen = new Map<string, number>()
    for (const child of children) {
      const count = (seen.get(child.localName) ?? 0) + 1
      seen.set(child.localName, count)
      const step = count > 1 ? `${child.localName} ${count}` : child.localName
      visit(child, child.localName === 'extensionElements' ? path : join(path, step))
    }
  }
  visit(root, '')
  return facts
}

const join = (path: string, step: string): string => (path === '' ? step : `${path}.${step}`)

/** Returns the variables that the process itself declares, not those of its sub-processes. */
function variablesOf(process: Element): ModelVariable[] {
  return [...process.children]
    .filter(({ localName }) => localName === 'extensionElements')
    .flatMap((extensions) => [...extensions.children])
    .filter(({ localName, namespaceURI }) => localName === 'variable' && namespaceURI === chancery)
    .map((variable) => ({
      name: variable.getAttribute('name') ?? '',
      direction: variable.getAttribute('direction') ?? 'both',
      isReadOnly: variable.getAttribute('readOnly') === 'true',
    }))
}
