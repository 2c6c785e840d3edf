import { type Sql, sql } from '../../foundation/db/sql.ts'
import { stamps } from '../../solutions/index.ts'

/** Tests whether a shape of lists, a row `l` of `list_index`, has the index that it is to have. */
export const isIndexed: Sql = sql`l.wanted_since is not null and exists (
  select from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'fields'::regnamespace and c.relname = l.index_name and i.indisvalid)`

/**
 * A sub-select of all applications, including removed ones, as a JSON list in the order of their paths. Each has the
 * administrators' access setting and the removed fields whose values are still stored, oldest first.
 */
export const applicationRows: Sql = sql`(
  select coalesce(json_agg(jsonb_build_object('namespace', namespace, 'code', code, 'solution', solution,
    'definition', definition, 'version', version, 'deleted', deleted_at is not null, ${stamps},
    'accessSetting', (select setting from access_setting where path = application.namespace || '.' || application.code),
    'removedFields', (select coalesce(jsonb_agg(jsonb_build_object('keptAs', kept_as, 'entry', entry)
      order by dropped_at, kept_as), '[]') from dropped_field where app = application.id),
    'fieldTable', (select f.columns from field_table f where f.app = application.id),
    'indexedShapes', (select jsonb_agg(shape order by shape) from list_index l where l.app = application.id and ${isIndexed})
  ) order by namespace, code), '[]') from application)`
