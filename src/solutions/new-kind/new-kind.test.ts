import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { exported, got, namespaces, solutions } from '../../api/v1/scheme/scheme.fixture.ts'
import { sql } from '../../foundation/db/sql.ts'
import { kinds } from '../../platform/kinds.ts'
import { readZip } from '../files/read-zip.ts'
import { writeZip } from '../files/write-zip.ts'
import { jsonSchemas } from '../json-schemas.ts'
import { createNoticeTable, noticeKind } from './notices.fixture.ts'

/** The kinds of the platform, followed by the new kind, notices. */
const withNotices = [...kinds, noticeKind]

const base = {
  'solution.yaml': 'code: shop\nname: Shop\nversion: 1.0.0\n',
  'namespaces/shop/apps/orders.yaml': 'name: Orders\n',
  'namespaces/shop/groups/clerks.yaml': 'name: Clerks\n',
  'namespaces/shop/namespace.yaml': 'name: Shop\n',
}
const opening = 'name: Opening hours\ntext: From nine to five\ngroup: shop.clerks\n'

/** Returns the files of the solution as a zip; `notices` is the YAML of each notice by code. */
function zipOf(notices: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const files = Object.entries(notices).map(([code, text]) => [`namespaces/shop/notices/${code}.yaml`, text] as const)
  return writeZip(new Map([...Object.entries(base), ...files]))
}

describe('a new kind of definition, added by one folder and one line of a list', () => {
  let started: TestPlatform

  before(async () => {
    started = await startEmptyPlatform({}, { kinds: withNotices, prepareDatabase: createNoticeTable })
  })
  after(() => started[Symbol.asyncDispose]())

  async function sentences(what: 'plan' | 'apply', notices: Record<string, string>, query = ''): Promise<string[]> {
    const answer = await started.call('POST', `/api/v1/solutions/${what}${query}`, await zipOf(notices))
    assertDone(answer)
    return answer.body.changes.map(({ path, sentence }: Record<string, string>) => `${path}: ${sentence}`)
  }
  const refusal = async (notices: Record<string, string>): Promise<string[]> => {
    const { status, body } = await started.call('POST', '/api/v1/solutions/plan', await zipOf(notices))
    assert.deepEqual([status, body.success], [400, false])
    return body.problems.map(({ file, message }: Record<string, string>) => `${file}: ${message}`)
  }
  const changeByHand = (text: string) =>
    started.platform.database.single.rows(sql`update notice set text = ${text} where code = 'opening'`)

  it('is read and checked like the others', async () => {
    const file = (code: string) => `namespaces/shop/notices/${code}.yaml`
    assert.deepEqual(await refusal({ Opening: 'name: A\n', latest: 'name: A\n', one: 'name: A\ntxt: B\n' }), [
      `${file('Opening')}: a notice code must match ^[a-z]+$`,
      `${file('latest')}: the notice code "latest" is reserved`,
      `${file('one')}: unknown key; did you mean "text"?`,
    ])
    assert.deepEqual(await refusal({ one: 'name: A\ntext: TODO\ngroup: shop.clerk\n' }), [
      `${file('one')}: there is no group "shop.clerk"; did you mean "shop.clerks"?`,
      `${file('one')}: the text is not finished`,
    ])
    const misplaced = await writeZip(new Map([...Object.entries(base), ['namespaces/shop/notces/a.yaml', 'name: A\n']]))
    assertRefused(
      await started.call('POST', '/api/v1/solutions/plan', misplaced),
      400,
      'definition.invalid',
      /this file is in the wrong place; did you mean "notices"\?/,
    )
  })

  it('is planned and applied in one transaction with the others, after the kinds it refers to', async () => {
    const lines = [
      'shop: adds the solution "Shop" 1.0.0',
      'shop: adds the namespace "shop"',
      'shop.clerks: adds the group shop.clerks "Clerks"',
      'shop.orders: adds the application shop.orders "Orders" with 0 fields and 0 statuses',
      'shop.opening: adds the notice shop.opening "Opening hours"',
    ]
    assert.deepEqual(await sentences('plan', { opening }), lines)
    assert.deepEqual(await sentences('apply', { opening }), lines)
    assert.deepEqual(await sentences('plan', { opening }), [])
  })

  it('shows what was changed by hand as drift, until the files are applied again', async () => {
    assert.deepEqual(await got(started.call, '/api/v1/solutions/shop/drift'), [])
    await changeByHand('Closed')
    // No operation changes notices, so the test itself increments the version of the catalog.
    await started.platform.database.single.rows(sql`update catalog set version = version + 1`)
    const phrase = {
      sentence: 'the notice shop.opening has another text',
      key: 'changedByHand',
      template: 'the notice {0} has another text',
      values: ['shop.opening'],
    }
    assert.deepEqual(await got(started.call, '/api/v1/solutions/shop/drift'), [
      { kind: 'changed', what: 'notice', path: 'shop.opening', ...phrase },
    ])
    assert.deepEqual(await sentences('apply', { opening }), ['shop.opening: changes the notice shop.opening'])
    assert.deepEqual(await got(started.call, '/api/v1/solutions/shop/drift'), [])
  })

  it('is exported as it was written, and the export changes nothing', async () => {
    const zip = await (await exported(started.url, 'shop')).bytes()
    const files = { ...base, 'namespaces/shop/notices/opening.yaml': opening }
    assert.deepEqual(Object.fromEntries(await readZip(zip)), files)
    const answer = await started.call('POST', '/api/v1/solutions/plan', zip)
    assertDone(answer)
    assert.deepEqual(answer.body.changes, [])
  })

  it('is listed in its solution, whose hash follows its content', async () => {
    const content = async () => {
      const solution = await got(started.call, `${solutions}/shop`)
      const { type, namespace, code, name, hash } = solution.content.at(-1)
      return { all: solution.hash, one: { type, namespace, code, name }, hash }
    }
    const first = await content()
    assert.deepEqual(first.one, { type: 'notice', namespace: 'shop', code: 'opening', name: 'Opening hours' })
    await sentences('apply', { opening: opening.replace('five', 'six') })
    const second = await content()
    assert.notEqual(second.hash, first.hash)
    assert.notEqual(second.all, first.all)
    await sentences('apply', { opening })
    assert.deepEqual(await content(), first)
  })

  it('is considered when its namespace is checked for export', async () => {
    assert.equal((await started.call('GET', `${namespaces}/shop/exportable`)).body.exportable, true)
    const two = new Map([
      ['solution.yaml', 'code: two\nname: Two\nversion: 1.0.0\n'],
      ['namespaces/left/namespace.yaml', 'name: Left\n'],
      ['namespaces/left/notices/one.yaml', 'name: One\ngroup: right.clerks\n'],
      ['namespaces/right/namespace.yaml', 'name: Right\n'],
      ['namespaces/right/groups/clerks.yaml', 'name: Clerks\n'],
    ])
    assertDone(await started.call('POST', '/api/v1/solutions/apply', await writeZip(two)))
    const { exportable, reasons } = (await started.call('GET', `${namespaces}/left/exportable`)).body
    assert.deepEqual([exportable, reasons], [false, [{ code: 'outside_group', path: 'left.one', ref: 'right.clerks' }]])
    assert.equal((await started.call('GET', `${solutions}/two/exportable`)).body.exportable, true)
  })

  it('is hidden when its namespace is hidden', async () => {
    const files = { ...base, 'namespaces/shop/namespace.yaml': 'name: Shop\nvisibleTo: [global.administrators]\n' }
    const hiding = new Map([...Object.entries(files), ['namespaces/shop/notices/opening.yaml', opening]])
    hiding.delete('namespaces/shop/apps/orders.yaml')
    assertDone(await started.call('POST', '/api/v1/solutions/apply?allowDestructive=true', await writeZip(hiding)))
    const { call } = await aUser(started, { login: 'clerk' })
    assert.deepEqual((await got(call, `${solutions}/shop`)).content, [])
    assert.equal((await got(started.call, `${solutions}/shop`)).content.at(-1).code, 'opening')
  })

  it('is removed only with consent', async () => {
    const answer = await started.call('POST', '/api/v1/solutions/apply', await zipOf({}))
    assertRefused(answer, 400, 'definition.consent_needed', /shop\.opening: removes the notice shop\.opening/)
    const changes = await sentences('apply', {}, '?allowDestructive=true')
    assert.equal(changes.at(-1), 'shop.opening: removes the notice shop.opening')
    assert.ok(
      (await got(started.call, `${solutions}/shop`)).content.every(({ type }: { type: string }) => type !== 'notice'),
    )
  })

  it('has a JSON Schema for editors', () => {
    const schema = JSON.parse(jsonSchemas(withNotices).get('notice.schema.json')!)
    assert.deepEqual([schema.title, Object.keys(schema.properties)], ['Notice', ['name', 'text', 'group']])
  })
})
