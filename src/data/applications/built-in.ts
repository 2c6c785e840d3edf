import { foldCode } from '../../foundation/kit/codes.ts'
import { idOfPath } from '../../foundation/kit/ids.ts'
import { employeeSource, userSource } from '../../people/index.ts'
import type { Source } from '../../query/index.ts'
import { type Address, systemNamespace } from '../../solutions/index.ts'
import type { Application } from './application.ts'
import { applicationId } from './compile.ts'

/** The title of the namespace of the built-in applications. */
export const systemNamespaceName = 'System catalogs'

/** An application that the platform provides: listed and described like any other, but read-only. */
export interface BuiltInApplication {
  readonly application: Application
  readonly source: Source
}

const group = Object.freeze({ id: idOfPath(`${systemNamespace}/status-group/users`), code: 'users', name: 'Users' })

const statuses = ['Invited', 'Active', 'Blocked'].map((name, order) =>
  Object.freeze({
    id: order + 1,
    code: name.toLowerCase(),
    name,
    groupId: group.id,
    order,
    final: false,
    hidden: false,
    next: undefined,
  }),
)

function usersAs(source: Source, name: string, elementName: string): BuiltInApplication {
  const { namespace, code } = source
  const application: Application = Object.freeze({
    id: applicationId(namespace, code),
    namespace,
    code,
    name,
    elementName,
    kind: 'STANDARD',
    fields: new Map(),
    filePlaces: [],
    statuses,
    statusGroups: [group],
    uniqueKeys: [],
    nameTemplate: undefined,
    accessSection: undefined,
    registration: undefined,
    forms: undefined,
    removedFields: [],
    version: 1,
  })
  return { application, source }
}

/** The built-in applications, ordered by code. Both list the users, because clients know them under either name. */
export const builtInApplications: readonly BuiltInApplication[] = [
  usersAs(userSource, 'Users', 'User'),
  usersAs(employeeSource, 'Employees', 'Employee'),
]

/** Returns the built-in application at an address, or undefined when there is none. */
export function builtInApplication({ namespace, code }: Address): BuiltInApplication | undefined {
  return builtInApplications.find(({ source }) => source.namespace === namespace && source.code === code)
}

/** The reserved codes in lower case. Some belong to applications, others only to sources of the query compiler. */
const builtInCodes = ['_users', 'employee', '_applications', '_groups', '_org_items', '_files', '_directories']

/**
 * Returns whether an address is reserved for something built in, in upper or lower case, so that no solution can use
 * it.
 */
export function isBuiltIn({ namespace, code }: Address): boolean {
  return namespace === systemNamespace && builtInCodes.includes(foldCode(code))
}
