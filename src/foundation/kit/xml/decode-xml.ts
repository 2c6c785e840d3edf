import { ModelRefused } from './model-problems.ts'

/**
 * Decodes bytes with the encoding of a UTF-16 byte order mark or of the XML declaration, by default UTF-8. Throws
 * ModelRefused.
 */
export function decodeXml(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)),
  )?.[1]
  try {
    const label = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : (declared ?? 'utf-8')
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    throw new ModelRefused([{ message: `the file is not valid ${declared ?? 'UTF-8'} text` }])
  }
}
