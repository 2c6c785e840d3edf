import type { Caller, Person } from '../../../people/index.ts'

/** The properties of a task that determine the roles of a caller. */
export interface TaskRoles {
  readonly assignee: string | null
  readonly candidates: readonly string[] | null
  readonly owner: string | null
  readonly asked: readonly string[] | null
  readonly itemApp: string | null
}

/** The role of a user in a task: assignee, candidate, owner, or asked user. */
export type Role = 'assignee' | 'candidate' | 'owner' | 'asked'

/** The user who acts, the principal of a substitution, and the role. */
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
 * Returns the first of several roles that a caller has in a task, directly or as a substitute. A substitution that is
 * limited to some applications covers only tasks about their elements. Undefined when the caller has none of the roles.
 */
export function actingAs({ userId, persons }: Caller, task: TaskRoles, roles: readonly Role[]): Acting | undefined {
  const counted = persons.in(task.itemApp)
  for (const role of roles) {
    const person = counted.find((one) => hasRole[role](task, one))
    if (person === undefined) continue
    return { by: userId, ...(person.userId !== userId && { onBehalfOf: person.userId }), role }
  }
  return undefined
}

/** Returns the user on whose behalf the caller acts. */
export const personOf = ({ by, onBehalfOf }: Acting): string => onBehalfOf ?? by
