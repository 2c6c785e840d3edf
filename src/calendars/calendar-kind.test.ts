import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../test/database.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Shop } from '../solutions/solution.fixture.ts'
import { deploy, exportFiles, openCatalog, planned, shopFiles } from '../solutions/solution.fixture.ts'
import { type Calendars, createCalendars } from './calendars.ts'

const file = 'namespaces/shop/calendars/office.yaml'
const withCalendar = (text: string, more: Record<string, string> = {}) => shopFiles({}, { [file]: text, ...more })

describe('calendars of a solution', () => {
  let shop: Shop & { database: Database & AsyncDisposable }
  let calendars: Calendars
  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
    calendars = createCalendars({ definitions: shop.catalog.snapshot, timeZone: 'UTC' })
  })
  after(() => shop.database.close())

  async function problemsOf(...files: Parameters<typeof withCalendar>): Promise<string[]> {
    const error = await planned(shop, withCalendar(...files)).then(
      () => assert.fail('the plan has no problems'),
      (error) => error,
    )
    return error.details.problems.map(({ message }: Record<string, string>) => message)
  }

  const working = (from: string, duration: string, path?: string): string =>
    calendars.addWorkingTime(new Date(from), duration, path).toISOString()

  it('are planned, applied, changed, exported with the same text, and removed', async () => {
    const text = 'name: Office\nholidays: [2026-03-03]\nworkingDays:\n  2026-03-07: [10:00-14:00]\n'
    assert.deepEqual(await deploy(shop, withCalendar(text)), [
      'shop: adds the solution "Shop" 1.0.0',
      'shop: adds the namespace "shop"',
      'shop.office: adds the calendar shop.office "Office"',
    ])
    assert.deepEqual(await deploy(shop, withCalendar(text)), [])
    assert.deepEqual(await deploy(shop, await exportFiles(shop)), [])
    assert.equal(working('2026-03-02T11:00:00Z', 'P1D', 'shop.office'), '2026-03-04T11:00:00.000Z')
    assert.equal(working('2026-03-06T11:00:00Z', 'P1D', 'office'), '2026-03-07T11:00:00.000Z')
    assert.equal(working('2026-03-06T11:00:00Z', 'P1D', 'Shop.Office'), '2026-03-07T11:00:00.000Z')
    assert.deepEqual(await deploy(shop, withCalendar(`${text}timeZone: Asia/Tokyo\n`)), [
      'shop.office: changes the calendar shop.office: time zone',
    ])
    assert.equal(working('2026-03-02T00:00:00Z', 'PT1H', 'shop.office'), '2026-03-02T01:00:00.000Z')
    const plan = await planned(shop, shopFiles({}))
    assert.deepEqual(
      plan.changes.map(({ sentence, destructive }) => [sentence, destructive]),
      [['removes the calendar shop.office', true]],
    )
    await deploy(shop, shopFiles({}), { allowDestructive: true })
    assert.match(calendars.problemOf('shop.office') ?? '', /the calendar "shop.office" does not exist/)
  })

  it('one calendar is the default of the installation, and a second default is refused', async () => {
    assert.equal(working('2026-03-02T17:30:00Z', 'PT1H'), '2026-03-03T09:30:00.000Z')
    await deploy(shop, withCalendar('name: Late\ndefault: true\nweek: {monday: [17:00-24:00]}\n'))
    assert.equal(working('2026-03-02T17:30:00Z', 'PT1H'), '2026-03-02T18:30:00.000Z')
    assert.equal(working('2026-03-02T17:30:00Z', 'PT1H', 'default'), '2026-03-02T18:30:00.000Z')
    const two = { 'namespaces/shop/calendars/two.yaml': 'name: Two\ndefault: true\n' }
    assert.deepEqual(await problemsOf('name: One\ndefault: true\n', two), [
      'shop.office is already the default calendar; remove "default: true" from one of them',
    ])
  })

  it('contradictions are refused, each with a message', async () => {
    assert.deepEqual((await problemsOf('name: Wrong\nweek: {friday: [9-18]}\n')).length, 1)
    const text =
      'name: Wrong\ntimeZone: Europe/Nowhere\nweek: {monday: [13:00-12:00], tuesday: [09:00-12:00, 11:00-13:00]}\nholidays: [2026-02-30, 2026-03-05/2026-03-01]\n'
    assert.deepEqual(await problemsOf(text), [
      'the time zone "Europe/Nowhere" does not exist; write a name such as Europe/Moscow',
      'the hours "13:00-12:00" end before they begin',
      'the hours "11:00-13:00" begin before the hours above end',
      'the date 2026-02-30 does not exist',
      'the period "2026-03-05/2026-03-01" ends before it begins',
    ])
  })
})
