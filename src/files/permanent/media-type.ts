import { open } from 'node:fs/promises'
import { startBytes } from '../uploads/upload-folder.ts'

export const unknownType = 'application/octet-stream'
/**
 * The types of pictures that a browser may show. Of all other types, only PDF is shown; files of other types are
 * offered for saving.
 */
export const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
export const pdf = 'application/pdf'

const beginnings: readonly (readonly [type: string, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  [pdf, /^%PDF-\d/],
]

/** Returns the media type by the first bytes of a file. The type and the name that a client sends are ignored. */
export function mediaTypeOf(start: Buffer): string {
  const text = start.toString('latin1')
  return beginnings.find(([, begins]) => begins.test(text))?.[0] ?? unknownType
}

/** Returns the media type of a file on the local disk, by its first bytes. */
export async function mediaTypeAt(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return mediaTypeOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
