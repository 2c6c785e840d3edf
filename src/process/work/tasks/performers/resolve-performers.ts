import type { Reader } from '../../../../foundation/db/database.ts'
import type { Clock } from '../../../../foundation/kit/clock.ts'
import { isObject } from '../../../../foundation/kit/json.ts'
import { findSupervisor } from '../../../../people/index.ts'
import type { Value } from '../../../engine/index.ts'
import { type FoundPerformer, findPerformers } from './performers.store.ts'

export interface Performer {
  readonly type: string
  readonly value: Value
}

/** The performers of a task: one assignee, or candidates, or the reason why there are none. */
export type Performers =
  | { readonly assignee: string }
  | { readonly candidates: readonly string[] }
  | { readonly problem: string }

/** Users that performers can name without an id. */
export interface KnownPersons {
  readonly initiator: string
  /** Present performer of the task, for escalations. */
  readonly performer?: string | undefined
}

export type FindPerformers = (
  reader: Reader,
  performers: readonly Performer[],
  known: KnownPersons,
) => Promise<Performers>

/**
 * Time for which the result of a look-up is cached, in milliseconds. Blocking a user takes effect within this time.
 */
const keepMs = 1_000
const maxKept = 10_000
/** Maximum number of values in one list that are read; further values are ignored. */
const maxValues = 1_000

/** Creates the look-up of performers. Leaves out blocked users, and groups and positions without an active user. */
export function createFindPerformers(clock: Clock): FindPerformers {
  const find = keptFor(clock, findPerformers)
  const supervisor = keptFor(clock, findSupervisor)

  async function named(reader: Reader, { type, value }: Performer): Promise<Named> {
    const texts = textsOf(value)
    if (texts === undefined) return { ids: [], problem: 'the value contains neither users nor groups' }
    const result: { ids: string[]; problem?: string } = { ids: [] }
    for (const text of texts) {
      const matching = (await find(reader, text)).filter((found) => isMeant(type, found))
      const first = matching[0]
      const what = type === 'expression' || type === 'variable' ? 'user or group' : type
      if (first === undefined) result.problem = `there is no ${what} "${text}"`
      else if (matching.length > 1 && first.type === 'user' && matching[1]!.type === 'user')
        result.problem = `several users have the e-mail "${text}"`
      else if (!first.isStaffed) result.problem = whyNobody(first)
      else result.ids.push(first.holder ?? first.id)
    }
    return result
  }

  async function supervisorOf(reader: Reader, value: Value, known: KnownPersons): Promise<Named> {
    const person =
      value === 'initiator' ? known.initiator : value === 'performer' ? known.performer : await userOf(reader, value)
    if (person === undefined && value === 'performer')
      return { ids: [], problem: 'nobody has claimed the task, so it has no performer with a supervisor' }
    if (person === undefined) return { ids: [], problem: 'the user for the performer type "supervisor" does not exist' }
    const found = await supervisor(reader, person)
    if (found !== undefined) return { ids: [found] }
    const name = (await find(reader, person))[0]?.name ?? person
    return { ids: [], problem: `no filled position stands above user "${name}" in the organisation chart` }
  }

  async function userOf(reader: Reader, value: Value): Promise<string | undefined> {
    const [text] = textsOf(value) ?? []
    if (text === undefined) return undefined
    return (await find(reader, text)).find(({ type }) => type === 'user')?.id
  }

  return async (reader, performers, known) => {
    const ids = new Set<string>()
    const problems: string[] = []
    for (const performer of performers) {
      const found =
        performer.type === 'supervisor'
          ? await supervisorOf(reader, performer.value, known)
          : await named(reader, performer.type === 'initiator' ? { type: 'user', value: known.initiator } : performer)
      for (const id of found.ids) ids.add(id)
      if (found.problem !== undefined) problems.push(found.problem)
    }
    if (ids.size === 0) {
      return { problem: `the task has no performer: ${problems.join('; ') || 'the value is empty'}`.slice(0, 1000) }
    }
    const [only] = ids
    return ids.size === 1 && (await isUser(reader, only!)) ? { assignee: only! } : { candidates: [...ids] }
  }

  async function isUser(reader: Reader, id: string): Promise<boolean> {
    return (await find(reader, id))[0]?.type === 'user'
  }
}

interface Named {
  readonly ids: readonly string[]
  readonly problem?: string
}

/**
 * Returns the ids, logins and paths in a value: a string, an object with one, or lists of these. Undefined for other
 * values.
 */
function textsOf(value: Value): readonly string[] | undefined {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'string') return [value.trim()]
  if (Array.isArray(value)) {
    const texts = value.slice(0, maxValues).map(textsOf)
    return texts.includes(undefined) ? undefined : texts.flatMap((found) => found!)
  }
  if (isObject(value)) return textsOf(value.id ?? value.__id ?? value.code)
  return undefined
}

/** Returns whether a type of performer can name the result. A role is a group that each installation fills. */
function isMeant(type: string, found: FoundPerformer): boolean {
  if (type === 'group' || type === 'role') return found.type === 'group'
  if (type === 'user' || type === 'position') return found.type === type
  return true
}

function whyNobody({ type, name, kind }: FoundPerformer): string {
  if (type === 'user') return `user "${name}" is blocked`
  if (type === 'group') return `group "${name}" has no active user`
  return kind === 'department' ? `department "${name}" has no active user` : `position "${name}" is vacant`
}

/**
 * Returns the function with a cache of its results. Look-ups that are under way are shared only by callers with the
 * same reader: a caller inside a transaction must not wait for a statement that waits for the transaction.
 */
function keptFor<T>(clock: Clock, look: (reader: Reader, key: string) => Promise<T>) {
  const kept = new Map<string, { readonly untilMs: number; readonly result: T }>()
  const underWay = new WeakMap<Reader, Map<string, Promise<T>>>()

  async function looked(reader: Reader, key: string): Promise<T> {
    const result = await look(reader, key)
    if (kept.size >= maxKept) kept.clear()
    kept.set(key, { untilMs: clock.monotonicMs() + keepMs, result })
    return result
  }

  return async (reader: Reader, key: string): Promise<T> => {
    const known = kept.get(key)
    if (known !== undefined && clock.monotonicMs() < known.untilMs) return known.result
    const ofReader = underWay.get(reader) ?? new Map<string, Promise<T>>()
    underWay.set(reader, ofReader)
    const result = ofReader.get(key) ?? looked(reader, key).finally(() => ofReader.delete(key))
    ofReader.set(key, result)
    return result
  }
}
