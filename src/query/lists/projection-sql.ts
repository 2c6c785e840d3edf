import { type Sql, sql } from '../../foundation/db/sql.ts'
import { type Frame, isReferred, newAlias, visible } from '../conditions/query-level.ts'
import { noSuchField, wrongFields } from '../errors.ts'
import type { SourceField } from '../source.ts'
import { fieldText, objectText } from '../source-fields.ts'
import type { Projection } from './projection.ts'

/**
 * Returns the SQL of a row's JSON text. Concatenating text is faster than building jsonb, and the keys keep their
 * order.
 */
export function rowJson(projection: Projection | undefined, frame: Frame): Sql {
  const { source, row } = frame
  if (!projection) return source.whole(row)
  for (const name of projection.fields.keys()) {
    if (!source.fields.has(name)) throw noSuchField(name, source.fields.keys())
  }
  const members: [string, Sql][] = [['__id', sql`to_json(${source.id(row)})::text`]]
  for (const [name, field] of source.fields) {
    const wanted = projection.fields.get(name) ?? projection.all
    if (name !== '__id' && wanted !== false) members.push([name, fieldJson(field, wanted, frame)])
  }
  return objectText(members)
}

function fieldJson(field: SourceField, wanted: true | Projection | 'whole', frame: Frame): Sql {
  if (wanted === true) return fieldText(field, frame.row)
  const inner = wanted === 'whole' ? undefined : wanted
  if (field.target) return loaded(field, inner, frame)
  const { columns } = field.field
  if (columns) return tableJson(field, inner, [...columns.keys()], frame.row)
  throw wrongFields(`"fields": "${field.field.code}" refers to nothing that can be loaded`)
}

/**
 * Returns the SQL of the referenced rows that the caller may see, as a JSON array with the oldest first, or null when
 * there are none. A reference in a uuid column gives a single object instead of an array.
 */
function loaded(field: SourceField, projection: Projection | undefined, { draft, row }: Frame): Sql {
  const source = field.target?.()
  if (!source) throw wrongFields(`"fields": "${field.field.code}" refers to nothing that can be loaded`)
  draft.looksElsewhere = true
  const target = newAlias(draft)
  const json = rowJson(projection, { source, row: target, parent: undefined, draft })
  const rows = sql`from ${source.relation} ${target} where ${isReferred(field, row, source, target)} and ${visible(source, target)}`
  if (field.column) return sql`coalesce((select ${json} ${rows}), 'null')`
  const created = source.fields.get('__createdAt')?.column?.value(target)
  const order = created ? sql`${created}, ${source.id(target)}` : source.id(target)
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
