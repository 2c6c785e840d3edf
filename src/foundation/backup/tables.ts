/** A table whose rows are archived. */
export interface Table {
  readonly schema: string
  readonly name: string
  /** The columns that are stored, in their order; generated ones are left out. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** Size on the disk in bytes, to estimate progress. */
  readonly bytes: number
}

export const titleOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${schema}.${name}`

/**
 * Tables of the schema `public` that are not archived, with the reason. All other tables are archived, so that a new
 * table cannot be forgotten.
 */
export const leftOut: Readonly<Record<string, string>> = {
  'public.backup': 'archives in the folder of this installation',
  'public.field_table': 'field tables are built again',
  'public.list_index': 'how often lists are read on this installation',
  'public.migration': 'restoring applies the migrations again',
  'public.session': 'signed-in browsers of this installation',
  'public.sign_in_attempt': 'limits of sign-ins within minutes',
  'public.sign_in_link': 'links that sign in without a password',
}

/**
 * Tables of the job queue that are archived, in the order of loading. The library creates its other tables itself.
 */
export const queueTables: readonly string[] = ['pgboss.queue', 'pgboss.job']
