import { createHash } from 'node:crypto'
import type { Draft, FileAddress, Found } from '../../../solutions/index.ts'
import { inputTypes } from '../../../values/index.ts'
import { outlineOfText } from '../placeholders/scan-text.ts'
import { anyInput, type TemplateFormat, type TemplateSettings } from '../settings/template-settings.ts'

/** A template as read from its files, before its placeholders are compared with the fields of its application. */
export interface TemplateDraft extends Draft {
  readonly name: string
  readonly format: TemplateFormat
  readonly bytes: Uint8Array
  readonly hash: string
  readonly settings: TemplateSettings
}

/** Reads a template with its YAML settings and reports contradictions in the settings. */
export function readTemplate(
  { value, source = new Uint8Array(), refuse }: Found<unknown>,
  address: FileAddress,
): TemplateDraft {
  const { name = address.code, ...settings } = value as TemplateSettings
  const format: TemplateFormat = address.file.endsWith('.html') ? 'html' : 'docx'
  const { output, field, inputs = [], fileName } = settings
  if (output !== undefined && output !== 'pdf' && output !== format)
    refuse(['output'], `a template in ${format} gives ${format} or pdf, not ${output}`)
  if (field !== undefined && !address.namespace.includes('.'))
    refuse(
      ['field'],
      'a template of a namespace belongs to no application; the field is given when a document is generated',
    )
  const codes = new Set<string>()
  for (const [index, { code, type, columns }] of inputs.entries()) {
    if (codes.has(code)) refuse(['inputs', index, 'code'], `"${code}" occurs twice`)
    codes.add(code)
    if (hasColumns(type) !== (columns !== undefined))
      refuse(['inputs', index], 'columns belong to an input of type table, which needs them')
    if (columns?.some((column) => hasColumns(column.type)))
      refuse(['inputs', index, 'columns'], 'a column cannot be a table')
  }
  for (const { message } of fileName === undefined ? [] : outlineOfText(fileName).problems)
    refuse(['fileName'], message)
  const hash = createHash('sha256').update(source).digest('hex')
  return { ...address, name, format, bytes: source, hash, settings, references: [] }
}

const hasColumns = (type = anyInput): boolean => inputTypes.get(type)?.hasColumns === true
