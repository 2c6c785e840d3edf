import Docxtemplater from 'docxtemplater'
import PizZip from 'pizzip'
import type { Filled } from '../placeholders/fill-outline.ts'
import { keyOf } from '../placeholders/placeholder.ts'

/**
 * Fills the placeholders of a DOCX file. Runs in the process of `docx-process.ts`. The library only looks up the values
 * that were computed before: it evaluates no expressions and inserts no XML. Equal values give equal bytes.
 */
export function fillDocx(bytes: Uint8Array, filled: Filled): Uint8Array {
  const document = open(bytes, (tag, isSection) => (scope) => {
    const key = keyOf(tag)
    return isSection ? (scope.sections[key] ?? []) : (scope.values[key] ?? '')
  })
  document.render(filled)
  const zip = document.getZip()
  for (const file of Object.values(zip.files)) file.date = fixedDate
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE' })
}

// A zip stores local times, so that the date has no time zone either.
const fixedDate = new Date(2000, 0, 1, 12)

/** What the library finds in a template. */
export interface TriedDocx {
  /** The texts of the placeholders. */
  readonly texts: readonly string[]
  /** The XML parts of two trial documents: with every section shown twice, and with no section. */
  readonly parts: readonly string[]
}

/** Reads and fills a template with empty values, or returns the reason why the library cannot do so. */
export function tryDocx(bytes: Uint8Array): TriedDocx | { readonly reason: string } {
  const texts = new Set<string>()
  const parts: string[] = []
  try {
    for (const depth of [2, 0]) {
      const collector = textCollector(texts)
      const document = open(bytes, (_tag, isSection) => (scope) => (isSection ? repeated(scope, depth) : ''), collector)
      document.render({ values: {}, sections: {} })
      for (const { name } of document.getZip().file(/^word\/[^/]+\.xml$/))
        parts.push(document.getZip().file(name)!.asText())
    }
  } catch (error) {
    return { reason: reasonOf(error) }
  }
  return { texts: [...texts], parts }
}

/** Returns two repetitions of a section, but one inside of another section, so that nested sections stay small. */
function repeated(scope: Filled & { readonly isNested?: boolean }, depth: number): object[] {
  if (depth === 0) return []
  const inside = { values: {}, sections: {}, isNested: true }
  return scope.isNested === true ? [inside] : [inside, inside]
}

interface Part {
  readonly type?: string
  readonly value?: string
  readonly subparsed?: readonly Part[]
}

const textsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ type, value = '', subparsed = [] }) => [
    ...(type === 'placeholder' && value !== '' ? [value] : []),
    ...textsOf(subparsed),
  ])

/** Returns a module of the library that collects the texts of placeholders. */
const textCollector = (texts: Set<string>) => ({
  name: 'text collector',
  postparse(parts: readonly Part[]) {
    for (const text of textsOf(parts)) texts.add(text)
    return parts
  },
})

type Look = (scope: Filled) => unknown

/** Opens a file with the library, which asks `look` for the value of each placeholder. */
function open(
  bytes: Uint8Array,
  look: (tag: string, isSection: boolean) => Look,
  ...modules: object[]
): Docxtemplater<PizZip> {
  const options = {
    modules,
    fileTypeConfig: withoutRawXml(),
    syntax: { changeDelimiterPrefix: null },
    delimiters: { start: '{{', end: '}}' },
    paragraphLoop: true,
    linebreaks: true,
    errorLogging: false,
    nullGetter: () => '',
    parser: (tag: string) => ({
      get: (scope: Filled, context: { meta: { part: { module?: string } } }) =>
        look(tag, context.meta.part.module === 'loop')(scope),
    }),
  }
  return new Docxtemplater(new PizZip(bytes), options as unknown as Options)
}

/** The options of the library; its own types lack some that exist. */
type Options = Parameters<Docxtemplater['setOptions']>[0]

interface FileTypeConfig {
  readonly baseModules: readonly (() => { readonly name: string })[]
}

/** Returns the parts of the library that are used. Without the module for raw XML, a value is always text. */
function withoutRawXml(): FileTypeConfig {
  const { FileTypeConfig: configs } = Docxtemplater as unknown as { FileTypeConfig: { docx(): FileTypeConfig } }
  const config = configs.docx()
  return { ...config, baseModules: config.baseModules.filter((create) => create().name !== 'RawXmlModule') }
}

interface LibraryError {
  readonly message: string
  readonly properties?: { readonly explanation?: string; readonly errors?: readonly LibraryError[] }
}

/** Returns the explanation of the first error of the library as one sentence. */
function reasonOf(error: unknown): string {
  const { message, properties } = error as LibraryError
  const [first] = properties?.errors ?? []
  return first === undefined ? (properties?.explanation ?? message) : reasonOf(first)
}
