import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Rows } from '../conditions/plan.ts'
import { newAlias, type QueryLevel } from '../conditions/query-level.ts'
import { noSuchField, wrongFields } from '../errors.ts'
import type { SourceField } from '../source.ts'
import { fieldText, objectText } from '../source-fields.ts'
import { isReferred, visible } from '../sql/rows-sql.ts'
import type { Projection } from './projection.ts'

type ProjectedRows = Rows & Pick<QueryLevel, 'compilation'>

/**
 * Returns the SQL of a row's JSON text. Concatenating text is faster than building jsonb, and the keys keep their
 * order.
 */
export function rowJson(projection: Projection | undefined, level: ProjectedRows): Sql {
  const { source, row } = level
  if (!projection) return source.whole(row)
  for (const name of projection.fields.keys()) {
    if (!source.fields.has(name)) throw noSuchField(name, source.fields.keys())
  }
  const members: [string, Sql][] = [['__id', sql`to_json(${source.id(row)})::text`]]
  for (const [name, field] of source.fields) {
    const wanted = projection.fields.get(name) ?? projection.all
    if (name !== '__id' && wanted !== false) members.push([name, fieldJson(field, wanted, level)])
  }
  return objectText(members)
}

function fieldJson(field: SourceField, wanted: true | Projection | 'whole', level: ProjectedRows): Sql {
  if (wanted === true) return fieldText(field, level.row)
  const inner = wanted === 'whole' ? undefined : wanted
  if (field.target) return loaded(field, inner, level)
  const { columns } = field.field
  if (columns) return tableJson(field, inner, [...columns.keys()], level.row)
  throw wrongFields(`"fields": "${field.field.code}" refers to nothing that can be loaded`)
}

/**
 * Returns the SQL of the referenced rows that the caller may see, as a JSON array, or null when there are none. The
 * rows are in the order of their creation if the source has `__createdAt`, otherwise in the order of their ids. A
 * reference in a uuid column gives a single object instead of an array.
 */
function loaded(
  field: SourceField,
  projection: Projection | undefined,
  { compilation, row: from }: ProjectedRows,
): Sql {
  const source = field.target?.()
  if (!source) throw wrongFields(`"fields": "${field.field.code}" refers to nothing that can be loaded`)
  compilation.looksElsewhere = true
  const to = { source, row: newAlias(compilation) }
  const json = rowJson(projection, { ...to, compilation })
  const rows = sql`from ${source.relation} ${to.row} where ${isReferred({ field, from, to })} and ${visible(to)}`
  if (field.column) return sql`coalesce((select ${json} ${rows}), 'null')`
  const created = source.fields.get('__createdAt')?.column?.value(to.row)
  const order = created ? sql`${created}, ${source.id(to.row)}` : source.id(to.row)
  return sql`coalesce((select '[' || string_agg(${json}, ',' order by ${order}) || ']' ${rows}), 'null')`
}

/** Returns the SQL of a table value with some of its columns; the rows keep their order. */
function tableJson(field: SourceField, projection: Projection | undefined, columns: readonly string[], row: Sql): Sql {
  const json = field.json(row)
  if (!projection) return sql`coalesce(${json}::text, 'null')`
  for (const name of projection.fields.keys()) if (!columns.includes(name)) throw noSuchField(name, columns)
  const hidden = columns.filter((name) => !(projection.fields.get(name) ?? projection.all))
  const rows = sql`(select jsonb_agg(v - ${hidden}::text[] order by n) from jsonb_path_query(${json}, 'lax $.rows[*]') with ordinality r (v, n))`
  const whole = sql`(${json} || jsonb_build_object('rows', coalesce(${rows}, '[]')))::text`
  return sql`case jsonb_typeof(${json}) when 'object' then ${whole} else 'null' end`
}
