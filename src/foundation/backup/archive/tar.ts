// The tar format (POSIX ustar, with sizes above 8 GiB as GNU tar writes them), so that the usual tools can read an
// archive. Only files, one after another.

export const blockBytes = 512
/** Thrown for bytes that are not a complete tar archive. */
export class BrokenArchive extends Error {}

const maxOctalBytes = 8 ** 11

/** Returns the header of a file in an archive. A name has at most 100 characters of ASCII. */
export function tarHeader(name: string, size: number, mtimeMs: number): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new Error(`"${name}" cannot be the name of a file in an archive`)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0, 'latin1')
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeSize(header, size)
  header.write(`${octal(Math.floor(mtimeMs / 1000), 11)}\0`, 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(checksumText(header), 148, 'latin1')
  return header
}

/** Returns the number of zero bytes that follow a file of this size. */
export function tarPadding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}

/** The content of a header. `end` is the block of zeros at the end of an archive. */
export type TarEntry = { readonly name: string; readonly size: number } | 'end'

/** Reads a header. Throws a BrokenArchive for anything else. */
export function readTarHeader(header: Buffer): TarEntry {
  if (header.every((byte) => byte === 0)) return 'end'
  if (header.toString('latin1', 148, 156) !== checksumText(header))
    throw new BrokenArchive('the checksum of a header is wrong')
  const name = header.toString('latin1', 0, 100).replace(/\0.*$/s, '')
  const type = header.toString('latin1', 156, 157)
  if (type !== '0' || name === '') throw new BrokenArchive(`it has an entry of the type "${type}"`)
  return { name, size: readSize(header) }
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

function writeSize(header: Buffer, size: number): void {
  if (size < maxOctalBytes) {
    header.write(`${octal(size, 11)}\0`, 124)
    return
  }
  header[124] = 0x80
  header.writeBigUInt64BE(BigInt(size), 128)
}

function readSize(header: Buffer): number {
  if (header[124] === 0x80) return Number(header.readBigUInt64BE(128))
  return Number.parseInt(header.toString('latin1', 124, 135), 8)
}

/** Returns the checksum of a header: the sum of all bytes, with spaces in place of the checksum itself. */
function checksumText(header: Buffer): string {
  const sum = header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  return `${octal(sum, 6)}\0 `
}
