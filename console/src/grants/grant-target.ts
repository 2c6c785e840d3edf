import type { QueryKey } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'
import type { TextKey } from '../i18n/index.tsx'

/** A grant: the rights of one user, group or item of the organisation chart to one object. */
export type Grant = Operations['listElementGrants']['result']['grants'][number]

/** The kinds of subjects that can have grants. */
export type SubjectKind = 'user' | 'group' | 'role' | 'department' | 'position' | 'position_type'

type Body<Name extends keyof Operations> = Operations[Name]['input'] extends { body: infer B } ? B : never
type RightOf<Name extends keyof Operations> = Body<Name> extends { rights: readonly (infer R)[] } ? R : never

/** Every right that a grant can give. */
type GrantRight =
  | RightOf<'putElementGrant'>
  | RightOf<'putFileGrant'>
  | RightOf<'putOfficeGrant'>
  | RightOf<'putProcessGrant'>

/** An object that can have grants: the rights that can be granted to it, and the operations on its grants. */
export interface GrantTarget {
  /** The rights that can be given with their labels, as the dialog lists them. */
  readonly rights: readonly { readonly right: GrantRight; readonly label: TextKey }[]
  readonly queryKey: QueryKey
  readonly list: (signal: AbortSignal) => Promise<{ readonly grants: readonly Grant[] }>
  readonly put: (subject: string, given: { rights: readonly string[]; comment: string }) => Promise<unknown>
  readonly remove: (subject: string) => Promise<unknown>
}

/** Returns the rights that can be granted to an element, and the operations on its grants. */
export function elementGrants(namespace: string, code: string, id: string): GrantTarget {
  const params = { namespace, code, id }
  return {
    rights: [
      { right: 'view', label: 'grants.element_view' },
      { right: 'edit', label: 'grants.element_edit' },
      { right: 'delete', label: 'grants.element_delete' },
      { right: 'export', label: 'grants.element_export' },
      { right: 'access', label: 'grants.element_access' },
    ],
    queryKey: keys.grants('element', namespace, code, id),
    list: (signal) => call('listElementGrants', { params, signal }),
    put: (subject, body) =>
      call('putElementGrant', { params: { ...params, subject }, body: body as Body<'putElementGrant'> }),
    remove: (subject) => call('deleteElementGrant', { params: { ...params, subject } }),
  }
}

/** Returns the rights that can be granted to a file or a directory, and the operations on its grants. */
export function fileGrants(id: string, isDirectory: boolean): GrantTarget {
  return {
    rights: [
      { right: 'view', label: 'grants.file_view' },
      ...(isDirectory ? [{ right: 'create', label: 'grants.file_create' } as const] : []),
      { right: 'edit', label: 'grants.file_edit' },
      { right: 'delete', label: 'grants.file_delete' },
      { right: 'access', label: 'grants.file_access' },
    ],
    queryKey: keys.grants('file', id),
    list: (signal) => call('listFileGrants', { params: { id }, signal }),
    put: (subject, body) => call('putFileGrant', { params: { id, subject }, body: body as Body<'putFileGrant'> }),
    remove: (subject) => call('deleteFileGrant', { params: { id, subject } }),
  }
}

/**
 * Returns the rights that can be granted to an office, and the operations on its grants. The grants of an office
 * cover its sections and cases.
 */
export function officeGrants(id: string): GrantTarget {
  return {
    rights: [
      { right: 'view', label: 'grants.office_view' },
      { right: 'register', label: 'grants.office_register' },
      { right: 'backdate', label: 'grants.office_backdate' },
      { right: 'administer', label: 'grants.office_administer' },
    ],
    queryKey: keys.grants('office', id),
    list: (signal) => call('listOfficeGrants', { params: { id }, signal }),
    put: (subject, body) => call('putOfficeGrant', { params: { id, subject }, body: body as Body<'putOfficeGrant'> }),
    remove: (subject) => call('deleteOfficeGrant', { params: { id, subject } }),
  }
}

/** Returns the rights that can be granted to a process, and the operations on its grants. */
export function processGrants(namespace: string, code: string): GrantTarget {
  const params = { namespace, code }
  return {
    rights: [
      { right: 'start', label: 'grants.process_start' },
      { right: 'view', label: 'grants.process_view' },
      { right: 'message', label: 'grants.process_message' },
      { right: 'administer', label: 'grants.process_administer' },
    ],
    queryKey: keys.grants('process', namespace, code),
    list: (signal) => call('listProcessGrants', { params, signal }),
    put: (subject, body) =>
      call('putProcessGrant', { params: { ...params, subject }, body: body as Body<'putProcessGrant'> }),
    remove: (subject) => call('deleteProcessGrant', { params: { ...params, subject } }),
  }
}
