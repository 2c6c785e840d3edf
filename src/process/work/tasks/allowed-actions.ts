import type { Acting, Role } from './acting.ts'
import type { TaskRow } from './task-rows.store.ts'

/** The actions on tasks that the API has. */
export const taskActionNames = [
  'complete',
  'claim',
  'release',
  'reassign',
  'delegate',
  'return',
  'ask',
  'answer',
] as const
export type TaskActionName = (typeof taskActionNames)[number]

/** Roles whose holder can act on a task, the strongest first. */
export const actingRoles: readonly Role[] = ['assignee', 'owner', 'candidate', 'asked']

/**
 * Returns the actions that a role allows on an open task in its present state. Only a task in a queue offers `claim`,
 * because an assigned task needs no claim.
 */
export function allowedActions(
  { assignee, owner, candidates, endedAt }: TaskRow,
  { role }: Acting,
): readonly TaskActionName[] {
  if (endedAt !== null) return []
  const isQueued = assignee === null
  const isDelegated = owner !== null
  switch (role) {
    case 'asked':
      return ['answer']
    case 'candidate':
      return isQueued ? ['complete', 'claim'] : []
    case 'owner':
      return isDelegated ? ['return', 'reassign'] : []
    case 'assignee':
      if (isDelegated) return ['return', 'ask']
      return ['complete', ...(candidates === null ? [] : (['release'] as const)), 'reassign', 'delegate', 'ask']
    case 'administrator':
      return isQueued ? ['complete', 'claim', 'reassign'] : ['complete', 'reassign']
  }
}
