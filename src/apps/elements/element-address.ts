import type { Caller } from '../../people/index.ts'
import type { FindSource, Source } from '../../query/index.ts'
import type { Authority } from '../access/authorize.ts'
import type { Application } from '../definitions/application.ts'

export interface ApplicationAddress {
  readonly namespace: string
  readonly code: string
}

export interface ElementAddress extends ApplicationAddress {
  readonly id: string
}

/** An application as a caller meets it: the elements and fields in `source` are those that the caller may see. */
export interface Opened {
  readonly application: Application
  /** With the fields that the caller may read: for reading input, and for all that is told. */
  readonly visible: Application
  readonly authority: Authority
  readonly source: Source
  readonly find: FindSource
}

/**
 * Opens an application for a caller. Throws `application.not_found` when there is none or the caller may not know it, and
 * `application.read_only` for a built-in application, except where it is opened to read.
 */
export type OpenApplication = (caller: Caller, address: ApplicationAddress) => Opened

/** Those of which the caller may know that they are there, in the order of the catalog. */
export type KnownApplications = (caller: Caller) => readonly Application[]
