import { tooSlow } from '../errors.ts'

/**
 * The time in ms after which an inactive connection is given up. Until then it keeps the lock of its upload, and a
 * retry of the same part waits.
 */
const idleTimeoutMs = 30_000

/**
 * Passes chunks through and throws a 408 when none arrives for 30 seconds. Time in which the consumer doesn't read is
 * not counted.
 */
export async function* withIdleTimeout(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]()
  let isIdle = false
  const next = () =>
    new Promise<IteratorResult<Buffer>>((resolve, reject) => {
      const timer = setTimeout(() => {
        isIdle = true
        reject(tooSlow('no bytes of the file arrived for 30 seconds'))
      }, idleTimeoutMs)
      iterator
        .next()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
  try {
    for (let one = await next(); one.done !== true; one = await next()) yield one.value
  } finally {
    // After a timeout, `return` only resolves when the pending read ends, so it is not awaited.
    const ended = iterator.return?.()
    if (!isIdle) await ended
    ended?.catch(() => {})
  }
}
