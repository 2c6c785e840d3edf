import type { ModdleElement } from 'bpmn-moddle'
import { listOf } from './element-reader.ts'
import { readBpmnXml } from './xml/read-xml.ts'

/** How the elements of two BPMN files differ. The layout of the diagram does not count. */
export interface ModelDifference {
  /** Ids of the elements that only the second file has. */
  readonly added: readonly string[]
  /** Ids of the elements that only the first file has. */
  readonly removed: readonly string[]
  readonly changed: readonly ChangedElement[]
}

interface ChangedElement {
  readonly elementId: string
  /** Names of the BPMN properties that differ, such as `name`, `sourceRef` and `extensionElements`. */
  readonly properties: readonly string[]
}

/** Compares the elements of two BPMN files by their ids. Throws ModelRefused for a file that cannot be read. */
export async function compareModels(before: Uint8Array, after: Uint8Array): Promise<ModelDifference> {
  const [old, now] = [await elementsOf(before), await elementsOf(after)]
  return {
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: [...now].flatMap(([id, properties]) => {
      const known = old.get(id)
      const changed = known === undefined ? [] : differing(known, properties)
      return changed.length === 0 ? [] : [{ elementId: id, properties: changed }]
    }),
  }
}

/** The properties of an element as JSON texts by their names. */
type Properties = Map<string, string>

function differing(before: Properties, after: Properties): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort()
}

/**
 * Returns the properties of the processes, pools, lanes and everything in them, by their ids, in the order of the file.
 */
async function elementsOf(bytes: Uint8Array): Promise<ReadonlyMap<string, Properties>> {
  const { definitions } = await readBpmnXml(bytes)
  const found = new Map<string, Properties>()
  const lanesOf = new Map<string, string[]>()
  const visit = (element: ModdleElement): void => {
    if (element.id !== undefined) found.set(element.id, propertiesOf(element))
    for (const { id } of listOf(element, 'flowNodeRef'))
      if (id !== undefined) lanesOf.set(id, [...(lanesOf.get(id) ?? []), element.id ?? ''])
    for (const name of containers) for (const child of listOf(element, name)) visit(child)
  }
  for (const root of listOf(definitions, 'rootElements')) {
    if (root.$type === 'bpmn:Process' || root.$type === 'bpmn:Collaboration') visit(root)
  }
  for (const [id, lanes] of lanesOf) found.get(id)?.set('lanes', JSON.stringify(lanes))
  return found
}

/** Properties with elements that are compared by themselves. */
const containers = [
  'flowElements',
  'artifacts',
  'laneSets',
  'lanes',
  'childLaneSet',
  'participants',
  'messageFlows',
] as const

/**
 * Properties that are not compared: the ids, the references to the flows of a node, and the references to the nodes of a
 * lane, which are compared as the property `lanes` of the nodes.
 */
const repeated = ['incoming', 'outgoing', 'flowNodeRef', 'id']

function propertiesOf(element: ModdleElement): Properties {
  const left = new Set<string>([...containers, ...repeated])
  const own = Object.entries(plain(element, element.$parent) as Readonly<Record<string, unknown>>)
  return new Map(own.filter(([name]) => !left.has(name)).map(([name, value]) => [name, JSON.stringify(value)]))
}

/** Root elements whose content belongs to the events that refer to them. */
const shared = new Set(['bpmn:Message', 'bpmn:Signal', 'bpmn:Error', 'bpmn:Escalation'])

/** Returns a value without the objects of the parser. A reference to another element of the file becomes its id. */
function plain(value: unknown, parent: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, parent))
  if (typeof value !== 'object' || value === null) return value
  const element = value as ModdleElement
  const isReference = element.$parent !== parent && !shared.has(element.$type)
  if (isReference) return element.id ?? null
  const names = Object.keys(element)
    .filter((name) => name !== '$parent' && !(containers as readonly string[]).includes(name))
    .sort()
  return {
    type: element.$type,
    ...element.$attrs,
    ...Object.fromEntries(names.map((name) => [name, plain(element[name], element)])),
  }
}
