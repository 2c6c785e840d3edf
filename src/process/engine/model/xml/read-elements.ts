import { BpmnModdle, type ModdleElement, type ModdleWarning } from 'bpmn-moddle'
import { type Context, type ElementInProgress, Reader } from 'moddle-xml'
import { extensionPackage } from '../extension-schema.ts'

/** The elements of a BPMN file. */
export interface ReadElements {
  readonly definitions: ModdleElement
  /** The elements with an id, by their ids. */
  readonly byId: ReadonlyMap<string, ModdleElement>
  readonly warnings: readonly ModdleWarning[]
}

/** The ids that XML allows, without and with a prefix. */
const xmlName = /^([\p{L}_][\p{L}\p{M}\p{N}_.·-]*:)?[\p{L}_][\p{L}\p{M}\p{N}_.·-]*$/u

/**
 * References that may hold a name instead of the id of an element: the name of a variable, or the code of an error or
 * escalation.
 */
const named: Readonly<Record<string, readonly string[]>> = {
  'bpmn:MultiInstanceLoopCharacteristics': ['bpmn:loopDataInputRef', 'bpmn:loopDataOutputRef'],
  'bpmn:ErrorEventDefinition': ['bpmn:errorRef'],
  'bpmn:EscalationEventDefinition': ['bpmn:escalationRef'],
}

/** Allows elements of other namespaces, such as formatted text, inside `documentation`, as the schema of BPMN does. */
const markup = {
  name: 'Markup',
  prefix: 'markup',
  uri: 'urn:chancery:bpmn:markup',
  types: [
    {
      name: 'Content',
      extends: ['bpmn:Documentation'],
      properties: [{ name: 'content', type: 'Element', isMany: true }],
    },
  ],
}

/**
 * Reads the elements of a BPMN file. Spaces around ids and references do not count. A reference may have one of
 * `ownPrefixes`, the prefixes of the target namespace of the file. A reference that holds a name becomes an object of
 * the type `Name`. Throws an Error when the file is not BPMN.
 */
export async function readElements(xml: string, ownPrefixes: ReadonlySet<string>): Promise<ReadElements> {
  const byId = new Map<string, ElementInProgress>()
  const find = (reference: string): ElementInProgress | undefined => {
    const id = reference.trim()
    const [prefix, ...local] = id.split(':')
    return byId.get(id) ?? (ownPrefixes.has(prefix!) ? byId.get(local.join(':')) : undefined)
  }
  const reader = new Reader({ model: new BpmnModdle({ chancery: extensionPackage, markup }), lax: true })
  const root = reader.handler('bpmn:Definitions')
  // The reader creates its context itself and hands it to this property.
  let context: Context
  Object.defineProperty(root, 'context', {
    get: () => context,
    set(given: Context) {
      context = Object.assign(given, {
        elementsById: new Proxy({}, { get: (_, id) => (typeof id === 'string' ? find(id) : undefined) }),
        addElement: (element: ElementInProgress) => addElement(element, byId),
      })
    },
  })
  const { rootElement, references, warnings } = await reader.fromXML(xml, root)
  for (const { element, property, id } of references) {
    const name = id.trim()
    if (named[element.$type]?.includes(property) && name !== '' && find(id) === undefined)
      element.set(property, { $type: 'Name', id: name, name })
  }
  return { definitions: rootElement, byId, warnings }
}

/** Stores an element by its id. Throws an Error for an id that is no XML name or that occurs twice. */
function addElement(element: ElementInProgress, byId: Map<string, ElementInProgress>): void {
  const id = element.$descriptor.idProperty ? element.id?.trim() : undefined
  if (id === undefined || id === '') return
  if (!xmlName.test(id))
    throw new Error(
      `the id "${id}" is not a name in XML; use letters, digits, "_", "-" and ".", and begin with a letter`,
    )
  if (byId.has(id)) throw new Error(`the id "${id}" occurs twice`)
  element.set('id', id)
  byId.set(id, element)
}
