import type { Caller } from '../../people/index.ts'
import type { FindSource, Source } from '../../query/index.ts'
import type { Application } from '../definitions/application.ts'

export interface ApplicationAddress {
  readonly namespace: string
  readonly code: string
}

export interface ElementAddress extends ApplicationAddress {
  readonly id: string
}

/** An application as a caller meets it: the elements in `source` are those that the caller may see. */
export interface Opened {
  readonly application: Application
  readonly source: Source
  readonly find: FindSource
}

/** Throws `application.not_found` when there is none or the caller may not know it. */
export type OpenApplication = (caller: Caller, address: ApplicationAddress) => Opened
