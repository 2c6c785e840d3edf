import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { limitConcurrency } from '../../../foundation/kit/concurrency-limit.ts'
import { withErrorListener } from '../../../foundation/kit/error-listener.ts'
import { documentsBusy, pdfFailed, pdfUnavailable } from '../errors.ts'

/**
 * LibreOffice's settings: a document loads nothing that it only links to, from the disk or the network, and runs no
 * macros. Style sheets ignore the first setting, so all requests go to a proxy on a port on which nothing listens.
 */
const values: readonly [group: string, name: string, value: string][] = [
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Inet/Settings', 'ooInetProxyType', '2'],
  ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', '9'],
  ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
  ['Inet/Settings', 'ooInetNoProxy', ''],
]

/** Writes a new profile of LibreOffice for one conversion into `folder`. */
async function writeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'user'), { recursive: true })
  const items = values.map(
    ([group, name, value]) =>
      `<item oor:path="/org.openoffice.${group}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry">',
    ...items,
    '</oor:items>',
  ]
  await writeFile(join(folder, 'user', 'registrymodifications.xcu'), `${lines.join('\n')}\n`)
}

/** Limits of one run of LibreOffice. */
export interface PdfLimits {
  readonly maxMs: number
  readonly maxMemoryMib: number
  readonly maxBytes: number
}

const usualLimits: PdfLimits = { maxMs: 60_000, maxMemoryMib: 4096, maxBytes: 64 * 1024 * 1024 }

/**
 * Converts a document to PDF. Throws when LibreOffice is not installed or fails, and when too many documents wait.
 */
export type ConvertToPdf = (bytes: Uint8Array, format: 'docx' | 'html') => Promise<Uint8Array>

/**
 * Creates the function that converts documents with LibreOffice, one after another. `program` is the path of `soffice`;
 * undefined when it is not installed.
 */
export function createConvertToPdf(program: string | undefined, limits: PdfLimits = usualLimits): ConvertToPdf {
  const queued = limitConcurrency({ running: 1, waiting: 20 }, () =>
    documentsBusy('too many documents are being converted to PDF; try again later'),
  )
  return async (bytes, format) => {
    if (program === undefined)
      throw pdfUnavailable('PDF needs LibreOffice; install it and set LIBREOFFICE to the path of its program soffice')
    return queued(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'chancery-pdf-'))
      try {
        await writeFile(join(folder, `document.${format}`), bytes)
        await runProgram(program, folder, format, limits)
        return await result(join(folder, 'document.pdf'), limits)
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    })
  }
}

/**
 * Runs LibreOffice with a profile of its own, without the environment of the server, and with limits of time, memory
 * and file size. It is killed together with the processes that it has started.
 */
async function runProgram(program: string, folder: string, format: string, limits: PdfLimits): Promise<void> {
  const { maxMs, maxMemoryMib, maxBytes } = limits
  const seconds = Math.ceil(maxMs / 1000)
  // Some systems lack some of these limits; the time limit below always applies.
  const limited = `ulimit -v ${maxMemoryMib * 1024} 2>/dev/null; ulimit -t ${seconds} 2>/dev/null; ulimit -f ${maxBytes / 512} 2>/dev/null; exec "$@"`
  const profile = join(folder, 'profile')
  await writeProfile(profile)
  const options = [
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    '--headless',
    '--norestore',
    '--nolockcheck',
    // Writer/Web, which opens HTML otherwise, loses headings.
    ...(format === 'html' ? ['--infilter=HTML (StarWriter)'] : []),
    ...['--convert-to', 'pdf:writer_pdf_Export'],
  ]
  const args = ['-c', limited, 'sh', program, ...options, '--outdir', folder, join(folder, `document.${format}`)]
  const child = withErrorListener(
    spawn('/bin/sh', args, {
      cwd: folder,
      env: { HOME: folder, TMPDIR: folder, PATH: '/usr/local/bin:/usr/bin:/bin' },
      stdio: 'ignore',
      detached: true,
    }),
  )
  const ended = Promise.withResolvers<void>()
  child.once('error', () => ended.reject(pdfFailed('LibreOffice cannot be started; check the setting LIBREOFFICE')))
  child.once('exit', (code, signal) => {
    if (code === 0) ended.resolve()
    else ended.reject(pdfFailed(`LibreOffice could not convert the document (${signal ?? `exit code ${code}`})`))
  })
  const timer = setTimeout(() => ended.reject(pdfFailed(`the conversion to PDF takes more than ${seconds} s`)), maxMs)
  try {
    await ended.promise
  } finally {
    clearTimeout(timer)
    killGroup(child.pid)
  }
}

/** Kills the process group of LibreOffice, which starts a process of its own. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Every process of the group has ended.
  }
}

async function result(path: string, { maxBytes }: PdfLimits): Promise<Uint8Array> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw pdfFailed('LibreOffice wrote no PDF')
  if (found.size > maxBytes) throw pdfFailed(`the PDF is larger than ${maxBytes} bytes`)
  const bytes = await readFile(path)
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw pdfFailed('LibreOffice wrote no PDF')
  return bytes
}
