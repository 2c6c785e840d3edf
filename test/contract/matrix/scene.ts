import { groupIdOf } from '../../../src/people/index.ts'
import { assertDone } from '../../everything.ts'
import { type Guarded, startGuarded } from '../../guarded.ts'
import type { Body, Call } from '../../platform.ts'
import type { State, Who } from './cells.ts'

export interface Actor {
  readonly id: string
  readonly login: string
  readonly call: Call
}

/** The guarded solution with one caller of each kind. */
export interface Scene extends Guarded {
  readonly actors: Readonly<Record<Who, Actor>>
  /** A user who owns the objects that are foreign to all actors. */
  readonly bystander: Actor
  /** Id of the organisation chart's root. */
  readonly rootId: string
  /** The deployed solution as a zip. */
  readonly solution: Uint8Array
}

/** Values for the address of a call, by the names in its braces. */
export type Params = Readonly<Record<string, string>>

/** Makes the thing that a call is about, in the given state relative to the actor. */
export type Make = (scene: Scene, actor: Actor, state: State) => Promise<Params>

/** A valid id that no object has. */
export const missingId = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
export const password = 'a password for the matrix'

export async function startScene(settings: Record<string, string> = {}): Promise<Scene> {
  const law = await startGuarded({ TEST_CLOCK: '1', ...settings })
  const actor = (login: string) => newActor(law.call, law.as, login)
  const [reader, writer, owner] = [await actor('reader'), await actor('writer'), await actor('owner')]
  const [guest, blocked, bystander] = [await actor('guest'), await actor('blocked'), await actor('bystander')]
  const [substitute, participant] = [await actor('substitute'), await actor('participant')]
  await join(law.call, 'readers', reader)
  await join(law.call, 'writers', writer)
  await join(law.call, 'writers', blocked)
  const id = await law.platform.context.people.administrator()
  const administrator = { id, login: 'admin', call: law.call }
  for (const { id } of [reader, writer, owner, guest, substitute, participant, administrator, bystander])
    await done(law.call('PUT', `/api/v1/users/${id}/password`, { password }))
  await done(law.call('POST', `/api/v1/users/${blocked.id}/block`))
  await firstGrant(law.call, guest)
  await firstGrant(law.call, substitute)
  await firstGrant(law.call, participant)
  await takePart(law.call, participant)
  await substituteFor(law.call, await actor('principal'), substitute)
  const root = await done(law.call('POST', '/api/v1/org-items', { kind: 'department', name: 'All' }))
  return {
    ...law,
    bystander,
    rootId: root.id,
    solution: (await law.platform.context.apps.solutions.export('guarded')).zip,
    actors: {
      // Strangers cannot create anything, so the writer's objects are used instead of their own.
      'no token': { ...writer, call: law.as('') },
      'bad token': { ...writer, call: law.as('a-token-that-nobody-has') },
      blocked: { ...writer, call: blocked.call },
      ...{ reader, writer, owner, guest, substitute, participant, administrator },
    },
  }
}

let made = 0

/** Returns a new name. */
export function fresh(name: string): string {
  made += 1
  return `${name}-${made}`
}

/** Creates a user with a token. */
async function newActor(call: Call, as: (token: string) => Call, login: string): Promise<Actor> {
  const { id } = await done(call('POST', '/api/v1/users', { login }))
  const { token } = await done(call('POST', '/api/v1/tokens', { name: 'of the matrix', login }))
  return { id, login, call: as(token) }
}

async function join(call: Call, group: string, { id }: Actor): Promise<void> {
  await done(call('POST', `/pub/v1/scheme/groups/${groupIdOf('law', group)}/add-items`, [id]))
}

/**
 * Gives an actor a first grant. The platform caches for a second in which applications a user has grants; later grants
 * in the same application count at once.
 */
async function firstGrant(call: Call, { id }: Actor): Promise<void> {
  const { item } = await done(call('POST', '/pub/v1/app/law/cases/create', { context: { kind: 'secret' } }))
  await done(call('PUT', `/api/v1/elements/law/cases/${item.__id}/grants/${id}`, { rights: ['view'] }))
}

/**
 * Gives a principal every right that rules, groups and grants can give, and makes the actor the principal's substitute
 * for an application that no object of the matrix belongs to.
 */
async function substituteFor(call: Call, principal: Actor, substitute: Actor): Promise<void> {
  const groups = ['readers', 'writers', 'partners', 'clerks', 'importers']
  for (const group of groups) await join(call, group, principal)
  await done(call('POST', `/pub/v1/scheme/groups/${groupIdOf('crypt', 'guardians')}/add-items`, [principal.id]))
  for (const code of ['open', 'review', 'sealed', 'offered'])
    await done(call('PUT', `/api/v1/processes/law/${code}/grants/${principal.id}`, { rights: ['administer'] }))
  await done(
    call('POST', '/api/v1/substitutions', {
      principal: principal.id,
      substitute: substitute.id,
      applications: ['law.notes'],
    }),
  )
}

/**
 * Gives an actor a task of an instance about an element that the actor may not view. The process has no access rules.
 */
async function takePart(call: Call, { id: userId }: Actor): Promise<void> {
  const { item } = await done(call('POST', '/pub/v1/app/law/cases/create', { context: { kind: 'secret' } }))
  const start = { process: 'law.offered', context: { amount: '5' } }
  const { instanceId } = await done(call('POST', `/api/v1/elements/law/cases/${item.__id}/start-process`, start))
  await reassign(call, instanceId, userId)
}

/** Gives the only open task of an instance to a user. */
export async function reassign(call: Call, instance: string, userId: string): Promise<void> {
  const { result } = await done(call('GET', `/api/v1/tasks?instanceId=${instance}`))
  await done(call('POST', `/api/v1/tasks/${result.result[0].id}/reassign`, { userId, reason: 'of the matrix' }))
}

/** Returns the body of an answer and fails when the answer is not a success. */
export async function done(answer: ReturnType<Call>): Promise<Body> {
  const answered = await answer
  assertDone(answered)
  return answered.body
}
