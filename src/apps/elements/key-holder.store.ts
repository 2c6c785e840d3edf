import type { Reader } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Source } from '../../query/index.ts'
import type { Application } from '../definitions/application.ts'
import { keyRows } from './elements.store.ts'

export interface KeyHolder {
  readonly key: string
  readonly id: string
}

/** Who holds a unique key that these values would take; asked after a clash, to name it. */
export async function holderOfKey(
  reader: Reader,
  application: Application,
  body: Readonly<Record<string, unknown>>,
  externalId: string | null,
  exceptId: string | undefined,
): Promise<KeyHolder | undefined> {
  const row = sql`(select ${JSON.stringify(body)}::jsonb as body, ${externalId}::text as external_id) w`
  return reader.row<KeyHolder>(sql`
    select h.key, h.id from ${row} cross join lateral ${keyRows(application, sql`w`, true)!} as k(key, value)
    join element_key h on h.app = ${application.id} and h.key = k.key and h.value = k.value
    where h.id is distinct from ${exceptId ?? null}::uuid limit 1`)
}

/** The kept values of an element that the source shows, for checks that need what is not in the input. */
export async function bodyOf(reader: Reader, source: Source, elementId: string): Promise<Record<string, unknown>> {
  const row = await reader.row<{ body: string }>(sql`
    select e.body from element e where ${source.scope(sql`e`)} and e.id = ${elementId}`)
  return row === undefined ? {} : JSON.parse(row.body)
}
