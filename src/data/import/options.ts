import { didYouMean, nearest } from '../../foundation/kit/nearest.ts'
import type { Application } from '../applications/application.ts'
import { wrongMapping, wrongOption } from './errors.ts'
import { systemCodes } from './mapping.ts'
import { delimiterByName } from './read/delimiter.ts'
import { encodingByName } from './read/encoding.ts'
import { formatByName, type ReadOptions } from './read/table.ts'

export type Mode = 'create' | 'update' | 'upsert'

/** The options of an import; all except the file are optional. */
export interface ImportOptions extends ReadOptions {
  /** The hash under which the caller uploaded the file. Required; a start without it is refused. */
  readonly fileHash?: string
  /**
   * The field code for each column; columns that are not in the mapping are ignored. By default, columns are assigned by
   * code or title.
   */
  readonly mapping?: Readonly<Record<string, string>>
  readonly mode?: Mode
  /** The codes of the fields that identify the element of a row. */
  readonly key?: readonly string[]
  readonly onError?: 'skip' | 'stop'
  /** Whether rows are only checked and counted, and nothing is written. */
  readonly dryRun?: boolean
  /** Texts that mean "no value", like an empty cell; defaults to `NA`. Pass an empty list when `NA` is a value. */
  readonly nullTexts?: readonly string[]
  /** The number of failed rows above which the import ends. */
  readonly maxErrors?: number
  readonly withEventHandlers?: boolean
}

/** The options as stored with the import: validated, and with defaults. */
export interface Settings extends ReadOptions {
  readonly mapping?: Readonly<Record<string, string>>
  readonly mode: Mode
  /** The codes of the fields that identify the element of a row; absent when all unique keys are used. */
  readonly key?: readonly string[]
  readonly nullTexts?: readonly string[]
  readonly dryRun: boolean
  /** The number of rows that may fail before the import ends; null for no limit. */
  readonly failuresAllowed: number | null
  readonly withEventHandlers: boolean
}

/**
 * Validates the options. Throws `import.wrong_option` or `import.wrong_mapping`, so that the caller learns of a mistake
 * before the file is read.
 */
export function readOptions(application: Application, options: ImportOptions): Settings {
  refuseMisspelt(options)
  const { mode = 'create', onError = 'skip', dryRun = false, withEventHandlers = false, maxErrors, nullTexts } = options
  const key = readKey(application, mode, options.key)
  for (const code of Object.values(options.mapping ?? {})) {
    if (!isKnown(application, code)) throw wrongMapping(unknown(application, code), { field: 'mapping' })
  }
  return {
    ...readOptionsOf(options),
    ...(options.mapping && { mapping: options.mapping }),
    ...(key && { key }),
    ...(nullTexts && { nullTexts: nullTexts.map((text) => text.trim()) }),
    mode,
    dryRun,
    failuresAllowed: onError === 'stop' ? 0 : (maxErrors ?? null),
    withEventHandlers,
  }
}

const optionNames = [
  ...['fileHash', 'mapping', 'mode', 'key', 'onError', 'dryRun', 'nullTexts', 'maxErrors', 'withEventHandlers'],
  ...['format', 'encoding', 'delimiter', 'sheet', 'header'],
]
const maxChecked = 100

/**
 * Refuses a key that resembles an option: `dryrun` would otherwise start an import that writes. Other unknown keys are
 * ignored, as existing clients expect.
 */
function refuseMisspelt(options: ImportOptions): void {
  for (const name of Object.keys(options).slice(0, maxChecked)) {
    const near = optionNames.includes(name) ? undefined : nearest(name.slice(0, 100), optionNames)
    if (near !== undefined) throw wrongOption(`there is no option "${name}"; did you mean "${near}"?`, { field: name })
  }
}

function readOptionsOf({ format, encoding, delimiter, sheet, header }: ImportOptions): ReadOptions {
  if (format) formatByName(format)
  if (encoding) encodingByName(encoding)
  if (delimiter) delimiterByName(delimiter)
  return {
    ...(format && { format }),
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(sheet && { sheet }),
    ...(header !== undefined && { header }),
  }
}

function readKey(application: Application, mode: Mode, key: readonly string[] = []): readonly string[] | undefined {
  if (key.length > 0) {
    for (const code of key) {
      if (!isKnown(application, code)) throw wrongOption(unknown(application, code), { field: 'key' })
      if (code === '__status' || code === '__directory') throw wrongOption(`${code} can't be a key`, { field: 'key' })
    }
    return key
  }
  if (mode === 'create') return undefined
  const declared = application.uniqueKeys[0]
  if (declared !== undefined) return declared
  const name = `${application.namespace}.${application.code}`
  throw wrongOption(
    `${name} has no unique key, so mode ${mode} needs "key": the fields that identify the element of a row`,
    {
      field: 'key',
    },
  )
}

/** Returns whether a field can be the target of a column: a field of the application, or one of `systemCodes`. */
export function isKnown(application: Application, code: string): boolean {
  return application.fields.has(code) || systemCodes.some((system) => system === code)
}

function unknown(application: Application, code: string): string {
  const near = didYouMean(String(code), [...application.fields.keys(), ...systemCodes])
  return `unknown field "${String(code).slice(0, 100)}"${near}`
}
