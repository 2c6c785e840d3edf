import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { assertDone, listed, made } from '../everything.ts'
import { type Body, startTestPlatform, type TestPlatform } from '../platform.ts'

// Imports tables of public bodies as their publishers wrote them. The tests are skipped where the tables are not stored
// beside the project.
const folder = fileURLToPath(new URL('../../../shared/data', import.meta.url))
const skip = existsSync(folder) ? false : `the real tables are not on this machine (${folder})`

const organisations = {
  file: `${folder}/organisations.csv`,
  application: '/pub/v1/app/ref/counterparties',
  code: 'register_number',
  mapping: {
    'responsibleOrg.regNum': 'register_number',
    'responsibleOrg.fullName': 'full_name',
    'responsibleOrg.postAddress': 'address',
    'responsibleOrg.long': 'lon',
    'responsibleOrg.lat': 'lat',
  },
}
const products = {
  file: `${folder}/products.csv`,
  application: '/pub/v1/app/ref/products',
  code: 'code',
  mapping: {
    'purchaseObject.OKPD2.code': 'code',
    'purchaseObject.OKPD2.name': 'title',
    'purchaseObject.OKPD2.code.2dig': 'class',
  },
}
type RealTable = typeof organisations | typeof products

describe('importing real tables', { skip }, () => {
  let office: TestPlatform
  before(async () => {
    office = await startTestPlatform()
  })
  after(() => office[Symbol.asyncDispose]())

  async function run({ file, application, mapping }: RealTable, options: object = {}): Promise<Body> {
    const fileHash = randomUUID()
    const form = new FormData()
    form.append('file', await openAsBlob(file), 'table.csv')
    assertDone(await office.call('POST', `/pub/v1/disk/file/upload?hash=${fileHash}`, form))
    const started = await office.call('POST', `${application}/import`, { fileHash, mapping, ...options })
    assertDone(started)
    for (;;) {
      const { body } = await office.call('POST', `${application}/import/status`, { importId: started.body.importId })
      if (body.status.state !== 'running') return body.status
      await wait(50)
    }
  }

  const sums = ({ state, total, created, updated, unchanged, failed }: Body): unknown[] => [
    state,
    { total, created, updated, unchanged, failed },
  ]

  const there = async ({ application }: RealTable): Promise<Body[]> =>
    (await listed(office.call, application, { active: true, size: 10_000 })).items

  async function undo({ importId }: Body): Promise<Body> {
    const answer = await office.call('POST', `/api/v1/imports/${importId}/undo`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }

  it('creates a counterparty for each of 720 organisations once, and undoes exactly these', async () => {
    const own = await made(office.call, organisations.application, { __name: 'Own', register_number: '1' })
    const all = { total: 720, created: 0, updated: 0, unchanged: 0, failed: 0 }
    const first = await run(organisations)
    assert.deepEqual(sums(first), ['done', { ...all, created: 720 }], JSON.stringify(first.errors))
    assert.deepEqual(first.ignoredColumns, ['responsibleOrg.address.OSM'])

    const text = windows1251(organisations.file)
    const elements = await there(organisations)
    const expected = [...text.matchAll(/^\d{10,11}(?=;)/gm)].map(([number]) => number)
    assert.deepEqual(codes(elements, 'register_number'), [...expected, '1'].sort())
    const inspection = elements.find((one) => one.register_number === '1111000002')
    assert.equal(inspection.full_name, 'ГОСУДАРСТВЕННАЯ ИНСПЕКЦИЯ ТРУДА В РЕСПУБЛИКЕ ТАТАРСТАН')
    assert.deepEqual([inspection.lon, inspection.lat], [0, 0])
    assert.ok(elements.some(({ address, full_name }) => `${address}${full_name}`.includes('\n')))

    assert.deepEqual(sums(await run(organisations)), ['done', { ...all, unchanged: 720 }])
    assert.deepEqual(await undo(first), { success: true, error: '', undone: 720, kept: [] })
    assert.deepEqual(
      (await there(organisations)).map(({ __id }) => __id),
      [own.__id],
    )
  })

  it('creates a product for each of 3,846 codes, one of which is the word NA', async () => {
    // One row holds nothing but NA. By default NA means an empty value, so the row has no code; with `nullTexts: []`
    // the row is a product.
    const all = { total: 3846, created: 0, updated: 0, unchanged: 0, failed: 0 }
    const tried = await run(products, { dryRun: true })
    assert.deepEqual(sums(tried), ['done', { ...all, created: 3845, failed: 1 }])
    assert.match(tried.errors[0].message, /code/)
    assert.equal((await there(products)).length, 0)

    const first = await run(products, { nullTexts: [] })
    assert.deepEqual(sums(first), ['done', { ...all, created: 3846 }], JSON.stringify(first.errors))
    const text = windows1251(products.file)
    const expected = [...text.matchAll(/^"?([\dNA.]+)"?;/gm)].map(([, code]) => code!)
    const elements = await there(products)
    assert.deepEqual(codes(elements, 'code'), expected.sort())
    assert.ok(elements.some((one) => one.code === '26.20.13.000' && one.class === '26'))

    assert.deepEqual(sums(await run(products, { nullTexts: [] })), ['done', { ...all, unchanged: 3846 }])
    assert.deepEqual(await undo(first), { success: true, error: '', undone: 3846, kept: [] })
    assert.deepEqual(await there(products), [])
  })
})

function codes(elements: readonly Body[], code: string): string[] {
  return elements.map((element) => element[code]).sort()
}

function windows1251(file: string): string {
  return new TextDecoder('windows-1251').decode(readFileSync(file))
}
