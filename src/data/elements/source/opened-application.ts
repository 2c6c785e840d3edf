import type { Authority } from '../../../access/index.ts'
import type { Caller } from '../../../people/index.ts'
import type { FindSource, Source } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import { elementNotFound } from '../../errors.ts'

export interface ApplicationAddress {
  readonly namespace: string
  readonly code: string
}

export interface ElementAddress extends ApplicationAddress {
  readonly id: string
}

/** An application opened for a caller: `source` has only the elements and fields that the caller may see. */
export interface OpenedApplication {
  readonly application: Application
  /** The application with only the fields that the caller may read; used for reading input and for all messages. */
  readonly visible: Application
  readonly authority: Authority
  /** Whether the caller has all rights, as administrators and processes do. */
  readonly isAdministrator: boolean
  readonly source: Source
  readonly find: FindSource
}

/**
 * Opens an application for a caller. Throws `application.not_found` when the application does not exist or is not
 * visible to the caller. Throws `application.read_only` for a built-in application unless the application is opened
 * for reading.
 */
export type OpenApplication = (caller: Caller, address: ApplicationAddress) => OpenedApplication

/** Returns the applications visible to the caller, in catalog order. */
export type KnownApplications = (caller: Caller) => readonly Application[]

/** Returns the 404 for an element that does not exist or that the caller cannot see. */
export function elementMissing({ namespace, code, id }: ElementAddress): Error {
  return elementNotFound(`element ${id.slice(0, 100)} not found in ${namespace}.${code}`)
}
