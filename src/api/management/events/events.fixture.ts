import { setTimeout as wait } from 'node:timers/promises'
import { adminToken } from '../../../../test/platform.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'

/** A client that reads a stream of events. */
export interface EventClient extends AsyncDisposable {
  readonly status: number
  readonly headers: Headers
  /**
   * Waits until the server reports changes on this stream, and returns the topics that may have changed before. Throws
   * when the stream ends earlier.
   */
  watching(): Promise<string[]>
  /** Waits for an event with the topic and returns the counter of the event. Throws when the stream ends earlier. */
  changed(topic: string): Promise<number>
  /** Returns the topics of all events received so far. */
  topics(): ReadonlySet<string>
  /** Returns the id of the last event. */
  lastEventId(): string | undefined
  /** Returns the text of everything received so far. */
  text(): string
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
}

/**
 * Waits until all transactions that have begun on the database server have ended, also those of other tests in other
 * databases. A stream begins before the changes that are later than a running transaction, and reports them afterwards.
 */
export async function earlierEnded(reader: Reader): Promise<void> {
  const now = await reader.row<{ next: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`)
  for (;;) {
    const row = await reader.row<{ ended: boolean }>(sql`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${now!.next}::text::xid8 as ended`)
    if (row!.ended) return
    await wait(20)
  }
}

/** Opens a stream as the administrator, or with other headers. */
export async function openEvents(
  url: string,
  query = '',
  headers: Record<string, string> = { authorization: `Bearer ${adminToken}` },
): Promise<EventClient> {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/v1/events${query}`, { headers, signal: abort.signal })
  const events: { topics: string[]; counter: number }[] = []
  const waiting = new Set<() => void>()
  let text = ''
  let isEnded = false

  async function read(): Promise<void> {
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        events.splice(
          0,
          events.length,
          ...[...text.matchAll(/^event: changed\nid: .*\ndata: (.+)$/gm)].map(([, data]) => JSON.parse(data!)),
        )
        for (const resolve of waiting) resolve()
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error
    } finally {
      isEnded = true
      for (const resolve of waiting) resolve()
    }
  }
  const ended = read()
  const more = () => new Promise<void>((resolve) => waiting.add(resolve))
  let seen = 0
  return {
    status: response.status,
    headers: response.headers,
    async watching() {
      for (;;) {
        const begun = /^event: watching\nid: .*\ndata: (.+)$/m.exec(text)
        if (begun) return JSON.parse(begun[1]!).topics.sort()
        if (isEnded) throw new Error(`the stream has ended before it reported changes: ${text}`)
        await more()
      }
    },
    async changed(topic) {
      for (;;) {
        const found = events.findIndex(({ topics }, at) => at >= seen && topics.includes(topic))
        if (found >= 0) {
          seen = found + 1
          return events[found]!.counter
        }
        if (isEnded) throw new Error(`the stream has ended without ${topic}: ${text}`)
        await more()
      }
    },
    topics: () => new Set(events.flatMap(({ topics }) => topics)),
    lastEventId: () =>
      text
        .match(/^id: .*$/gm)
        ?.at(-1)
        ?.slice('id: '.length),
    text: () => text,
    ended,
    async [Symbol.asyncDispose]() {
      abort.abort()
      await ended
    },
  }
}
