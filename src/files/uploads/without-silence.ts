import { tooSlow } from '../../http/errors.ts'

/** A connection that died in silence keeps its turn until then, and whoever sends the same part again waits for it. */
const silenceMs = 30_000

/** Ends with a 408 when nothing comes for 30 seconds; a sender that is not read from at the moment need not send. */
export async function* withoutSilence(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]()
  let isSilent = false
  const next = () =>
    new Promise<IteratorResult<Buffer>>((resolve, reject) => {
      const timer = setTimeout(() => {
        isSilent = true
        reject(tooSlow('nothing of the file has come for 30 seconds'))
      }, silenceMs)
      iterator
        .next()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
  try {
    for (let one = await next(); one.done !== true; one = await next()) yield one.value
  } finally {
    // In silence it ends when something comes after all, or the connection does.
    const ended = iterator.return?.()
    if (!isSilent) await ended
    ended?.catch(() => {})
  }
}
