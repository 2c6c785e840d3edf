import type { Reader } from '../../foundation/db/database.ts'
import { EventStream } from '../../foundation/http/event-stream.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Live, Report } from '../../foundation/live/index.ts'
import { type Caller, loadCaller } from '../../people/index.ts'
import { notificationsOf, readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { tooManyStreams } from './errors.ts'
import { type Topic, type TopicRights, watchedFor } from './topics.ts'

const maxStreams = 1_000
const maxStreamsOfUser = 50
const retryMs = 5_000
/**
 * Interval of the checkpoints, which also keep a stream open. At the same interval, the rights of the caller are looked
 * up again.
 */
const checkpointEveryMs = 20_000

export interface EventStreamsDeps {
  readonly live: Live
  readonly rights: TopicRights
  readonly reader: Reader
  readonly clock: Clock
  /** Returns the key that encrypts checkpoints, the same on all nodes. */
  checkpointKey(): Promise<Buffer>
}

/** The open streams of this node. */
export class EventStreams {
  readonly #live: Live
  readonly #rights: TopicRights
  readonly #reader: Reader
  readonly #clock: Clock
  readonly #checkpointKey: EventStreamsDeps['checkpointKey']
  readonly #open = new Map<EventStream, string>()
  #counter = 0
  #isClosed = false

  /** Creates the register of streams. When a session or token ends, the streams that it opened end within a second. */
  constructor({ live, rights, reader, clock, checkpointKey }: EventStreamsDeps) {
    this.#live = live
    this.#rights = rights
    this.#reader = reader
    this.#clock = clock
    this.#checkpointKey = checkpointKey
  }

  /**
   * Opens a stream, which ends after `maxMs` at the latest. Its first event has the topics that may have changed
   * since a checkpoint; all topics when `since` is omitted, unknown or too old. Throws `events.too_many_streams`.
   */
  async open(first: Caller, topics: readonly Topic[], maxMs: number, since?: string): Promise<EventStream> {
    this.#refuseMany(first)
    const key = await this.#checkpointKey()
    let watched = await watchedFor(first, topics, this.#rights)
    // Other streams may have been opened in the meantime.
    this.#refuseMany(first)
    const stream = new EventStream(retryMs)
    const waiting = new Set<string>()
    const topicsOf = (keys: readonly string[]) => new Set(keys.flatMap((key) => watched.get(key) ?? []))
    const report: Report = {
      changed(keys) {
        endIfSignedOut(keys)
        for (const topic of topicsOf(keys)) waiting.add(topic)
        sendChanged()
      },
      begun(keys) {
        endIfSignedOut(keys)
        send('watching', { topics: [...topicsOf(keys)] })
      },
    }
    const watch = this.#live.watch(watched.keys(), report, readCheckpoint(key, since, first.userId))

    function endIfSignedOut(keys: readonly string[]): void {
      if (keys.includes(`credential:${first.tokenId}`)) stream.end()
    }

    function send(event: string, data: object): void {
      const checkpoint = watch.checkpoint()
      stream.send(event, data, checkpoint && writeCheckpoint(key, checkpoint, first.userId))
    }

    const sendChanged = (): void => {
      // While a client does not read, topics are collected; the client receives all of them in one event later.
      if (waiting.size === 0 || stream.isBehind) return
      send('changed', { topics: [...waiting], counter: ++this.#counter })
      waiting.clear()
    }

    const refresh = async (): Promise<void> => {
      sendChanged()
      if (!stream.isBehind) send('checkpoint', {})
      const { persons, administrator } =
        (await loadCaller(this.#reader, first.userId, '', new Date(this.#clock.nowMs()))) ?? {}
      if (persons === undefined) return stream.end()
      const caller = { ...first, persons, administrator: administrator === true }
      watched = await watchedFor(caller, topics, this.#rights)
      watch.replace(watched.keys())
    }

    const refreshing = setInterval(() => refresh().catch(() => {}), checkpointEveryMs)
    const lifetime = setTimeout(() => stream.end(), maxMs)
    this.#open.set(stream, first.userId)
    stream.once('close', () => {
      clearInterval(refreshing)
      clearTimeout(lifetime)
      watch.end()
      this.#open.delete(stream)
    })
    return stream
  }

  /**
   * Returns a checkpoint that is taken before the caller reads data. A stream from this checkpoint reports every
   * change after it.
   */
  async checkpoint({ userId }: Caller): Promise<string> {
    const key = await this.#checkpointKey()
    return writeCheckpoint(key, await this.#live.checkpoint([notificationsOf(userId)]), userId)
  }

  /** Ends all streams. Streams that are opened later are refused. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#open.keys()) stream.end()
  }

  #refuseMany({ userId }: Caller): void {
    const ofUser = [...this.#open.values()].filter((id) => id === userId).length
    if (this.#isClosed) throw tooManyStreams('the server is stopping; connect again later')
    if (this.#open.size >= maxStreams || ofUser >= maxStreamsOfUser)
      throw tooManyStreams('there are too many open streams of events; poll instead, or try again later', {
        retryAfterS: retryMs / 1_000,
      })
  }
}
