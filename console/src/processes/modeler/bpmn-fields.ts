import type { TextKey } from '../../i18n/index.tsx'
import type { AttributeKind } from './extension-schema.ts'
import { ownerOf } from './extensions.ts'
import type { ModelerView } from './modeler.ts'
import type { BpmnElement, BusinessObject } from './services.ts'

/** A property that BPMN itself has, such as the name or the condition of a flow. */
export interface BpmnField {
  readonly key: string
  readonly label: TextKey
  readonly kind: AttributeKind | 'long'
  readonly value: string
  readonly write: (value: string) => void
}

const timers = [
  ['timeDuration', 'processes.mDuration'],
  ['timeDate', 'processes.mDate'],
  ['timeCycle', 'processes.mCycle'],
] as const

const bodyOf = (expression: unknown): string => String((expression as { body?: string } | undefined)?.body ?? '')

/** Returns the BPMN properties of an element that can be entered. */
export function bpmnFields(view: ModelerView, element: BpmnElement): BpmnField[] {
  const { modeling, factory } = view
  const object = ownerOf(element)
  const expression = (body: string, owner: object) => {
    if (body === '') return undefined
    return Object.assign(factory.create('bpmn:FormalExpression', { body }), { $parent: owner })
  }
  const fields: BpmnField[] = [
    {
      key: 'name',
      label: 'processes.name',
      kind: 'text',
      value: object.name ?? '',
      write: (name) =>
        object === element.businessObject
          ? modeling.updateProperties(element, { name: name || undefined })
          : modeling.updateModdleProperties(element, object, { name: name || undefined }),
    },
  ]
  if (object.$type === 'bpmn:SequenceFlow')
    fields.push({
      key: 'condition',
      label: 'processes.mCondition',
      kind: 'feel',
      value: bodyOf(object.get('conditionExpression')),
      write: (body) => modeling.updateProperties(element, { conditionExpression: expression(body, object) }),
    })
  if (object.$type === 'bpmn:ScriptTask')
    fields.push({
      key: 'script',
      label: 'processes.mScript',
      kind: 'long',
      value: String(object.get('script') ?? ''),
      write: (script) => modeling.updateProperties(element, { script, scriptFormat: 'javascript' }),
    })
  const definition = (object.get('eventDefinitions') as readonly BusinessObject[] | undefined)?.[0]
  if (definition?.$type === 'bpmn:TimerEventDefinition')
    for (const [key, label] of timers)
      fields.push({
        key,
        label,
        kind: 'feel',
        value: bodyOf(definition.get(key)),
        write: (body) => modeling.updateModdleProperties(element, definition, { [key]: expression(body, definition) }),
      })
  if (definition?.$type === 'bpmn:MessageEventDefinition' || object.$type === 'bpmn:ReceiveTask') {
    const holder = definition ?? object
    const message = holder.get('messageRef') as BusinessObject | undefined
    fields.push({
      key: 'message',
      label: 'processes.mMessageName',
      kind: 'text',
      value: message?.name ?? '',
      write: (name) => modeling.updateModdleProperties(element, holder, { messageRef: messageOf(view, name) }),
    })
  }
  return fields
}

/** Returns the message with a name; creates it in the file when there is none. */
function messageOf(view: ModelerView, name: string): BusinessObject | undefined {
  if (name === '') return undefined
  let definitions = view.root().businessObject as BusinessObject & { $parent?: BusinessObject }
  while (definitions.$type !== 'bpmn:Definitions' && definitions.$parent) definitions = definitions.$parent
  const roots = definitions.get('rootElements') as BusinessObject[]
  const found = roots.find((root) => root.$type === 'bpmn:Message' && root.name === name)
  if (found) return found
  const message = Object.assign(view.factory.create('bpmn:Message', { name }), { $parent: definitions })
  roots.push(message)
  return message
}
