import type { Caller, Person } from '../../people/index.ts'

/** What decides about the roles of a caller in a task. */
export interface TaskRoles {
  readonly assignee: string | null
  readonly candidates: readonly string[] | null
  readonly owner: string | null
  readonly asked: readonly string[] | null
  readonly itemApp: string | null
}

/** What a person is to a task: who works on it, who may claim it, who gets it back, or who was asked. */
export type Role = 'assignee' | 'candidate' | 'owner' | 'asked'

/** The user who acts, the user whom that user substitutes for, and why they may. */
export interface Acting {
  readonly by: string
  readonly onBehalfOf?: string
  readonly role: Role | 'administrator'
}

const hasRole: Readonly<Record<Role, (task: TaskRoles, person: Person) => boolean>> = {
  assignee: ({ assignee }, { userId }) => assignee === userId,
  candidate: ({ candidates }, { ids }) => candidates?.some((id) => ids.includes(id)) ?? false,
  owner: ({ owner }, { userId }) => owner === userId,
  asked: ({ asked }, { userId }) => asked?.includes(userId) ?? false,
}

/**
 * Returns how a caller has the first of several roles in a task: in the own name, or as a substitute. A substitution
 * that is limited to some applications extends to tasks about their elements only. Undefined for any other caller.
 */
export function actingAs({ userId, persons }: Caller, task: TaskRoles, roles: readonly Role[]): Acting | undefined {
  const counted = persons.filter(
    ({ applications }) => applications === undefined || (task.itemApp !== null && applications.has(task.itemApp)),
  )
  for (const role of roles) {
    const person = counted.find((one) => hasRole[role](task, one))
    if (person === undefined) continue
    return { by: userId, ...(person.userId !== userId && { onBehalfOf: person.userId }), role }
  }
  return undefined
}

/** Returns the person in whose name somebody acts. */
export const personOf = ({ by, onBehalfOf }: Acting): string => onBehalfOf ?? by
