/** XML namespace of Chancery's extension elements. */
export const extensionNamespace = 'urn:chancery:bpmn:1'

const text = (name: string) => ({ name, isAttr: true, type: 'String' })
const texts = (...names: string[]) => names.map(text)
const element = (name: string, properties: readonly unknown[]) => ({ name, superClass: ['Element'], properties })

const variable = [
  ...texts('name', 'type', 'title', 'required', 'requiredAtEnd', 'direction', 'array', 'readOnly', 'of'),
  { name: 'values', type: 'Value', isMany: true },
]

/** Extension elements in the notation of moddle. Any other attribute is a problem of the file. */
export const extensionPackage = {
  name: 'Chancery',
  prefix: 'chancery',
  uri: extensionNamespace,
  xml: { tagAlias: 'lowerCase' },
  types: [
    { name: 'AsyncBefore', extends: ['bpmn:FlowNode'], properties: texts('asyncBefore') },
    element('Variable', [...variable, { name: 'columns', type: 'Column', isMany: true }]),
    element('Column', variable),
    element('Value', texts('code', 'name')),
    element('Input', texts('name', 'value')),
    element('Output', texts('name', 'value')),
    element('Setting', texts('name', 'value', 'text', 'secret')),
    element('Action', texts('type', 'attempts', 'delay', 'timeout')),
    element('Task', texts('type', 'subject', 'due', 'priority', 'calendar', 'result')),
    element(
      'Sheet',
      texts(
        'type',
        'mode',
        'quorum',
        'quorumPercent',
        'onRejection',
        'skipApproved',
        'initiatorMayApprove',
        'escalate',
        'overdueAnswer',
        'app',
        'element',
        'file',
      ),
    ),
    element('Performer', texts('type', 'value')),
    element('Exit', texts('code', 'name', 'required', 'kind')),
    element('Form', [{ name: 'fields', type: 'Field', isMany: true }]),
    element('Field', texts('name', 'title', 'type', 'readOnly', 'required')),
    element('Reminder', texts('before', 'after')),
    element('Escalation', texts('before', 'after', 'action', 'type', 'value')),
    element('Loop', texts('collection', 'item', 'index', 'output', 'outputItem')),
    element('Call', texts('process', 'binding', 'version', 'variable')),
    element('Message', texts('key', 'variables')),
    element('ElementEvent', texts('app', 'event', 'condition', 'variable')),
    element('Timer', texts('calendar')),
    element('Process', texts('timeZone', 'name')),
    element('Decision', texts('path', 'result', 'binding', 'version')),
  ],
}

/** The names of the extension elements as they are written in a file. */
export const elementNames = extensionPackage.types
  .map(({ name }) => shownName(`chancery:${name}`))
  .filter((name) => name !== 'chancery:asyncBefore')

/** The attributes of each type. They are collected here because the parser changes the names in the package. */
const attributes = new Map(
  extensionPackage.types.map(({ name, properties }) => {
    const list = properties as readonly { readonly name: string; readonly isAttr?: boolean }[]
    return [`chancery:${name}` as string, list.filter(({ isAttr }) => isAttr === true).map((one) => one.name)] as const
  }),
)

/** Returns the attributes of an extension element, which is given by its type, such as `chancery:Exit`. */
export const attributesOf = (type: string): readonly string[] => attributes.get(type) ?? []

/** Returns a type as its element is written in a file: `chancery:Exit` becomes `chancery:exit`. */
export function shownName(type: string): string {
  return type.replace(/:(.)/, (_, first: string) => `:${first.toLowerCase()}`)
}
