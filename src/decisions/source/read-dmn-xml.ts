import { UnreadableFile } from '../../foundation/kit/unreadable-file.ts'
import { decodeXml } from '../../foundation/kit/xml/decode-xml.ts'
import { ModelRefused } from '../../foundation/kit/xml/model-problems.ts'
import { readXmlText } from '../../foundation/kit/xml/xml.ts'
import { xmlProblem } from '../../foundation/kit/xml/xml-problem.ts'
import type { DmnElement } from './dmn-element.ts'

/** Limits of a DMN file. */
const dmnLimits = {
  maxBytes: 4 * 1024 * 1024,
  maxElements: 50_000,
  maxDepth: 64,
} as const

interface OpenElement extends DmnElement {
  readonly children: OpenElement[]
  readonly parent: OpenElement | undefined
  text: string
}

/** Names of the elements that are skipped: the drawing and the settings of other tools. */
const skipped = new Set(['DMNDI', 'extensionElements'])

/**
 * Reads the XML of a DMN file and returns its root without the drawing and the extension elements. A DOCTYPE, too many
 * elements or too deep nesting are refused before the whole file has been read. Throws ModelRefused.
 */
export function readDmnXml(bytes: Uint8Array): DmnElement {
  if (bytes.byteLength > dmnLimits.maxBytes) {
    throw refused(`the file has ${bytes.byteLength} bytes; at most ${dmnLimits.maxBytes} are allowed`)
  }
  const xml = decodeXml(bytes)
  const tree = new TreeBuilder()
  try {
    readXmlText(xml, tree, 'DMN file')
  } catch (cause) {
    if (cause instanceof UnreadableFile) {
      const problem = cause.cause === undefined ? undefined : xmlProblem(xml, 'DMN file')
      throw new ModelRefused([problem ?? { message: cause.message }])
    }
    throw cause
  }
  const root = tree.root
  if (root?.name !== 'definitions' || !Object.entries(root.attributes).some(isDmnNamespace)) {
    throw refused('the file is not a DMN file: its root must be <definitions> in a namespace of DMN 1.1 to 1.5')
  }
  return root
}

const refused = (message: string): ModelRefused => new ModelRefused([{ message }])

const isDmnNamespace = ([name, value]: readonly [string, string]): boolean =>
  /^xmlns(:|$)/.test(name) && /^https?:\/\/www\.omg\.org\/spec\/DMN\/\d{8}\/(MODEL\/|dmn\.xsd)$/.test(value)

class TreeBuilder {
  root: OpenElement | undefined
  #at: OpenElement | undefined
  #depth = 0
  #elements = 0
  /** Depth of the outermost element that is skipped. */
  #skippedFrom: number | undefined

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#depth > dmnLimits.maxDepth) {
      throw refused(`the XML is nested deeper than ${dmnLimits.maxDepth} levels`)
    }
    if (++this.#elements > dmnLimits.maxElements) {
      throw refused(`the XML has more than ${dmnLimits.maxElements} elements`)
    }
    if (skipped.has(name)) this.#skippedFrom ??= this.#depth
    if (this.#skippedFrom !== undefined) return
    const element: OpenElement = { name, attributes, children: [], parent: this.#at, text: '' }
    this.#at?.children.push(element)
    this.root ??= element
    this.#at = element
  }

  text(text: string): void {
    if (this.#skippedFrom === undefined && this.#at !== undefined) this.#at.text += text
  }

  close(): void {
    if (this.#skippedFrom === undefined) this.#at = this.#at?.parent
    else if (this.#skippedFrom === this.#depth) this.#skippedFrom = undefined
    this.#depth--
  }
}
