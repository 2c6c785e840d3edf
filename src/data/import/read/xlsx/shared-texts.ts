import { readXml } from '../../../../foundation/kit/xml/xml.ts'
import { fileUnreadable } from '../../errors.ts'
import { maxSharedTextBytes, maxSharedTexts } from '../limits.ts'

/** Returns the text to which cells refer by this index; undefined when there is none. */
export type SharedTexts = (index: number) => string | undefined

const blockBytes = 1024 * 1024

/**
 * Reads `sharedStrings.xml`. The texts are stored as packed UTF-8, because a million strings would need several times
 * as much memory.
 */
export async function readSharedTexts(xml: AsyncIterable<string>): Promise<SharedTexts> {
  const blocks: Buffer[] = []
  let places = new Uint32Array(1024)
  let count = 0
  let used = blockBytes

  const add = (text: string): void => {
    const length = Buffer.byteLength(text)
    if (used + 4 + length > blockBytes) {
      if (4 + length > blockBytes || blocks.length * blockBytes >= maxSharedTextBytes) throw tooMuch()
      blocks.push(Buffer.allocUnsafe(blockBytes))
      used = 0
    }
    if (count === maxSharedTexts) throw tooMuch()
    if (count === places.length) places = grown(places)
    places[count++] = (blocks.length - 1) * blockBytes + used
    const block = blocks.at(-1)!
    used = block.writeUInt32LE(length, used)
    used += block.write(text, used)
  }
  await readXml(xml, textCollector('si', add), 'XLSX file')
  return (index) => {
    if (!(index >= 0 && index < count)) return undefined
    const place = places[index]!
    const block = blocks[Math.floor(place / blockBytes)]!
    const start = (place % blockBytes) + 4
    return block.toString('utf8', start, start + block.readUInt32LE(start - 4))
  }
}

/**
 * Collects the texts of the `t` elements inside each `item`. Rich text has several; phonetic texts (`rPh`) are left
 * out.
 */
function textCollector(item: string, found: (text: string) => void) {
  let text = ''
  let reading = false
  let phonetic = false
  return {
    open(name: string): void {
      if (name === item) text = ''
      else if (name === 'rPh') phonetic = true
      else if (name === 't') reading = !phonetic
    },
    text(piece: string): void {
      if (!reading) return
      text += piece
      if (text.length > blockBytes) throw tooMuch()
    },
    close(name: string): void {
      if (name === item) found(unescaped(text))
      else if (name === 'rPh') phonetic = false
      else if (name === 't') reading = false
    },
  }
}

/**
 * Decodes `_x000D_`, which stands for a character that XML can't contain, and `_x005F_`, which stands for an underscore
 * before such a sequence.
 */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

function grown(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

function tooMuch(): Error {
  return fileUnreadable('the XLSX file holds too many different texts; save it as CSV')
}
