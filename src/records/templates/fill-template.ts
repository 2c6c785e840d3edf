import type { Apps } from '../../data/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import { sourceLanguage } from '../../foundation/kit/languages.ts'
import type { Caller } from '../../people/index.ts'
import { type Address, definitionPath } from '../../solutions/index.ts'
import { applicationOf, textOf } from './definition/plan-templates.ts'
import type { DeployedTemplate } from './definition/stored-templates.ts'
import { type TemplateFile, templateFile } from './definition/templates.store.ts'
import { inspect, render } from './docx/docx-process.ts'
import { documentTooLarge, inputInvalid, templateNotFound, templateOutdated } from './errors.ts'
import { readHtml } from './html/read-html.ts'
import { renderHtml } from './html/render-html.ts'
import type { ConvertToPdf } from './pdf/convert-to-pdf.ts'
import { compileOutline } from './placeholders/check-outline.ts'
import { type Filled, fillOutline } from './placeholders/fill-outline.ts'
import type { ExpressionsOfDocuments, Values, ValueTypes } from './placeholders/language.ts'
import type { OutlineNode } from './placeholders/outline.ts'
import { outlineOfText } from './placeholders/scan-text.ts'
import type { DocumentFormat } from './settings/template-settings.ts'
import { readElementValues } from './values/element-values.ts'
import { valueFormat } from './values/format-value.ts'
import { readInputs } from './values/input-values.ts'
import { elementTypes, inputTypesOf } from './values/template-types.ts'

export interface FillDeps {
  readonly database: Database
  readonly apps: Apps
  readonly clock: Clock
  readonly language: ExpressionsOfDocuments
  readonly timeZone: string
  readonly toPdf: ConvertToPdf
}

/** The template and the values to fill it with. */
export interface FillRequest {
  readonly template: DeployedTemplate
  /** The id of the element whose fields the template shows; required for a template of an application. */
  readonly element?: string | undefined
  readonly inputs?: Readonly<Record<string, unknown>> | undefined
  /** The format of the document; by default as the template says. */
  readonly format?: DocumentFormat | undefined
}

export interface FilledDocument {
  readonly bytes: Uint8Array
  /** The name of the file with its ending. */
  readonly name: string
  readonly format: DocumentFormat
  /** Reasons why values are missing. */
  readonly warnings: readonly string[]
}

/** Fills templates with the rights of a caller. */
export type FillTemplate = (caller: Caller, request: FillRequest) => Promise<FilledDocument>

export function createFillTemplate(deps: FillDeps): FillTemplate {
  const { database, apps, clock, language, timeZone, toPdf } = deps
  const fieldsOf = ({ namespace, code }: Address) => apps.catalog.application(namespace, code)?.fields

  function typesOf(template: DeployedTemplate): ValueTypes {
    const address = applicationOf(template)
    const fields = address && fieldsOf(address)
    return { ...(fields && elementTypes(fields, fieldsOf)), ...inputTypesOf(template.settings.inputs ?? []) }
  }

  async function valuesOf(
    caller: Caller,
    { template, element, inputs = {} }: FillRequest,
    references: readonly (readonly string[])[],
  ): Promise<JsonObject> {
    const given = readInputs(template.settings.inputs ?? [], inputs)
    const address = applicationOf(template)
    if (address === undefined) return given
    if (element === undefined)
      throw inputInvalid('"element" is required, because the template shows fields of an element', { field: 'element' })
    const values = await readElementValues({ apps, caller, element: { ...address, id: element }, references })
    return { ...values, ...given }
  }

  return async (caller, request) => {
    const { template, format = template.settings.output ?? template.format } = request
    checkFormat(template, format)
    const file = await templateFile(database.single, template)
    if (file === undefined) throw templateNotFound(`document template "${definitionPath(template)}" not found`)
    const types = typesOf(template)
    const compile = (nodes: readonly OutlineNode[]) => {
      const compiled = compileOutline(nodes, types, language)
      const [problem] = compiled.problems
      if (problem === undefined) return compiled
      throw templateOutdated(`the template no longer fits its application: ${problem.message}`)
    }
    const nodes = nodesOf(template, file)
    // The file may be older than the rule that refuses it today, and the converter would open what the file names.
    if (format === 'pdf' && template.format === 'docx') await refuseDangerous(file)
    const content = compile(nodes)
    const nameNodes = outlineOfText(template.settings.fileName ?? '').nodes
    const named = compile(nameNodes)
    const json = await valuesOf(caller, request, [...content.references, ...named.references])
    const evaluation = language.begin({ nowMs: clock.nowMs(), timeZone })
    const values = lazyValues(json, types, language)
    const filling = {
      language,
      evaluation,
      format: valueFormat(language, template.settings.language ?? sourceLanguage, timeZone),
    }
    const filled = await fillOutline(content.nodes, values, filling)
    const name = textOfFilled(nameNodes, await fillOutline(named.nodes, values, filling))
    const bytes = await bytesOf(template, { file, nodes, filled })
    return {
      bytes: format === 'pdf' ? await toPdf(bytes, template.format) : bytes,
      name: fileNameOf(name, template.name, format),
      format,
      warnings: evaluation.warnings,
    }
  }
}

function checkFormat({ format: own }: DeployedTemplate, format: DocumentFormat): void {
  if (format !== own && format !== 'pdf')
    throw inputInvalid(`a template in ${own} gives ${own} or pdf, not ${format}`, { field: 'format' })
}

function nodesOf({ format }: DeployedTemplate, { bytes, outline = [] }: TemplateFile): readonly OutlineNode[] {
  if (format === 'docx') return outline
  const { nodes, problems } = readHtml(textOf(bytes) ?? '')
  if (problems[0] !== undefined) throw templateOutdated(`the template is no longer accepted: ${problems[0].message}`)
  return nodes
}

/** Throws `document_template.outdated` for a DOCX file that would be refused today. */
async function refuseDangerous({ bytes }: TemplateFile): Promise<void> {
  const inspected = await inspect(bytes)
  if ('refusal' in inspected) throw templateOutdated(`the template is no longer accepted: ${inspected.refusal}`)
}

interface Content {
  readonly file: TemplateFile
  readonly nodes: readonly OutlineNode[]
  readonly filled: Filled
}

async function bytesOf({ format }: DeployedTemplate, { file, nodes, filled }: Content): Promise<Uint8Array> {
  if (format === 'html') return Buffer.from(renderHtml(nodes, filled))
  const outcome = await render(file.bytes, filled)
  if ('result' in outcome) return outcome.result
  throw documentTooLarge(`the document could not be generated: ${outcome.refusal}`)
}

/** Converts a value to a value of the language when an expression first reads it. */
function lazyValues(json: JsonObject, types: ValueTypes, language: ExpressionsOfDocuments): Values {
  const converted = new Map<string, unknown>()
  return {
    get(name) {
      // Names that the template knows but that have no value are null. They do not shadow built-in functions.
      if (!Object.hasOwn(types, name)) return undefined
      if (!converted.has(name)) converted.set(name, language.fromJson(json[name] ?? null, types[name]!))
      return converted.get(name)
    },
  }
}

function textOfFilled(nodes: readonly OutlineNode[], filled: Filled): string {
  const text = (content: readonly OutlineNode[], scope: Filled): string =>
    content
      .map((node) => {
        if (node.is === 'literal') return node.text
        if (node.is === 'value') return scope.values[node.text] ?? ''
        const repetitions = scope.sections[node.text] ?? []
        if (node.isInverted) return repetitions.length === 0 ? text(node.content, scope) : ''
        return repetitions.map((inside) => text(node.content, inside)).join('')
      })
      .join('')
  return text(nodes, filled)
}

const maxNameChars = 120

/** Returns the name of a file without characters that file systems do not allow. */
function fileNameOf(wanted: string, otherwise: string, format: DocumentFormat): string {
  const clean = (text: string): string =>
    Array.from(text.replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, '-').replaceAll(/\s+/g, ' '))
      .slice(0, maxNameChars)
      .join('')
      .replaceAll(/^[.\s]+|[.\s]+$/g, '')
  return `${clean(wanted) || clean(otherwise) || 'document'}.${format}`
}
