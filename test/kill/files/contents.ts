import { createHash, randomBytes } from 'node:crypto'
import { between, pickWeighted, type Random } from '../random.ts'

export interface Content {
  readonly bytes: Buffer
  /** SHA-256 in lower-case hex. */
  readonly sha256: string
}

const kibi = 1024
const mebi = 1024 ** 2
const poolBytes = 32 * mebi
/** Ranges of file sizes in KiB, with their weights. */
const sizes = { 'small 1-300': 92, 'large 11000-13000': 6, 'empty 0-0': 2 } as const
const remembered = 50

/**
 * Returns a function that generates contents for uploads. Some contents repeat earlier ones, since equal bytes are
 * stored once.
 */
export function createContents(random: Random): () => Content {
  const pool = randomBytes(poolBytes)
  const given: Content[] = []
  return () => {
    if (random() < 0.15 && given.length > 0) return given[Math.floor(random() * given.length)]!
    const [least, greatest] = pickWeighted(random, sizes).split(' ')[1]!.split('-').map(Number) as [number, number]
    const length = Math.floor(between(random, least * kibi, greatest * kibi))
    const at = Math.floor(random() * (poolBytes - length))
    const bytes = pool.subarray(at, at + length)
    const content = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
    given.push(content)
    if (given.length > remembered) given.shift()
    return content
  }
}
