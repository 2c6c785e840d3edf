import assert from 'node:assert/strict'
import { applicationRows } from '../../src/data/reports/tables/application-table.store.ts'
import { sql } from '../../src/foundation/db/sql.ts'
import { type Asking, count, refused } from './asking.ts'
import { toEql } from './condition.ts'
import { holds, namesIn } from './holds.ts'
import type { Moment } from './judge.ts'
import { address } from './make-world.ts'
import { type App, apps, type Field, fields, type Row, rights } from './world.ts'

type Item = Record<string, unknown> & { __id: string }

/** Compares lists, totals, single elements and their fields with the judge's decisions. */
export async function compareReading(asking: Asking, { rows, round }: Moment): Promise<void> {
  const { platform, caller, judge } = asking
  const known = await platform.context.apps.applications.list(caller, { size: 100 })
  const defined = (JSON.parse(known.items.text) as { namespace: string; code: string }[]).filter(
    ({ namespace }) => namespace !== '_system_catalogs',
  )
  const paths = defined.map(({ namespace, code }) => `${namespace}.${code}`)
  assert.deepEqual(paths.sort(), apps.filter(judge.knows), 'the visible applications')
  // Rows are built in two ways: with all fields, and with the requested fields.
  const request = round === 0 ? {} : { fields: { '*': true } }
  for (const app of apps) {
    const all = rows.filter((row) => row.app === app)
    await compareApplication(asking, app, all, request)
  }
}

async function compareApplication(asking: Asking, app: App, rows: readonly Row[], request: object): Promise<void> {
  const { platform, caller, judge, tally } = asking
  const { elements } = platform.context.apps
  if (!judge.knows(app)) {
    const ask = [
      () => elements.list(caller, address(app), {}),
      ...rows.map(
        ({ id }) =>
          () =>
            elements.get(caller, { ...address(app), id }),
      ),
    ]
    for (const one of ask) assert.deepEqual(await refused(one()), [404, 'application.not_found'])
    count(tally, 'unknown', rows.length)
    return
  }
  const seen = rows.filter((row) => judge.may(row, 'view'))
  const page = await elements.list(caller, address(app), { ...request, size: 100 })
  const items = JSON.parse(page.items.text) as Item[]
  assert.deepEqual(items.map(({ __id }) => __id).sort(), seen.map(({ id }) => id).sort(), `the listed rows of ${app}`)
  assert.equal(page.total, seen.length)
  for (const row of rows) {
    const asked = { ...address(app), id: row.id }
    if (!seen.includes(row)) {
      assert.deepEqual(await refused(elements.get(caller, asked)), [404, 'element.not_found'], row.id)
      count(tally, 'unseen')
      continue
    }
    compareFields(asking, row, items.find(({ __id }) => __id === row.id)!)
    compareFields(asking, row, JSON.parse((await elements.get(caller, asked)).item.text))
    count(tally, 'seen')
  }
}

function compareFields({ judge, tally }: Asking, row: Row, item: Item): void {
  const expected: Partial<Record<Field, unknown>> = {}
  for (const field of fields) {
    if (!judge.mayField(row.app, field, 'read')) {
      count(tally, 'hidden field')
      continue
    }
    const isShown = judge.mayField(row.app, field, 'read', row)
    expected[field] = isShown ? row.values[field] : null
    count(tally, isShown ? 'shown field' : 'masked field')
  }
  const own = Object.fromEntries(Object.entries(item).filter(([code]) => !code.startsWith('__')))
  assert.deepEqual(own, expected, `the fields of ${row.id}`)
}

/** Compares the rows that reports read, with and without field tables, with the lists of live elements. */
export async function compareReports({ platform, caller, judge, tally }: Asking): Promise<void> {
  const { catalog, findFor, elements } = platform.context.apps
  for (const app of apps) {
    const { namespace, code } = address(app)
    const rowsOf = async (isNamed?: () => boolean): Promise<Record<string, unknown>[]> => {
      const select = applicationRows(catalog.application(namespace, code)!, findFor(caller), isNamed)
      const rows = await platform.database.reader.rows<{ row: string }>(
        sql`select to_jsonb(t)::text as row from (${select}) t order by id`,
      )
      return rows.map(({ row }) => JSON.parse(row))
    }
    const rows = await rowsOf(() => false)
    assert.deepEqual(rows, await rowsOf(), `the rows of ${app} for reports`)
    const listed = judge.knows(app)
      ? (await elements.list(caller, address(app), { active: true, size: 100 })).items
      : undefined
    const ids = (JSON.parse(listed?.text ?? '[]') as Item[]).map(({ __id }) => __id)
    assert.deepEqual(rows.map((row) => row.id).sort(), ids.sort(), `the ids of ${app} for reports`)
    count(tally, 'reported', rows.length)
  }
}

/** Compares the totals of lists without their elements. The platform caches totals until something changes them. */
export async function compareTotals({ platform, caller, judge }: Asking, { rows }: Moment): Promise<void> {
  for (const app of apps.filter(judge.knows)) {
    const { total } = await platform.context.apps.elements.list(caller, address(app), { size: 0 })
    assert.equal(total, rows.filter((row) => row.app === app && judge.may(row, 'view')).length, `the total of ${app}`)
  }
}

/** Compares a filter with the judge. A filter must match only by values that its caller may read. */
export async function compareFilter(
  asking: Asking,
  { rows }: Moment,
  { app, by }: Moment['world']['rounds'][number]['filters'][number],
): Promise<void> {
  const { platform, caller, judge, tally } = asking
  if (!judge.knows(app)) return
  const query = toEql(by, app)
  const listed = platform.context.apps.elements.list(caller, address(app), { filter: { eql: { query } }, size: 100 })
  const isHidden = namesIn(by, app).some(
    ([of, code]) => !judge.knows(of) || (!code.startsWith('__') && !judge.mayField(of, code as Field, 'read')),
  )
  count(tally, isHidden ? 'refused filter' : 'filter')
  if (isHidden) {
    assert.equal((await refused(listed))?.[0], 400, query)
    return
  }
  const found = (JSON.parse((await listed).items.text) as Item[]).map(({ __id }) => __id)
  const fitting = rows.filter((row) => row.app === app && judge.may(row, 'view') && holds(by, row, judge.eyes))
  assert.deepEqual(found.sort(), fitting.map(({ id }) => id).sort(), `what ${query} finds in ${app}`)
}

/** Compares every right to one row, as the platform explains it, with the judge. */
export async function compareRights({ platform, caller, judge, tally }: Asking, row: Row): Promise<void> {
  if (!judge.may(row, 'view')) return
  for (const right of rights) {
    const { allowed } = await platform.context.apps.access.explain(caller, { ...address(row.app), id: row.id, right })
    assert.equal(allowed, judge.may(row, right), `${right} of ${row.id}`)
    count(tally, allowed ? 'right' : 'no right')
  }
}
