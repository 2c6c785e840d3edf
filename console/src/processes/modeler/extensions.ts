import type { Section } from './extension-schema.ts'
import type { ModelerView } from './modeler.ts'
import type { BpmnElement, BusinessObject, Extension } from './services.ts'

const namespace = 'urn:chancery:bpmn:1'

/** The attributes of one extension element. */
export type Attributes = Readonly<Record<string, string>>

const localName = ({ $type }: Extension): string => $type.slice($type.indexOf(':') + 1)
const ownAttributes = (extension: Extension): Attributes =>
  Object.fromEntries(
    Object.entries(extension).filter(
      (entry): entry is [string, string] => /^[a-z]\w*$/i.test(entry[0]) && typeof entry[1] === 'string',
    ),
  )

const valuesOf = (object: BusinessObject): readonly Extension[] => object.extensionElements?.values ?? []

/** Returns the object with the extension elements of a drawn element; for a pool, this is its process. */
export function ownerOf({ businessObject }: BpmnElement): BusinessObject {
  const process = businessObject.$type === 'bpmn:Participant' ? businessObject.get('processRef') : undefined
  return (process as BusinessObject | undefined) ?? businessObject
}

/** Returns the extension elements of a section. */
export function readSection(object: BusinessObject, { element, within }: Section): Attributes[] {
  const all =
    within === undefined
      ? valuesOf(object)
      : valuesOf(object)
          .filter((each) => localName(each) === within)
          .flatMap((each) => each.$children ?? [])
  return all.filter((each) => localName(each) === element).map(ownAttributes)
}

/**
 * Replaces the extension elements of a section, as one step that can be undone. Child elements of an extension element,
 * such as the values of a variable, are kept.
 */
export function writeSection(
  view: ModelerView,
  element: BpmnElement,
  section: Section,
  entries: readonly Attributes[],
): void {
  const object = ownerOf(element)
  const { element: name, within } = section
  const present = valuesOf(object)
  const container = within === undefined ? undefined : present.find((each) => localName(each) === within)
  const before = (within === undefined ? present : (container?.$children ?? [])).filter(
    (each) => localName(each) === name,
  )
  const made = entries.map((attributes, index) => {
    const filled = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''))
    const children = before[index]?.$children
    return view.moddle.createAny(`chancery:${name}`, namespace, { ...filled, ...(children && { $children: children }) })
  })
  const values = within === undefined ? replaced(present, before, made) : withContainer()
  const extensionElements = view.factory.create('bpmn:ExtensionElements', { values })
  for (const value of values) Object.assign(value, { $parent: extensionElements })
  Object.assign(extensionElements, { $parent: object })
  view.modeling.updateModdleProperties(element, object, {
    extensionElements: values.length > 0 ? extensionElements : undefined,
  })

  function withContainer(): Extension[] {
    const $children = replaced(container?.$children ?? [], before, made)
    const attributes = container === undefined ? {} : ownAttributes(container)
    const next =
      $children.length > 0 ? [view.moddle.createAny(`chancery:${within}`, namespace, { ...attributes, $children })] : []
    return replaced(present, container === undefined ? [] : [container], next)
  }
}

/** Returns the list with the entries of `before` replaced by `after`, at the first replaced entry or at the end. */
function replaced<Item>(list: readonly Item[], before: readonly Item[], after: readonly Item[]): Item[] {
  const at = before.length > 0 ? list.indexOf(before[0]!) : list.length
  const others = list.filter((item) => !before.includes(item))
  const place = list.slice(0, at).filter((item) => !before.includes(item)).length
  return [...others.slice(0, place), ...after, ...others.slice(place)]
}
