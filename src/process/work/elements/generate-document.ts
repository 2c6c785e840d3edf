import { splitPath } from '../../../foundation/kit/codes.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import type { DocumentTemplates } from '../../../records/index.ts'
import type { Work } from '../../execution/index.ts'
import { ActionRefused, type ElementWorkDeps, elementPlaces, failureOf, shown, workElements } from './element-work.ts'

export interface DocumentWorkDeps extends Pick<ElementWorkDeps, 'applicationById'> {
  readonly documentTemplates: Pick<DocumentTemplates, 'generate'>
}

/**
 * Creates the work that generates a document from a template and attaches it to an element. It runs after the commit of
 * the advance, because it takes long. Another attempt that gives the same document adds no version.
 */
export function documentWork({ documentTemplates, applicationById }: DocumentWorkDeps): Work {
  return {
    action: 'document.generate',
    place: 'outside',
    async run(call) {
      const settings = (call.settings.parameters ?? {}) as JsonObject
      const { element } = elementPlaces(call, settings, applicationById)
      try {
        const { id, ...application } = element()
        const { file, version, warnings } = await documentTemplates.generate(call.caller, {
          template: readTemplate(settings.template),
          element: id,
          application,
          inputs: call.input,
          field: readText(settings.field, 'field'),
          format: readFormat(settings.format),
        })
        const variables = { file: file.__id, name: file.name, version, warnings: [...warnings] }
        return { type: 'done', variables, elements: workElements(element()) }
      } catch (error) {
        return failureOf(error, () => workElements(element()))
      }
    },
  }
}

/** Reads the path of a template: `docs.outgoing.answer`, or `docs.journal` for a template of a namespace. */
function readTemplate(value: unknown) {
  const parts = typeof value === 'string' ? value.split('.') : []
  if (parts.length < 2 || parts.length > 3 || parts.includes(''))
    throw new ActionRefused(`the setting "template" is ${shown(value)}; it must be a path such as docs.outgoing.answer`)
  return splitPath(parts.join('.'))
}

function readText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  throw new ActionRefused(`the setting "${name}" is ${shown(value)}; it must be a text`)
}

const formats = ['docx', 'html', 'pdf'] as const

function readFormat(value: unknown): (typeof formats)[number] | undefined {
  if (value === undefined || value === null) return undefined
  const found = formats.find((format) => format === value)
  if (found === undefined) throw new ActionRefused(`the setting "format" is ${shown(value)}; use ${formats.join(', ')}`)
  return found
}
