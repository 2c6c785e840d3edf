import type { RightsHolder } from '../../access/index.ts'
import type { Sql } from '../../foundation/db/sql.ts'
import type { Field } from '../../query/fields/index.ts'

/** A template that was published at least once; also one that was removed from its solution. */
export interface InstanceTemplate {
  readonly id: string
  readonly namespace: string
  readonly code: string
  /** The newest published version. */
  readonly version: number
}

export interface TemplateAddress {
  readonly namespace: string
  readonly code: string
}

/** The rights to a template that decide about its instances. */
export type TemplateRight = 'start' | 'view' | 'administer'

/** What instances need to know about templates. */
export interface InstanceTemplates {
  find(address: TemplateAddress): Promise<InstanceTemplate | undefined>
  get(id: string): Promise<InstanceTemplate | undefined>
  /** Returns the declared variables of the newest version as fields. */
  variables(template: InstanceTemplate): Promise<ReadonlyMap<string, Field>>
  may(caller: RightsHolder, template: string, right: TemplateRight): Promise<boolean>
  /** Whether the initiator of an instance of the template may interrupt the instance. */
  mayInitiatorInterrupt(template: string): Promise<boolean>
  /** Returns the test for templates whose instances the caller may view; undefined when these are all templates. */
  viewed(caller: RightsHolder): ((template: Sql) => Sql) | undefined
  /** Returns the 404 for a template that does not exist or that the caller may not know of. */
  notFound(address: TemplateAddress | { readonly id: string }): Error
}
