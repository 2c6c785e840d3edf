import { openTestDatabase } from '../../../../test/database.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { planList, readListRequest } from '../../../query/index.ts'
import { deploy, openCatalog, shopFiles } from '../../../solutions/solution.fixture.ts'
import { elementSource } from '../../elements/source/element-source.ts'
import type { Application } from '../application.ts'
import type { ApplicationCatalog } from '../application-catalog.ts'
import { FieldTables } from './field-tables.ts'
import type { ListIndexLimits } from './list-indexes.store.ts'

/** A database with applications, whose field tables are built when a test asks for it. */
export interface Shop {
  readonly database: Database & AsyncDisposable
  readonly catalog: ApplicationCatalog
  readonly fieldTables: FieldTables
  /** Deploys the application `shop.<code>` from its file and builds its field table. */
  deploy(code: string, file: string): Promise<Application>
  application(code: string): Application
  /**
   * Returns PostgreSQL's plan for a page of a list, or with size 0 for its total, which reads no whole table where an
   * index serves. `without` is a statement that is rolled back again.
   */
  planOf(application: Application, body: object, without?: Sql): Promise<string>
}

interface ShopOptions {
  /** The number of elements from which an application gets a field table. */
  readonly from?: number
  readonly listIndexLimits?: Partial<ListIndexLimits>
}

/** Opens an empty shop. */
export async function openShop({ from = 0, listIndexLimits = {} }: ShopOptions = {}): Promise<Shop> {
  const database = await openTestDatabase()
  const catalog = await openCatalog(database)
  const { applications, refresh } = catalog
  const fieldTables = new FieldTables({ database, applications, refresh, log: () => {}, from, listIndexLimits })
  const application = (code: string): Application => catalog.application('shop', code)!
  return {
    database,
    catalog,
    fieldTables,
    application,
    async deploy(code, file) {
      await deploy({ database, catalog }, shopFiles({ [code]: file }), { allowDestructive: true })
      await fieldTables.keep()
      return application(code)
    },
    async planOf(one, body, without) {
      const source = elementSource(one, () => undefined)
      const { page, count } = planList(readListRequest(body), source, { callerId: '', nowMs: 0 })
      return database
        .transaction(async (tx) => {
          const ways = page === undefined ? ['seqscan'] : ['seqscan', 'bitmapscan']
          for (const way of ways) await tx.rows(sql`select set_config(${`enable_${way}`}, 'off', true)`)
          if (without) await tx.rows(without)
          const rows = await tx.rows(sql`explain ${page ?? count}`)
          throw rows.map((row) => Object.values(row)[0]).join('\n')
        })
        .catch(String)
    },
  }
}

/** Returns the file of an application with these fields. */
export const ledgerFile = (fields = '  - { code: amount, type: number }\n'): string => `name: A\nfields:\n${fields}`
/** The bodies of the elements of a ledger, for `insertElements`. */
export const numbered = sql`jsonb_build_object('amount', n, 'note', 'Note ' || n)`

/** Deploys an application `shop.<code>` with 50 elements, which were written after its field table was built. */
export async function addLedger(shop: Shop, code: string): Promise<Application> {
  const ledger = await shop.deploy(code, ledgerFile())
  await insertElements(shop.database, ledger.id, 50, numbered)
  return ledger
}

/** Returns all elements whose row in a field table is wrong. */
export const wrongRows = (shop: Shop): Promise<string[]> => shop.fieldTables.wrongRows(undefined, null)

/** Runs the work that a node does every ten seconds: building and dropping field tables. */
export const look = async (shop: Shop): Promise<unknown> => shop.fieldTables.periodic.run(new AbortController().signal)

/** Inserts elements without history. `body` is the SQL of a body, in which `n` counts from 1. */
export async function insertElements(
  database: Pick<Database, 'single'>,
  app: string,
  count: number,
  body: Sql,
): Promise<void> {
  await database.single.rows(sql`
    insert into element (app, id, idx, created_at, created_by, updated_at, updated_by, rev, status_history, subscribers, body)
    select ${app}, gen_random_uuid(), n, now(), ${app}, now(), ${app}, 1, '[]', '[]', ${body}
    from generate_series(1, ${count}::int) n`)
}

/** Returns the field tables of another node, which works on `database`. */
export function anotherNode(
  { catalog: { applications, refresh } }: Shop,
  database: Database,
  { from = 0, filledAtOnce = 10 } = {},
): FieldTables {
  return new FieldTables({ database, applications, refresh, log: () => {}, from, filledAtOnce })
}

/** Returns a promise, and a function that resolves it. */
export function gate(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}
