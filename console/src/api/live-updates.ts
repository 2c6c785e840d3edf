import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readAgain } from './read-again.ts'
import { createStore, useStore } from './store.ts'

/** A topic of the event stream, and the queries to read again when the server reports a change of the topic. */
interface Watch {
  readonly topic: string
  readonly keys: readonly QueryKey[]
}

const pollMs = 15_000
const gatherMs = 300
/** Topics that the server always sends, without a subscription. */
const always = ['tasks', 'notifications']
const watches = createStore<readonly Watch[]>([])

/**
 * Reads queries again whenever something of a topic changes, while the component is mounted. Topics are `tasks`,
 * `notifications`, `instance:ID`, `job:ID` and `application:NAMESPACE.CODE`: the elements of an application, and the
 * tasks about them, also those of other people.
 */
export function useTopic(topic: string, keys: readonly QueryKey[]): void {
  const text = JSON.stringify(keys)
  useEffect(() => {
    const watch: Watch = { topic, keys: JSON.parse(text) }
    watches.set([...watches.get(), watch])
    return () => watches.set(watches.get().filter((each) => each !== watch))
  }, [topic, text])
}

/**
 * Holds the event stream of this browser tab: one stream for all topics, closed while the tab is hidden. While there is
 * no stream, the watched queries are read again every 15 seconds. The shell calls this hook once.
 */
export function useEventStream(): void {
  const client = useQueryClient()
  const topics = [...new Set(useStore(watches).map(({ topic }) => topic))]
    .filter((each) => !always.includes(each))
    .sort()
  const asked = topics.join(',')
  useEffect(() => {
    let close: (() => void) | undefined
    // A new page registers its topics one after the other; the delay lets one stream serve all of them.
    const timer = setTimeout(() => follow(), gatherMs)
    const follow = () => {
      close?.()
      close = document.hidden ? undefined : openStream(client, asked)
    }
    const onVisibility = () => {
      follow()
      if (!document.hidden) readTopics(client, () => true)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(timer)
      close?.()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [client, asked])
}

function openStream(client: QueryClient, topics: string): () => void {
  const stream = new EventSource(`/api/v1/events${topics === '' ? '' : `?topics=${encodeURIComponent(topics)}`}`)
  // Reads all queries, because the stream does not report changes that happened before it was opened.
  stream.addEventListener('watching', () => readTopics(client, () => true))
  stream.addEventListener('changed', (event) => {
    const changed: readonly string[] = JSON.parse(event.data).topics
    readTopics(client, (topic) => changed.includes(topic))
  })
  const timer = setInterval(() => {
    if (stream.readyState !== EventSource.OPEN) readTopics(client, () => true)
  }, pollMs)
  return () => {
    clearInterval(timer)
    stream.close()
  }
}

function readTopics(client: QueryClient, isChanged: (topic: string) => boolean): void {
  const keys = watches.get().flatMap(({ topic, keys: ofTopic }) => (isChanged(topic) ? ofTopic : []))
  for (const queryKey of keys) readAgain(client, queryKey)
}
