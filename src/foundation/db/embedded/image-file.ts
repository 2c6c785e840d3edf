import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** The file of an image: a line of JSON with this content, followed by the contents of the files, all compressed. */
interface Contents {
  /** Paths of the folders, parents first. */
  readonly folders: readonly string[]
  /** Contents in the order of the file. The databases of a server share many contents, so each is stored once. */
  readonly files: readonly { readonly bytes: number; readonly paths: readonly string[] }[]
}

const compressionLevel = 12

/** Returns the folder and everything in it as the bytes of one file. Equal folders give equal bytes. */
export function packFolder(folder: string): Uint8Array {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return { path, name: relative(folder, path).replaceAll(sep, '/'), isFile: entry.isFile() }
  })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const byHash = new Map<string, { readonly content: Buffer; readonly paths: string[] }>()
  for (const { path, name } of entries.filter(({ isFile }) => isFile)) {
    const content = readFileSync(path)
    const hash = createHash('sha256').update(content).digest('hex')
    const same = byHash.get(hash)
    if (same === undefined) byHash.set(hash, { content, paths: [name] })
    else same.paths.push(name)
  }
  const stored = [...byHash.values()]
  const contents: Contents = {
    folders: entries.filter(({ isFile }) => !isFile).map(({ name }) => name),
    files: stored.map(({ content, paths }) => ({ bytes: content.length, paths })),
  }
  const head = Buffer.from(`${JSON.stringify(contents)}\n`)
  return zstdCompressSync(Buffer.concat([head, ...stored.map(({ content }) => content)]), {
    params: { [constants.ZSTD_c_compressionLevel]: compressionLevel, [constants.ZSTD_c_checksumFlag]: 1 },
  })
}

const logSegmentBytes = 16 * 1024 * 1024
const logPageBytes = 8_192
const logPageHeaderBytes = 24
const logFirstHeaderBytes = 40
/** Place of the last checkpoint in the control file, whose first fields have the same places in all versions since 13. */
const checkpointAt = 32

/**
 * Clears the part of the write-ahead log before the last checkpoint. A start of the closed database begins to read at
 * that checkpoint. The cleared part may differ between two images of the same migrations. Further files of the log,
 * which the server makes in advance, are removed.
 */
export function clearEarlierLog(folder: string): void {
  const control = readFileSync(join(folder, 'global', 'pg_control'))
  const checkpoint = Number(control.readBigUInt64LE(checkpointAt))
  const segment = Math.floor(checkpoint / logSegmentBytes)
  const hex = (part: number): string => part.toString(16).toUpperCase().padStart(8, '0')
  // The name is the timeline, of which a new database has one, and the number of the file in two parts.
  const name = `${hex(1)}${hex(Math.floor(segment / 256))}${hex(segment % 256)}`
  const logs = join(folder, 'pg_wal')
  for (const other of readdirSync(logs)) if (/^[0-9A-F]{24}$/.test(other) && other !== name) rmSync(join(logs, other))
  const log = readFileSync(join(logs, name))
  const at = checkpoint % logSegmentBytes
  // The headers of the first page and of the page with the checkpoint are read.
  const page = at - (at % logPageBytes)
  if (page > 0) log.fill(0, logFirstHeaderBytes, page)
  log.fill(0, page + (page > 0 ? logPageHeaderBytes : logFirstHeaderBytes), at)
  writeFileSync(join(logs, name), log)
}

/** Writes the folders and files of a packed folder into an empty folder. Throws for a damaged file. */
export function unpackInto(folder: string, packed: Uint8Array): void {
  const bytes = zstdDecompressSync(packed)
  let at = bytes.indexOf('\n') + 1
  const contents: Contents = JSON.parse(bytes.toString('utf8', 0, at))
  for (const path of contents.folders) mkdirSync(join(folder, path), { mode: 0o700 })
  for (const { bytes: length, paths } of contents.files) {
    const content = bytes.subarray(at, at + length)
    for (const path of paths) writeFileSync(join(folder, path), content, { mode: 0o600 })
    at += length
  }
  if (at !== bytes.length) throw new Error(`the image has ${bytes.length} bytes and must have ${at}`)
}
