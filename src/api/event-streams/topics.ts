import type { Apps } from '../../data/index.ts'
import { wrongInput } from '../../foundation/http/errors.ts'
import { splitApplicationPath } from '../../foundation/kit/codes.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { notificationsOf } from './checkpoint.ts'

const maxTopics = 50

/** A topic that a client asks for besides its tasks and notifications. */
export type Topic =
  | { readonly kind: 'instance' | 'job'; readonly id: string }
  | { readonly kind: 'application'; readonly namespace: string; readonly code: string }

/** Reads topics such as `instance:ID,application:ref.contacts`. Throws `input.wrong`. */
export function readTopics(text: string | undefined): Topic[] {
  const words = (text ?? '').split(',').filter((word) => word !== '')
  if (words.length > maxTopics)
    throw wrongInput(`"topics" has more than ${maxTopics} topics; send fewer`, { field: 'topics' })
  return words.map(readTopic)
}

function readTopic(word: string): Topic {
  const [kind, name = ''] = word.split(':', 2)
  if ((kind === 'instance' || kind === 'job') && isUuid(name)) return { kind, id: name.toLowerCase() }
  const path = splitApplicationPath(name)
  if (kind === 'application' && path !== undefined) return { kind, ...path }
  throw wrongInput(
    `"${word.slice(0, 100)}" is not a topic; use instance:ID, job:ID or application:NAMESPACE.CODE, separated by commas`,
    { field: 'topics' },
  )
}

/** Returns those ids whose objects the caller may see. */
type SeenBy = (caller: Caller, ids: readonly string[]) => Promise<ReadonlySet<string>>

/** The rights by which topics are chosen. */
export interface TopicRights {
  readonly apps: Pick<Apps, 'findFor' | 'catalog'>
  /** Instances, by the condition of their list. */
  readonly seenInstances: SeenBy
  /** Imports, jobs on elements, and batches: those of the caller, and all for an administrator. */
  readonly seenJobs: SeenBy
}

/**
 * Returns the keys to watch for a caller, each with the topics that the client receives when the key changes.
 * Applications, instances and jobs that the caller may not see are left out.
 */
export async function watchedFor(
  caller: Caller,
  topics: readonly Topic[],
  { apps, seenInstances, seenJobs }: TopicRights,
): Promise<Map<string, string[]>> {
  const watched = new Map<string, string[]>([
    [`credential:${caller.tokenId}`, []],
    // A notification also changes `tasks`, because sheets and questions create tasks and notify their performers.
    [notificationsOf(caller.userId), ['notifications', 'tasks']],
  ])
  const performers = caller.persons.map(
    (persons) => persons.flatMap(({ ids }) => ids),
    ({ ids }, applications) => applications.flatMap((app) => ids.map((id) => `${id}/${app}`)),
  )
  for (const key of performers.flat()) watched.set(`tasks:${key}`, ['tasks'])
  const find = apps.findFor(caller)
  const idsOf = (wanted: string): string[] =>
    topics.flatMap((topic) => (topic.kind === wanted && 'id' in topic ? topic.id : []))
  const [instances, jobs] = await Promise.all([
    seenInstances(caller, idsOf('instance')),
    seenJobs(caller, idsOf('job')),
  ])
  for (const id of instances) watched.set(`instance:${id}`, [`instance:${id}`])
  for (const id of jobs) watched.set(`job:${id}`, [`job:${id}`])
  for (const topic of topics) {
    if (topic.kind !== 'application') continue
    const { namespace, code } = topic
    const id = find(namespace, code) && apps.catalog.application(namespace, code)?.id
    if (id === undefined) continue
    // Tasks about elements are shown to people who do not perform them, too: to all who see the element.
    for (const key of [`application:${id}`, `tasks:/${id}`]) watched.set(key, [`application:${namespace}.${code}`])
  }
  return watched
}
