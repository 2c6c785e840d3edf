import { createHash } from 'node:crypto'
import type { Reader } from '../../../foundation/db/database.ts'
import { id, join, literal, nothing, type Sql, sql } from '../../../foundation/db/sql.ts'
import { folded, searchedText } from '../../../values/index.ts'
import type { Application } from '../application.ts'
import { withoutBinding } from '../unbound.ts'
import type { WantedIndex } from './indexes.store.ts'

/** The prefix of the names of search indexes; no migration uses it. */
export const searchPrefix = 'element_search_'

/** The maximum number of columns that PostgreSQL allows in one index. */
const maxColumns = 32
/**
 * The maximum size in KiB of the index's list of pending entries. The write that fills the list moves its entries into
 * the index; every search reads the whole list.
 */
const pendingKib = 1024

/**
 * Returns the trigram indexes that search needs: one for the names of all elements, and one for each application with
 * `search: true` on a field, or several when more than 32 fields are searched. Each field is a separate column of an
 * index, so that a search in one field never matches text of another field, which the caller may not be allowed to
 * read.
 */
export function searchIndexesOf(applications: readonly Application[]): WantedIndex[] {
  return [indexOf([folded(sql`name`)], undefined), ...applications.flatMap(indexesOfFields)]
}

function indexesOfFields(application: Application): WantedIndex[] {
  const texts = [...application.fields.values()]
    .filter(({ searchable }) => searchable)
    .map((field) => searchedText(field, sql`(body -> ${literal(field.code)})`))
    .filter((text) => text !== undefined)
  const indexes: WantedIndex[] = []
  for (let at = 0; at < texts.length; at += maxColumns) {
    indexes.push(indexOf(texts.slice(at, at + maxColumns), application.id))
  }
  return indexes
}

function indexOf(texts: readonly Sql[], app: string | undefined): WantedIndex {
  const columns = join(texts.map((text) => sql`(${text}) gin_trgm_ops`))
  const where = app === undefined ? nothing : sql`where app = ${literal(app)}::uuid`
  const pending = sql`with (gin_pending_list_limit = ${pendingKib})`
  const what = withoutBinding(sql`on element_default using gin (${columns}) ${pending} ${where}`)
  const hash = createHash('sha256').update(what.strings[0]!).digest('hex').slice(0, 24)
  const name = `${searchPrefix}${hash}`
  // The planner reads no statistics from a partial index; without extra statistics, the planner would treat a word as
  // rare even if every element contains it.
  const statistics =
    app === undefined
      ? []
      : texts.map((text, place) => {
          return sql`create statistics if not exists ${id(`${name}_${place}`)} on (${text}) from element_default`
        })
  const index = sql`create index concurrently if not exists ${id(name)} ${what}`
  return { name, create: [...statistics, index].map(withoutBinding) }
}

/** Returns the statements that drop a search index with its statistics. */
export async function dropSearchIndex(reader: Reader, name: string): Promise<Sql[]> {
  const found = await reader.rows<{ name: string }>(sql`
    select stxname as name from pg_statistic_ext
    where stxrelid = 'element_default'::regclass and starts_with(stxname, ${`${name}_`}) order by 1`)
  const statistics = found.map((one) => sql`drop statistics if exists ${id(one.name)}`)
  return [sql`drop index concurrently if exists ${id(name)}`, ...statistics]
}
