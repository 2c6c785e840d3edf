import { type RightsHolder, rowFilterSql } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Caller } from '../../../people/index.ts'
import type { Field } from '../../../values/index.ts'
import {
  contextFields,
  type HiddenVariables,
  processNotFound,
  readsElsewhere,
  type TemplateAction,
  type Templates,
  templateSpace,
} from '../../definition/index.ts'
import {
  isGranted,
  type StoredTemplate,
  storedTemplateAt,
  storedTemplateOf,
  storedTemplateWith,
} from './instances.store.ts'

export interface TemplateAddress {
  readonly namespace: string
  readonly code: string
}

/** The templates of instances, including retired templates, whose instances continue. */
export interface InstanceTemplates {
  find(address: TemplateAddress): Promise<StoredTemplate | undefined>
  get(id: string): Promise<StoredTemplate | undefined>
  /** Returns the template of an instance, regardless of the caller. */
  ofInstance(instance: string): Promise<StoredTemplate | undefined>
  /** Returns the declared variables of the newest version as fields. */
  variables(template: Pick<StoredTemplate, 'id' | 'version'>): Promise<ReadonlyMap<string, Field>>
  may(caller: RightsHolder, template: string, right: TemplateAction): Promise<boolean>
  /** Returns whether the initiator of an instance of the template may interrupt the instance. */
  mayInitiatorInterrupt(template: string): boolean
  /** Returns the predicate for templates to which the caller has a right; undefined for all templates. */
  covered(caller: RightsHolder, right: TemplateAction): ((template: Sql) => Sql) | undefined
  /**
   * Returns the predicate for instances that run for elements that the caller may view, in processes without access
   * rules whose namespace the caller sees.
   */
  throughElements(caller: Caller): (row: Sql) => Sql
  /**
   * Returns whether an instance that was just started with a version can have variables that are hidden from some
   * users.
   */
  canHide(template: Pick<StoredTemplate, 'id' | 'version'>): Promise<boolean>
  /**
   * Returns the variables of instances that a caller may not read; undefined when the caller may read all variables.
   */
  hidden(caller: Caller): HiddenVariables | undefined
}

interface Deps {
  readonly reader: Reader
  readonly templates: Pick<Templates, 'catalog' | 'access' | 'programs'>
}

export function createInstanceTemplates({ reader, templates }: Deps): InstanceTemplates {
  const { catalog, access, programs } = templates
  return {
    find: async (address) => (isStorable(address) ? storedTemplateAt(reader, address) : undefined),
    get: (id) => storedTemplateWith(reader, id),
    ofInstance: (instance) => storedTemplateOf(reader, instance),
    async variables({ id, version }) {
      const { loaded } = await programs.get(reader, id, version)
      return contextFields(loaded.program)
    },
    async may(caller, id, right) {
      const template = catalog.byId(id)
      if (caller.administrator || (template !== undefined && access.ruled(caller, template, right))) return true
      if (!caller.persons.mayHaveGrants(templateSpace)) return false
      return isGranted(
        reader,
        id,
        rowFilterSql(
          access.rows(caller, right, (row) => sql`${row}.id`),
          sql`t`,
        ),
      )
    },
    mayInitiatorInterrupt: (id) => catalog.byId(id)?.file.settings.interruption === 'initiator',
    throughElements: (caller) => access.throughElements(caller),
    async canHide({ id, version }) {
      const { loaded } = await programs.get(reader, id, version)
      return (catalog.byId(id)?.file.settings.variables ?? []).length > 0 || readsElsewhere(loaded.program)
    },
    hidden: (caller) => access.hiddenVariables(caller),
    covered(caller, right) {
      if (caller.administrator) return undefined
      return (template) =>
        rowFilterSql(
          access.rows(caller, right, () => template),
          template,
        )
    },
  }
}

/** PostgreSQL refuses texts with U+0000, so no template has such an address. */
const isStorable = ({ namespace, code }: TemplateAddress): boolean => !`${namespace}${code}`.includes('\u0000')

/** Creates the 404 error for a template that does not exist or that the caller cannot see. */
export function templateMissing(address: TemplateAddress | { readonly id: string }): Error {
  const path = 'id' in address ? address.id : `${address.namespace}.${address.code}`
  return processNotFound(`process "${path.slice(0, 200)}" not found`)
}
