import type { Apps } from '../../data/index.ts'
import type { Files } from '../../files/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { type Address, definitionPath } from '../../solutions/index.ts'
import { type AttachedDocument, attachDocument } from './attach-document.ts'
import { applicationOf } from './definition/plan-templates.ts'
import type { DeployedTemplate } from './definition/stored-templates.ts'
import { templateFile } from './definition/templates.store.ts'
import { inputInvalid, templateNotFound } from './errors.ts'
import { createFillTemplate, type FilledDocument, type FillRequest } from './fill-template.ts'
import { findTemplate } from './find-template.ts'
import { createConvertToPdf } from './pdf/convert-to-pdf.ts'
import type { ExpressionsOfDocuments } from './placeholders/language.ts'
import { createTemplateScheme, type TemplateScheme } from './scheme.ts'

/** The input for a preview of a document. */
interface PreviewRequest extends Omit<FillRequest, 'template'> {
  readonly template: Address
}

/** The input for a generated document: the template, the values, and the field to attach the document to. */
interface GenerateRequest extends PreviewRequest {
  readonly element: string
  /** The application of the element; by default that of the template. */
  readonly application?: Address | undefined
  /** The field that holds the file; by default that of the template. */
  readonly field?: string | undefined
}

interface GeneratedDocument extends AttachedDocument {
  /** Reasons why values are missing. */
  readonly warnings: readonly string[]
}

/** Document templates, and the documents that they generate. */
export interface DocumentTemplates {
  readonly scheme: TemplateScheme
  /** Returns the file of a template as it was applied. */
  file(caller: Caller, address: Address): Promise<{ readonly name: string; readonly bytes: Uint8Array }>
  /** Fills a template, without storing the document. */
  preview(caller: Caller, request: PreviewRequest): Promise<FilledDocument>
  /** Fills a template and attaches the document to an element, as a new file or as the next version of a file. */
  generate(caller: Caller, request: GenerateRequest): Promise<GeneratedDocument>
}

export interface DocumentTemplatesDeps {
  readonly database: Database
  readonly apps: Apps
  readonly files: Files
  readonly clock: Clock
  /** The language of the expressions in placeholders. */
  readonly language: ExpressionsOfDocuments
  /** The time zone in which documents show times. */
  readonly timeZone: string
  /** The path of LibreOffice's program `soffice`; undefined when it is not installed. */
  readonly libreOffice: string | undefined
}

export function createDocumentTemplates(deps: DocumentTemplatesDeps): DocumentTemplates {
  const { apps } = deps
  const fill = createFillTemplate({ ...deps, toPdf: createConvertToPdf(deps.libreOffice) })
  return {
    scheme: createTemplateScheme(apps),
    async file(caller, address) {
      const { code, format } = findTemplate(apps, caller, address)
      const found = await templateFile(deps.database.single, address)
      if (found === undefined) throw templateNotFound(`document template "${definitionPath(address)}" not found`)
      return { name: `${code}.${format}`, bytes: found.bytes }
    },
    preview: (caller, request) => fill(caller, { ...request, template: findTemplate(apps, caller, request.template) }),
    async generate(caller, { application, field, element, ...request }) {
      const template = findTemplate(apps, caller, request.template)
      const target = {
        template,
        element: { ...targetApplication(template, application), id: element },
        field: targetField(template, field),
      }
      const document = await fill(caller, { ...request, element, template })
      return { ...(await attachDocument(deps, caller, target, document)), warnings: document.warnings }
    },
  }
}

function targetApplication(template: DeployedTemplate, given: Address | undefined): Address {
  const own = applicationOf(template)
  if (own === undefined && given === undefined)
    throw inputInvalid('"app" is required, because the template belongs to no application', { field: 'app' })
  if (own !== undefined && given !== undefined && (own.namespace !== given.namespace || own.code !== given.code)) {
    const paths = `${own.namespace}.${own.code}, not of ${given.namespace}.${given.code}`
    throw inputInvalid(`the template is for elements of ${paths}`, { field: 'app' })
  }
  return own ?? given!
}

function targetField({ settings }: DeployedTemplate, given: string | undefined): string {
  const field = given ?? settings.field
  if (field !== undefined) return field
  throw inputInvalid('"field" is required, because the template names no field for its documents', { field: 'field' })
}
