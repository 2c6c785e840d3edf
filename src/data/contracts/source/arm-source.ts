import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import { literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { rowText, type Source, type SourceField, type UnitedSource } from '../../../query/index.ts'
import { systemField } from '../../../values/index.ts'
import { applicationPath } from '../../applications/application.ts'
import type { Contract, ContractSource } from '../definition/contract.ts'

/** The system fields of the elements of a contract, in the order of the response. */
const systemCodes = [
  '__id',
  '__index',
  '__name',
  '__createdAt',
  '__createdBy',
  '__updatedAt',
  '__updatedBy',
  '__deletedAt',
  '__version',
  '__status',
  '__statusCode',
  '__directory',
  '__subscribers',
  '__externalId',
]

export interface ArmOptions {
  /** The rows that belong to the contract and that its rules let the caller see. */
  readonly shown: RowFilter
  /** The codes of the contract's fields that the caller may read in at least one source. */
  readonly visible: ReadonlySet<string>
}

/**
 * Returns the elements of one application as elements of the contract. `base` is the source of the application with the
 * rows and fields that the caller may read. A field that the caller may not read in this application is null.
 */
export function armSource(
  contract: Contract,
  source: ContractSource,
  base: Source,
  { shown, visible }: ArmOptions,
): UnitedSource {
  const fields = fieldsOf(contract, source, base, visible)
  return {
    ...united(base),
    namespace: contract.namespace,
    code: contract.code,
    scope: (row, ofMany) => {
      const scope = base.scope(row, ofMany)
      return shown === true ? scope : sql`${scope} and ${rowFilterSql(shown, row, ofMany)}`
    },
    narrowed: narrowing(base, shown),
    fields: new Map(fields.map((field) => [field.field.code, field])),
    whole: (row) => rowText(fields, row),
  }
}

/**
 * Returns all elements of an application in the fields of the contract, regardless of the caller; the conditions of
 * the contract's access rules are compiled against this source.
 */
export function rulesSource(contract: Contract, source: ContractSource, base: Source): Source {
  const visible = new Set(contract.fields.keys())
  return armSource(contract, source, base, { shown: true, visible })
}

function united(base: Source): UnitedSource {
  const { narrow } = base
  if (narrow === undefined) throw new Error(`${applicationPath(base)} cannot be listed together with other sources`)
  return { ...base, narrow }
}

function fieldsOf(
  contract: Contract,
  source: ContractSource,
  base: Source,
  visible: ReadonlySet<string>,
): SourceField[] {
  const system = systemCodes.flatMap((code) => base.fields.get(code) ?? [])
  const own = [...contract.fields.values()].flatMap((field): SourceField[] => {
    if (!visible.has(field.code)) return []
    const found = base.fields.get(source.mapping.get(field.code) ?? '')
    return [found === undefined ? { field, json: () => sql`null::jsonb` } : { ...found, field }]
  })
  return [...system, sourceReference(source), ...own]
}

/** Returns the field `__sourceRef`, a reference to the row's element in its application. */
function sourceReference({ namespace, code }: ContractSource): SourceField {
  const item = (row: Sql) =>
    sql`jsonb_build_object('namespace', ${literal(namespace)}, 'code', ${literal(code)}, 'id', ${row}.id)`
  const prefix = `${namespace}:${code}:`
  return {
    field: systemField('__sourceRef', 'REF_ITEM', 'Element'),
    // The value is shown as one object and compared as a list of one item.
    json: (row) => sql`jsonb_build_array(${item(row)})`,
    text: (row) => sql`${item(row)}::text`,
    hasAny(row, items) {
      const own = items.filter((text) => text.startsWith(prefix)).map((text) => text.slice(prefix.length))
      return sql`${row}.id = any (${own}::uuid[])`
    },
  }
}

function narrowing(base: Source, shown: RowFilter): Source['narrowed'] {
  if (shown === true || base.narrowed === 'elsewhere') return base.narrowed
  return typeof shown === 'function' && shown(sql`e`).looksElsewhere ? 'elsewhere' : 'own'
}
