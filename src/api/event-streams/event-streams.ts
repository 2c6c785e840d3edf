import type { Reader } from '../../foundation/db/database.ts'
import { EventStream } from '../../foundation/http/event-stream.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Live } from '../../foundation/live/index.ts'
import { type Caller, loadCaller } from '../../people/index.ts'
import { tooManyStreams } from './errors.ts'
import { type Topic, type TopicRights, watchedFor } from './topics.ts'

const maxStreams = 1_000
const maxStreamsOfUser = 50
const retryMs = 5_000
/**
 * Interval of the comments that keep a stream open. At the same interval, the rights of the caller are looked up again.
 */
const commentEveryMs = 20_000

/** The open streams of this node. */
export interface EventStreams {
  /** Opens a stream, which ends after `maxMs` at the latest. Throws `events.too_many_streams`. */
  open(caller: Caller, topics: readonly Topic[], maxMs: number): Promise<EventStream>
  /** Ends all streams. Streams that are opened later are refused. */
  close(): void
}

export interface EventStreamsDeps {
  readonly live: Live
  readonly rights: TopicRights
  readonly reader: Reader
  readonly clock: Clock
}

/** Creates the register of streams. When a session or token ends, the streams that it opened end within a second. */
export function createEventStreams({ live, rights, reader, clock }: EventStreamsDeps): EventStreams {
  const open = new Map<EventStream, string>()
  let counter = 0
  let isClosed = false

  function refuseMany({ userId }: Caller): void {
    const ofUser = [...open.values()].filter((id) => id === userId).length
    if (isClosed) throw tooManyStreams('the server is stopping; connect again later')
    if (open.size >= maxStreams || ofUser >= maxStreamsOfUser)
      throw tooManyStreams('there are too many open streams of events; poll instead, or try again later', {
        retryAfterS: retryMs / 1_000,
      })
  }

  return {
    async open(first, topics, maxMs) {
      refuseMany(first)
      let watched = await watchedFor(first, topics, rights)
      // Other streams may have been opened in the meantime.
      refuseMany(first)
      const stream = new EventStream(retryMs)
      const waiting = new Set<string>()
      const tell = (keys: readonly string[]) => {
        if (keys.includes(`credential:${first.tokenId}`)) return stream.end()
        for (const key of keys) for (const topic of watched.get(key) ?? []) waiting.add(topic)
        send()
      }
      const watch = live.watch(watched.keys(), tell, () => stream.send('watching', {}))

      function send(): void {
        // While a client does not read, topics are collected; the client receives all of them in one event later.
        if (waiting.size === 0 || stream.isBehind) return
        stream.send('changed', { topics: [...waiting], counter: ++counter })
        waiting.clear()
      }

      async function refresh(): Promise<void> {
        send()
        if (!stream.isBehind) stream.comment()
        const { persons, administrator } = (await loadCaller(reader, first.userId, '', new Date(clock.nowMs()))) ?? {}
        if (persons === undefined) return stream.end()
        const caller = { ...first, persons, administrator: administrator === true }
        watched = await watchedFor(caller, topics, rights)
        watch.replace(watched.keys())
      }

      const comments = setInterval(() => refresh().catch(() => {}), commentEveryMs)
      const lifetime = setTimeout(() => stream.end(), maxMs)
      open.set(stream, first.userId)
      stream.once('close', () => {
        clearInterval(comments)
        clearTimeout(lifetime)
        watch.end()
        open.delete(stream)
      })
      return stream
    },
    close() {
      isClosed = true
      for (const stream of open.keys()) stream.end()
    },
  }
}
