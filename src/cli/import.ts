import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { splitApplicationPath } from '../foundation/kit/codes.ts'
import type { Command, CommandInput } from './command.ts'
import { openServer, type ServerAccess, serverOptions } from './server-access.ts'
import { stopSignal } from './stop-signal.ts'

const pollMs = 250

export const importFile: Command = {
  options: {
    ...serverOptions,
    to: { type: 'string', meaning: 'Path of the application, such as ref.counterparties (required)' },
    mode: { type: 'string', meaning: 'What to do with the rows: create, update or upsert elements (default: create)' },
    key: { type: 'string', meaning: 'Fields that identify the element of a row, separated by commas, such as tax_id' },
    map: { type: 'string', meaning: 'Field of each column as column=field, separated by commas' },
    format: { type: 'string', meaning: 'Format of the file: csv, xlsx or jsonl (default: detected)' },
    sheet: { type: 'string', meaning: 'Sheet of an XLSX file (default: the first visible one)' },
    'null-texts': { type: 'string', meaning: 'Texts that mean "no value", separated by commas (default: NA)' },
    'on-error': {
      type: 'string',
      meaning: 'What to do when a row fails: "skip" the row or "stop" the import (default: skip)',
    },
    'max-errors': {
      type: 'string',
      meaning: 'Number of rows that may fail before the import ends (default: unlimited)',
    },
    'dry-run': { type: 'boolean', meaning: 'Check and count every row without writing anything' },
  },
  async run({ words, options }) {
    const to = splitApplicationPath(options.to)
    if (words.length !== 1 || to === undefined) throw new Error('give one file, and --to NAMESPACE.CODE')
    await using server = await openServer(options)
    const file = words[0]!
    const fileHash = await upload(server, file)
    // Ctrl+C cancels the import. The handler is installed before the import starts, so that no Ctrl+C is missed.
    const stopped = stopSignal()
    const { importId } = await server.call('POST', `/pub/v1/app/${to.namespace}/${to.code}/import`, {
      fileHash,
      ...importOptions(options),
    })
    void stopped.then(() => server.call('POST', `/api/v1/imports/${importId}/cancel`).catch(() => {}))
    const status = await follow(server, `/pub/v1/app/${to.namespace}/${to.code}/import/status`, String(importId))
    report(status, options['dry-run'] === true)
    return status.state === 'done' ? 0 : 1
  },
}

/** Converts the options of the command to the options of the API. */
function importOptions(options: CommandInput['options']): Record<string, unknown> {
  const given = (name: string): string | undefined => (options[name] === undefined ? undefined : String(options[name]))
  const [key, mapping, nullTexts, maxErrors] = ['key', 'map', 'null-texts', 'max-errors'].map(given)
  return {
    mode: given('mode'),
    key: key?.split(','),
    mapping: mapping === undefined ? undefined : readMapping(mapping),
    format: given('format'),
    sheet: given('sheet'),
    nullTexts: nullTexts?.split(',').filter((text) => text !== ''),
    onError: given('on-error'),
    // A value that is not a number is passed on unchanged, so that the server refuses it.
    maxErrors: /^\d+$/.test(maxErrors ?? '') ? Number(maxErrors) : maxErrors,
    dryRun: options['dry-run'],
  }
}

interface ImportStatus {
  readonly importId: string
  readonly state: string
  readonly total: number | null
  readonly processed: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly errors: readonly { row: number; message: string }[]
  /** The columns that were assigned to no field. */
  readonly ignoredColumns?: readonly string[] | null
}

async function upload(server: ServerAccess, file: string): Promise<string> {
  const hash = randomUUID()
  const form = new FormData()
  form.append('file', await open(file), basename(file))
  await server.call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form)
  return hash
}

async function open(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file)
  } catch (cause) {
    throw new Error(`the file ${file} cannot be read`, { cause })
  }
}

/** Shows progress until the import has ended. */
async function follow(server: ServerAccess, path: string, importId: string): Promise<ImportStatus> {
  for (;;) {
    const { status } = (await server.call('POST', path, { importId })) as unknown as { status: ImportStatus }
    const { state, total, processed } = status
    const percent = total ? ` ${Math.floor((processed * 100) / total)} %` : ''
    if (process.stderr.isTTY) process.stderr.write(`\r${processed}${total ? ` of ${total}` : ''} rows${percent} `)
    if (state !== 'running') {
      if (process.stderr.isTTY) process.stderr.write('\n')
      return status
    }
    await wait(pollMs)
  }
}

function readMapping(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const at = pair.lastIndexOf('=')
      if (at < 1) throw new Error(`--map has "${pair}"; write column=field`)
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}

/** Prints the counts and errors of an import that has ended. */
function report(status: ImportStatus, isDryRun: boolean): void {
  const { importId, state, created, updated, unchanged, failed, errors, ignoredColumns } = status
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed`
  console.log(isDryRun ? `dry run, nothing was written: ${counts}` : `${state}: ${counts}`)
  for (const { row, message } of errors) console.log(`  row ${row}: ${message}`)
  if (ignoredColumns?.length) console.log(`  ignored columns: ${ignoredColumns.join(', ')}`)
  if (created + updated > 0 && !isDryRun)
    console.error(`Report: GET /api/v1/imports/${importId}/report; undo: POST /api/v1/imports/${importId}/undo`)
}
