import { SaxesParser } from 'saxes'
import { extensionNamespace } from '../src/process/engine/model/extension-schema.ts'

const bpmnNamespace = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
const engines = /camunda|zeebe|flowable|activiti|jboss|drools|bonita|signavio|spiffworkflow|elma/i

interface XmlElement {
  /** Name with its prefix. */
  readonly name: string
  readonly attributes: Record<string, string>
  children: (XmlElement | string)[]
}

function readTree(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const root: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [root]
  const text = (piece: string): void => void open.at(-1)!.children.push(piece)
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return childrenOf(root)[0]!
}

const escaped = (text: string): string =>
  text.replace(/[&<>"\n]/g, (sign) => (sign === '\n' ? '&#10;' : `&#${sign.charCodeAt(0)};`))

function writeTree({ name, attributes, children }: XmlElement): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inside = children.map((child) => (typeof child === 'string' ? escaped(child) : writeTree(child)))
  return `<${name}${written.join('')}>${inside.join('')}</${name}>`
}

const childrenOf = ({ children }: XmlElement): XmlElement[] => children.filter((child) => typeof child !== 'string')
const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)
const textOf = ({ children }: XmlElement): string => children.filter((child) => typeof child === 'string').join('')

/** Expressions by the element that holds them: what stands for an expression in the language of another engine. */
const expressions: Readonly<Record<string, string>> = {
  conditionExpression: 'true',
  condition: 'true',
  completionCondition: 'false',
  loopCondition: 'false',
  loopCardinality: '2',
  timeDate: '2040-01-01T00:00:00Z',
  timeDuration: 'PT1H',
  timeCycle: 'R/PT1H',
}
const action = '<chancery:action type="delegated"/><chancery:setting name="url" text="https://example.org/"/>'
/** The message of an event for which a class or a connector of another engine says what it sends. */
const sentMessage = 'foreignMessage'
const loop = '<chancery:loop collection="items" item="item"/>'
/** Settings of Chancery for what other engines say in attributes and extension elements of their own. */
const settings: Readonly<Record<string, string>> = {
  userTask: '<chancery:performer type="initiator"/>',
  serviceTask: action,
  sendTask: action,
  businessRuleTask: '<chancery:decision path="foreign.decision" result="result"/>',
  callActivity: '<chancery:call process="foreign.called"/>',
}

/**
 * Rewrites the settings of other engines in a BPMN file, and nothing else, so that the rest of the file can be published
 * unchanged. Attributes and elements of their namespaces are removed. An activity gets the setting of Chancery that
 * belongs to its kind, and an event for which a class says what it sends gets a message. A script becomes an empty one
 * in JavaScript, and an expression in another language becomes a constant.
 * Throws an error for a text that is not well-formed XML.
 */
export function rewriteForeignModel(xml: string): string {
  const root = readTree(xml)
  const prefixes = prefixesOf(root)
  const isForeign = (name: string): boolean => engines.test(prefixes[name.split(':')[0]!] ?? '') && name.includes(':')
  const isBpmn = (name: string): boolean =>
    (prefixes[name.includes(':') ? name.split(':')[0]! : ''] ?? bpmnNamespace) === bpmnNamespace
  const saysWhatToSend = (element: XmlElement): boolean =>
    Object.keys(element.attributes).some(isForeign) ||
    childrenOf(element).some((child) => isForeign(child.name) || saysWhatToSend(child))
  let sends = false
  const visit = (element: XmlElement): void => {
    const { messageRef } = element.attributes
    if (localOf(element.name) === 'messageEventDefinition' && messageRef === undefined && saysWhatToSend(element)) {
      element.attributes.messageRef = sentMessage
      sends = true
    }
    for (const name of Object.keys(element.attributes))
      if (isForeign(name) && !name.startsWith('xmlns:')) delete element.attributes[name]
    element.children = element.children.filter((child) => typeof child === 'string' || !isForeign(child.name))
    if (isBpmn(element.name)) rewriteElement(element)
    for (const child of childrenOf(element)) if (!child.name.startsWith('chancery:')) visit(child)
  }
  visit(root)
  if (sends) {
    const name = root.name.replace('definitions', 'message')
    root.children.unshift({ name, attributes: { id: sentMessage, name: sentMessage }, children: [] })
  }
  delete root.attributes.expressionLanguage
  root.attributes['xmlns:chancery'] = extensionNamespace
  return writeTree(root)
}

/** Returns the namespaces of a file by their prefixes; the prefix of the default namespace is empty. */
function prefixesOf(element: XmlElement): Record<string, string> {
  const own = Object.entries(element.attributes)
    .filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
    .map(([name, namespace]) => [name.slice(6), namespace])
  return Object.assign(Object.fromEntries(own), ...childrenOf(element).map(prefixesOf))
}

function rewriteElement(element: XmlElement): void {
  const local = localOf(element.name)
  const expression = expressions[local]
  if (expression !== undefined && isOfOtherLanguage(element)) {
    delete element.attributes.language
    element.children = [expression]
  }
  if (local === 'scriptTask') rewriteScript(element)
  const isSending = local === 'sendTask' && element.attributes.messageRef !== undefined
  if (settings[local] !== undefined && !isSending) addSettings(element, settings[local])
  const multiple = childrenOf(element).find(({ name }) => localOf(name) === 'multiInstanceLoopCharacteristics')
  const hasList = childrenOf(multiple ?? element).some(({ name }) =>
    /^loop(Cardinality|DataInputRef)$/.test(localOf(name)),
  )
  if (multiple !== undefined && !hasList) addSettings(element, loop)
}

/** Whether an expression is not in FEEL: `${…}`, `#{…}`, `=…`, a named language, or operators and strings of Python. */
function isOfOtherLanguage(element: XmlElement): boolean {
  const text = textOf(element).trim()
  return element.attributes.language !== undefined || /[$#]\{|[=!]=|&&|\|\||'|^=/.test(text)
}

/** Replaces a script, since scripts of other engines read and write variables by functions of the engine. */
function rewriteScript(element: XmlElement): void {
  element.attributes.scriptFormat = 'javascript'
  const script = childrenOf(element).find(({ name }) => localOf(name) === 'script')
  const name = element.name.replace('scriptTask', 'script')
  if (script !== undefined) script.children = ['return {}']
  else element.children.push({ name, attributes: {}, children: ['return {}'] })
}

/** Adds settings to the extension elements of an element, unless it has settings of Chancery. */
function addSettings(element: XmlElement, xml: string): void {
  const known = childrenOf(element).find(({ name }) => localOf(name) === 'extensionElements')
  if (known !== undefined && childrenOf(known).some(({ name }) => name === nameOfFirst(xml))) return
  const added = childrenOf(readTree(`<all>${xml}</all>`))
  if (known !== undefined) return void known.children.push(...added)
  const prefix = element.name.slice(0, element.name.indexOf(':') + 1)
  element.children.unshift({ name: `${prefix}extensionElements`, attributes: {}, children: added })
}

const nameOfFirst = (xml: string): string => /^<([\w:]+)/.exec(xml)![1]!
