import type { Database, Reader } from '../foundation/db/database.ts'
import { notAllowed } from '../foundation/http/errors.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { isUuid } from '../foundation/kit/ids.ts'
import { type Caller, loadCaller, membershipPathsOf } from '../people/index.ts'
import { authorize, countedHolders } from './authorize.ts'
import { accessUnknownUser } from './errors.ts'
import type { Reason, Reasons } from './ground.ts'
import { coveringFilters } from './object-rights.store.ts'
import type { ObjectSet, Resource } from './resource.ts'

/** An explanation why a user has or lacks a right. */
export interface Explanation extends Reasons {
  /** Whether the user has the right: for the requested object, or without an object for any object. */
  readonly allowed: boolean
  /** The objects to which the user has the right, whichever object was requested. */
  readonly scope: 'all' | 'some' | 'none'
}

/** A request to explain a right to one object, or without an id to the objects of a set. */
export type ExplainRequest<R extends string, SetAddress extends object> = SetAddress & {
  readonly id?: string | undefined
  readonly right: R
  /** The user whose right is explained; the caller by default. */
  readonly userId?: string | undefined
}

/**
 * Explains why a user has or lacks a right. All users may ask about themselves; only administrators may ask about
 * others. An object that the caller may not see gives the same 404 as a missing object.
 */
export async function explainRight<R extends string, SetAddress extends object>(
  { database, clock }: { database: Database; clock: Clock },
  resource: Resource<R, SetAddress>,
  caller: Caller,
  request: ExplainRequest<R, SetAddress>,
): Promise<Explanation> {
  const { reader } = database
  const { id, right, userId } = request
  const objects = resource.open(caller, request)
  if (id !== undefined) {
    const found = isUuid(id) ? await coveringFilters(reader, objects.visible, id, []) : undefined
    if (found === undefined) throw resource.notFound({ ...request, id })
  }
  const user = await userInQuestion({ reader, clock }, caller, userId)
  return explain(reader, user, objects, right, id)
}

async function userInQuestion(
  { reader, clock }: { reader: Reader; clock: Clock },
  caller: Caller,
  userId: string | undefined,
): Promise<Caller> {
  if (userId === undefined || userId === caller.userId) return caller
  if (!caller.administrator) throw notAllowed('only administrators can ask about other users')
  const found = isUuid(userId) ? await loadCaller(reader, userId, 'explainAccess', new Date(clock.nowMs())) : undefined
  if (found === undefined) throw accessUnknownUser('the user does not exist, or is blocked and has no rights')
  return found
}

async function explain<R extends string>(
  reader: Reader,
  user: Caller,
  objects: ObjectSet<R>,
  right: R,
  objectId: string | undefined,
): Promise<Explanation> {
  if (user.administrator) {
    const reason: Reason = { by: 'administrator', from: 'user', sentence: 'administrators may do everything' }
    return { allowed: true, scope: 'all', because: [reason], but: [] }
  }
  const because: Reason[] = []
  const but: Reason[] = []
  for (const person of user.persons.each()) {
    const membershipPath = await membershipPathsOf(reader, person.userId)
    const inPlace = person.userId === user.userId ? {} : { inPlaceOf: person.userId }
    const context = { reader, all: objects.all, right, objectId, membershipPath }
    const asking = { ...user, ...person }
    for (const { holder, within } of countedHolders(asking, objects)) {
      const isWithin = objectId === undefined || (await coveringFilters(reader, objects.all, objectId, [within]))?.[0]
      if (!isWithin) continue
      for (const ground of objects.grounds(holder, asking)) {
        const found = await ground.explain(context)
        because.push(...found.because.map((reason) => ({ ...reason, ...inPlace })))
        but.push(...found.but.map((reason) => ({ ...reason, ...inPlace })))
      }
    }
  }
  const filter = authorize(user, objects).rows(right)
  const scope = filter === true ? 'all' : filter === false ? 'none' : 'some'
  if (objectId === undefined) return { allowed: filter !== false, scope, because, but }
  const allowed = (await coveringFilters(reader, objects.all, objectId, [filter]))?.[0] === true
  if (!allowed && because.length + but.length === 0) {
    but.push({
      by: 'rule',
      from: 'definition',
      sentence: `no rule of ${objects.path} gives anybody the right ${right}`,
    })
  }
  return { allowed, scope, because, but }
}
