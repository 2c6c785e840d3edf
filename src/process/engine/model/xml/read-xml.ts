import type { ModdleElement, ModdleWarning } from 'bpmn-moddle'
import { isFeel } from '../../../../feel/index.ts'
import { didYouMean } from '../../../../foundation/kit/nearest.ts'
import { UnreadableFile } from '../../../../foundation/kit/unreadable-file.ts'
import { decodeXml } from '../../../../foundation/kit/xml/decode-xml.ts'
import { ModelProblems, ModelRefused } from '../../../../foundation/kit/xml/model-problems.ts'
import { readXml } from '../../../../foundation/kit/xml/xml.ts'
import { xmlProblem } from '../../../../foundation/kit/xml/xml-problem.ts'
import { attributesOf, elementNames, extensionNamespace, shownName } from '../extension-schema.ts'
import { giveIds } from './give-ids.ts'
import { readElements } from './read-elements.ts'

/** The BPMN elements whose text is an expression. */
const expressionElements = new Set([
  'condition',
  'conditionExpression',
  'completionCondition',
  'loopCardinality',
  'loopCondition',
  'timeCycle',
  'timeDate',
  'timeDuration',
])

/** Limits of a BPMN file, and of the nodes and flows of one process. */
export const modelLimits = {
  maxBytes: 4 * 1024 * 1024,
  maxElements: 50_000,
  maxDepth: 64,
  maxNodes: 2_000,
  maxFlows: 5_000,
} as const

/** A BPMN file with valid XML. */
export interface BpmnFile {
  readonly definitions: ModdleElement
  readonly problems: ModelProblems
}

/**
 * Reads the XML of a BPMN file. A DOCTYPE, too many elements or too deep nesting are refused before a tree is built.
 * Problems of single elements are recorded in `problems`. Throws ModelRefused.
 */
export async function readBpmnXml(bytes: Uint8Array): Promise<BpmnFile> {
  if (bytes.byteLength > modelLimits.maxBytes) {
    throw refused(`the file has ${bytes.byteLength} bytes; at most ${modelLimits.maxBytes} are allowed`)
  }
  const xml = decodeXml(bytes)
  const problems = new ModelProblems()
  const ownPrefixes = await checkXml(xml, problems)
  try {
    const { definitions, byId, warnings } = await readElements(xml, ownPrefixes)
    for (const warning of warnings) addWarning(problems, warning)
    giveIds(definitions, byId.keys())
    return { definitions, problems }
  } catch (cause) {
    const reason = firstLine(cause)
    const hint = reason.startsWith('failed to parse document')
      ? '; the root must be <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">'
      : ''
    throw refused(`the file is not a BPMN 2.0 file: ${reason}${hint}`)
  }
}

const refused = (message: string): ModelRefused => new ModelRefused([{ message }])
const firstLine = (cause: unknown): string =>
  cause instanceof Error ? cause.message.split('\n')[0]! : 'unknown reason'

/** Checks the XML of a file. Returns the prefixes of the target namespace of the file. */
async function checkXml(xml: string, problems: ModelProblems): Promise<ReadonlySet<string>> {
  let depth = 0
  let elements = 0
  let target: string | undefined
  const ownPrefixes = new Set<string>()
  const ids: (string | undefined)[] = []
  const reader = {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      if (++depth > modelLimits.maxDepth) throw refused(`the XML is nested deeper than ${modelLimits.maxDepth} levels`)
      if (++elements > modelLimits.maxElements)
        throw refused(`the XML has more than ${modelLimits.maxElements} elements`)
      ids.push(attributes.id ?? ids.at(-1))
      target ??= attributes.targetNamespace
      for (const [attribute, value] of Object.entries(attributes))
        if (attribute.startsWith('xmlns:') && value === target) ownPrefixes.add(attribute.slice('xmlns:'.length))
      const wrongNamespace = namespaceProblem(attributes)
      if (wrongNamespace !== undefined) throw refused(wrongNamespace)
      const wrongLanguage = languageProblem(name, attributes)
      if (wrongLanguage !== undefined) problems.add(ids.at(-2), wrongLanguage)
    },
    close(): void {
      depth--
      ids.pop()
    },
  }
  try {
    await readXml(pieces(xml), reader, 'BPMN file')
    return ownPrefixes
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw notXml(cause, xml)
    throw cause
  }
}

/** Returns the error for a file that is not XML, with the position of the mistake if it is known. */
function notXml(cause: UnreadableFile, xml: string): ModelRefused {
  // An error without a cause, such as the refusal of a DOCTYPE, is not a syntax error.
  const problem = cause.cause === undefined ? undefined : xmlProblem(xml, 'BPMN file')
  return new ModelRefused([problem ?? { message: cause.message }])
}

async function* pieces(xml: string): AsyncGenerator<string> {
  for (let at = 0; at < xml.length; at += 65_536) yield xml.slice(at, at + 65_536)
}

/**
 * Records a warning of the parser as a problem; only as a warning if it is about an unknown error or escalation.
 * Ignores warnings about the drawing, about attributes of other namespaces, and about references that the engine does
 * not use.
 */
function addWarning(problems: ModelProblems, { message, element, property, value }: ModdleWarning): void {
  if (message.startsWith('unsupported document encoding')) return
  if (element !== undefined && /^(bpmndi|di|dc|chancery):/.test(element.$type) && property !== undefined) {
    if (element.$type.startsWith('chancery:')) {
      const hint = didYouMean(property, attributesOf(element.$type))
      problems.add(idOf(element), `attribute "${property}" of ${shownName(element.$type)} is unknown${hint}`)
    }
    return
  }
  const id = element === undefined ? undefined : idOf(element)
  if (message.startsWith('unresolved reference')) {
    if (codeReferences.test(property ?? '')) {
      const message = `${property!.replace('bpmn:', '')} names "${value}", which is not in the file; the name is used as the code`
      problems.warn(id, message)
      return
    }
    if (!isExecuted(element, property)) return
    problems.add(id, `${property?.replace('bpmn:', '') ?? 'a reference'} names "${value}", which is not in the file`)
  } else if (message.startsWith('unknown attribute')) {
    if (property?.startsWith('chancery:'))
      problems.add(id, `attribute ${property} is unknown${didYouMean(property, ['chancery:asyncBefore'])}`)
  } else {
    const line = /line: (\d+)/.exec(message)?.[1]
    const sentence = /nested error: (.*)/.exec(message)?.[1] ?? message.split('\n')[0]!
    if (/<(bpmndi|di|dc):/.test(sentence)) return
    const unknown = /^unknown type <(chancery:\w+)>/.exec(sentence)?.[1]
    if (unknown !== undefined) {
      const name = shownName(unknown)
      const message = `<${name}> is unknown${didYouMean(name, elementNames)}`
      if (line === undefined) problems.add(id, message)
      else problems.addLine(Number(line) + 1, message)
      return
    }
    if (line === undefined) problems.add(id, sentence)
    else problems.addLine(Number(line) + 1, sentence)
  }
}

/** Returns the id of the element, or of the closest enclosing element with an id. */
function idOf(element: ModdleElement): string | undefined {
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    if (at.id !== undefined) return at.id
  }
  return undefined
}

const executedReferences = /^bpmn:(attachedToRef|default|messageRef|signalRef|activityRef|flowNodeRef|processRef)$/
const codeReferences = /^bpmn:(error|escalation)Ref$/

/** Returns whether the engine uses a reference. References to data, services and message flows are documentation. */
const isExecuted = (element: ModdleElement | undefined, property = ''): boolean =>
  executedReferences.test(property) ||
  (element?.$type === 'bpmn:SequenceFlow' && /^bpmn:(source|target)Ref$/.test(property))

/** Returns what is wrong with the namespaces that an XML element declares; undefined when nothing is. */
function namespaceProblem(attributes: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(attributes)) {
    if (!/^xmlns(:|$)/.test(name) || value === extensionNamespace) continue
    if (name === 'xmlns:chancery' || /^urn:chancery\b/i.test(value))
      return `${name}="${value.slice(0, 200)}" is not the namespace of Chancery; write xmlns:chancery="${extensionNamespace}"`
  }
  return undefined
}

/** Returns why an expression in the language that its element names cannot run; undefined when it can. */
function languageProblem(element: string, { language = '' }: Readonly<Record<string, string>>): string | undefined {
  if (!expressionElements.has(element) || language.trim() === '' || isFeel(language)) return undefined
  return `${element}: language="${language.slice(0, 200)}" cannot run; write the expression in FEEL and remove the attribute language`
}
