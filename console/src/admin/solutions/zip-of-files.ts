/** A file of a zip: its path with slashes, and its bytes. */
export interface ZipEntry {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const utf8Names = 0x0800
/** The earliest date that a zip can contain. The server ignores the dates. */
const firstDay = 0x0021

/** Returns a zip that holds the files without compression. Definitions are small. */
export function zipOfFiles(files: readonly ZipEntry[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { path, bytes } of files) {
    const name = new TextEncoder().encode(path)
    const common = [u16(20), u16(utf8Names), u16(0), u16(0), u16(firstDay), u32(crc32(bytes))]
    const sizes = [u32(bytes.length), u32(bytes.length), u16(name.length), u16(0)]
    const head = joined([u32(0x04034b50), ...common, ...sizes, name])
    parts.push(head, bytes)
    const place = [u16(0), u16(0), u16(0), u32(0), u32(offset)]
    directory.push(joined([u32(0x02014b50), u16(20), ...common, ...sizes, ...place, name]))
    offset += head.length + bytes.length
  }
  const index = joined(directory)
  const count = u16(files.length)
  const end = joined([u32(0x06054b50), u32(0), count, count, u32(index.length), u32(offset), u16(0)])
  return new Blob([...parts, index, end], { type: 'application/zip' })
}

const u16 = (value: number) => new Uint8Array([value & 0xff, (value >>> 8) & 0xff])
const u32 = (value: number) => joined([u16(value), u16(value >>> 16)])

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Returns the checksum that a zip states for a file. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
