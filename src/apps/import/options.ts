import { didYouMean } from '../../kit/nearest.ts'
import type { Application } from '../definitions/application.ts'
import { wrongMapping, wrongOption } from './errors.ts'
import { systemCodes } from './mapping.ts'
import { delimiterByName } from './read/delimiter.ts'
import { encodingByName } from './read/encoding.ts'
import { formatByName, type ReadOptions } from './read/table.ts'

export type Mode = 'create' | 'update' | 'upsert'

/** What a caller may say about an import; everything beside the file is optional. */
export interface ImportOptions extends ReadOptions {
  /** The hash under which the caller uploaded the file. */
  readonly fileHash?: string
  /** Column → code of a field; absent: by code or title. */
  readonly mapping?: Readonly<Record<string, string>>
  readonly mode?: Mode
  /** Codes of the fields that tell which element a row is. */
  readonly key?: readonly string[]
  readonly onError?: 'skip' | 'stop'
  /** Checks and counts, and writes nothing. */
  readonly dryRun?: boolean
  /** Texts that say that there is no value, as an empty cell does; absent: `NA`. An empty list where `NA` is a word. */
  readonly nullTexts?: readonly string[]
  /** The import ends when more rows than this have failed. */
  readonly maxErrors?: number
  readonly withEventHandlers?: boolean
}

/** As they are kept with the import: checked, and with what they leave out. */
export interface Settings extends ReadOptions {
  readonly mapping?: Readonly<Record<string, string>>
  readonly mode: Mode
  /** Absent: whatever is unique tells rows apart. */
  readonly key?: readonly string[]
  readonly nullTexts?: readonly string[]
  readonly dryRun: boolean
  /** Rows that may fail before the import ends; null for any number. */
  readonly failuresAllowed: number | null
  readonly withEventHandlers: boolean
}

/** Throws `import.wrong_option` or `import.wrong_mapping`, so that a caller learns of a slip before the file is read. */
export function readOptions(application: Application, options: ImportOptions): Settings {
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
  throw wrongOption(`${name} has no unique key, so mode ${mode} needs "key": the fields that tell rows apart`, {
    field: 'key',
  })
}

function isKnown(application: Application, code: string): boolean {
  return application.fields.has(code) || systemCodes.some((system) => system === code)
}

function unknown(application: Application, code: string): string {
  const near = didYouMean(String(code), [...application.fields.keys(), ...systemCodes])
  return `unknown field "${String(code).slice(0, 100)}"${near}`
}
