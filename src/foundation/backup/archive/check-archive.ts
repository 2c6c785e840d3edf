import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../kit/json.ts'
import {
  type ArchiveHead,
  filesFolder,
  formatVersion,
  headName,
  isNameOfFile,
  type Manifest,
  manifestHashName,
  manifestName,
} from './manifest.ts'
import { BrokenArchive } from './tar.ts'
import { type ArchivedFile, readTar } from './tar-reader.ts'

const maxManifestBytes = 256 * 1024 ** 2

/**
 * Reads a whole archive and returns its manifest. Throws an error with a message for the operator when the file is
 * not an archive, has a newer format, or when its content differs from its manifest. Changes nothing.
 */
export async function checkArchive(path: string, onBytes: (bytes: number) => void): Promise<Manifest> {
  const read: Read = { head: '', text: '', expected: '', parts: new Map(), files: { count: 0, bytes: 0, wrong: [] } }
  try {
    for await (const file of readTar(path, onBytes)) await readFile(path, file, read)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`there is no file ${path}`, { cause: error })
    if (!(error instanceof BrokenArchive)) throw error
    throw read.head === '' ? notAnArchive(path) : damaged(path, message, error)
  }
  if (read.head === '') throw notAnArchive(path)
  return compare(path, read)
}

/** The content of an archive that the manifest is compared with. */
interface Read {
  head: string
  /** Text of the manifest, and its expected hash. */
  text: string
  expected: string
  /** Hashes of the parts of tables, by their names. */
  readonly parts: Map<string, string>
  readonly files: { count: number; bytes: number; readonly wrong: string[] }
}

async function readFile(path: string, file: ArchivedFile, read: Read): Promise<void> {
  if (read.head === '') {
    const head = file.name === headName ? await textOf(file) : ''
    assertHead(path, head)
    read.head = head
  } else if (file.name === manifestName) read.text = await textOf(file)
  else if (file.name === manifestHashName) read.expected = await textOf(file)
  else if (file.name.startsWith(filesFolder)) {
    const name = file.name.slice(filesFolder.length)
    if (!isNameOfFile(name)) throw new BrokenArchive(`it has a file ${JSON.stringify(file.name)}`)
    read.files.count++
    read.files.bytes += file.size
    if ((await hashOf(file)) !== name) read.files.wrong.push(name)
  } else read.parts.set(file.name, await hashOf(file))
}

/** Returns the manifest. Throws when the content of the archive differs from the manifest. */
function compare(path: string, { head, text, expected, parts, files }: Read): Manifest {
  const isWhole = text !== '' && `${createHash('sha256').update(text).digest('hex')}\n` === expected
  if (!isWhole) throw damaged(path, 'it has no complete list of its content')
  const manifest = JSON.parse(text) as Manifest
  if (!isDeepStrictEqual({ ...manifest, ...JSON.parse(head) }, manifest)) throw damaged(path, `${headName} was changed`)
  for (const { name, sha256 } of manifest.tables.flatMap((table) => table.parts))
    if (parts.get(name) !== sha256) throw damaged(path, `${name} ${parts.has(name) ? 'was changed' : 'is missing'}`)
  const missing = new Set(manifest.missingFiles)
  const wrong = files.wrong.find((name) => !missing.has(name))
  if (wrong !== undefined) throw damaged(path, `${filesFolder}${wrong} was changed`)
  if (files.count !== manifest.files.count || files.bytes !== manifest.files.bytes)
    throw damaged(path, `it has ${files.count} of ${manifest.files.count} files`)
  return manifest
}

function assertHead(path: string, text: string): void {
  let head: unknown
  try {
    head = JSON.parse(text)
  } catch {
    throw notAnArchive(path)
  }
  if (!isObject(head) || typeof head.format !== 'number') throw notAnArchive(path)
  const { format, product } = head as unknown as ArchiveHead
  if (format > formatVersion)
    throw new Error(
      `${path} was made by Chancery ${product}, which writes archives of format ${format}; this version reads format ` +
        `${formatVersion}. Restore it with that version or a newer one.`,
    )
}

function notAnArchive(path: string): Error {
  return new Error(`${path} is not an archive of "chancery backup". Nothing was changed.`)
}

function damaged(path: string, fault: string, cause?: unknown): Error {
  return new Error(`the archive ${path} is damaged: ${fault}. Nothing was changed. Use another copy of it.`, { cause })
}

async function hashOf(file: ArchivedFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file.chunks()) hash.update(chunk)
  return hash.digest('hex')
}

async function textOf(file: ArchivedFile): Promise<string> {
  if (file.size > maxManifestBytes) throw new Error(`${file.name} is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of file.chunks()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
