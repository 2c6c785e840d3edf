import { createHash, hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Snapshot } from '../../db/database.ts'
import type { ArchivedTable } from '../archive/manifest.ts'
import type { TarWriter } from '../archive/tar-writer.ts'
import { linesOf } from '../tables.store.ts'
import { type Table, titleOf } from '../tables.ts'
import type { Steps } from './steps.ts'

const compress = promisify(zstdCompress)
/** The size of a part before compression. It bounds the memory of writing and of restoring. */
const partChars = 4 * 1024 ** 2

/** Writes the rows of a table in parts, and counts them. */
export async function writeTable(deps: {
  snapshot: Snapshot
  writer: TarWriter
  table: Table
  steps: Steps
}): Promise<ArchivedTable> {
  const { snapshot, writer, table, steps } = deps
  const parts: { name: string; sha256: string }[] = []
  let [rows, digest, chars] = [0, 0n, 0]
  let lines: string[] = []

  async function writePart(): Promise<void> {
    const name = `tables/${titleOf(table)}/${String(parts.length + 1).padStart(6, '0')}.jsonl.zst`
    const packed = await compress(Buffer.from(`${lines.join('\n')}\n`), {
      params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
    })
    await writer.add(name, packed)
    parts.push({ name, sha256: createHash('sha256').update(packed).digest('hex') })
    steps.advance(chars)
    lines = []
    chars = 0
  }

  for await (const batch of snapshot.batches<{ line: string }>(linesOf(table))) {
    for (const { line } of batch) {
      rows++
      digest += BigInt(`0x${hash('sha256', line).slice(0, 15)}`)
      lines.push(line)
      chars += line.length
      if (chars >= partChars) await writePart()
    }
  }
  if (lines.length > 0) await writePart()
  steps.complete(table)
  return {
    name: titleOf(table),
    columns: table.columns.map(({ name }) => name),
    rows,
    digest: digest.toString(),
    parts,
  }
}
