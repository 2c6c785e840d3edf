import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { assertRefused, type Everything, startEverything } from '../../../../../test/everything.ts'
import type { Body } from '../../../../../test/platform.ts'
import { fieldTypeByWord } from '../../../../values/index.ts'
import { applyFiles, filesOf, got, namespaces, rows } from '../scheme.fixture.ts'

let started: Everything
let things: Body
let byCode: Map<string, Body>
before(async () => {
  started = await startEverything()
  things = await schemaOf('all', 'things')
  byCode = new Map(things.fields.map((field: Body) => [field.code, field]))
})
after(() => started[Symbol.asyncDispose]())

const schemaOf = (namespace: string, code: string): Promise<Body> =>
  got(started.call, `${namespaces}/${namespace}/apps/${code}`)
const codesOf = (fields: readonly Body[]): string[] => fields.map(({ code }) => code)

const file = parse(
  readFileSync(
    new URL('../../../../../test/solutions/everything/namespaces/all/apps/things.yaml', import.meta.url),
    'utf8',
  ),
)

describe('the schema of an application', () => {
  it('contains the name, the author and the times of the application', async () => {
    const { __id, namespace, code, name, elementName, type, version, solution, hash } = things
    assert.match(__id, /^[0-9a-f-]{36}$/)
    assert.match(hash, /^[0-9a-f]{64}$/)
    assert.deepEqual(
      { namespace, code, name, elementName, type, version, solution },
      {
        namespace: 'all',
        code: 'things',
        name: 'Things',
        elementName: 'Thing',
        type: 'STANDARD',
        version: 1,
        solution: 'everything',
      },
    )
    assert.match(things.__createdAt, /^\d{4}-\d\d-\d\dT/)
    assert.deepEqual(
      [things.__createdBy, things.__updatedBy, things.__deletedAt],
      [started.userId, started.userId, null],
    )
    assert.deepEqual(things.permissions, { values: [], timestamp: 0, inheritParent: true })
    assert.deepEqual(things.params, { nameTemplate: '{$title} {$series}', unique: [['sku'], ['amount', 'series']] })
    assert.equal((await schemaOf('ref', 'products')).type, 'DICTIONARY')
  })

  it('is the same in the list of its namespace, which is ordered by code', async () => {
    const list = await rows(started.call, `${namespaces}/all/apps`)
    assert.deepEqual(codesOf(list), ['parts', 'things'])
    assert.deepEqual(list[1], things)
  })

  it('contains every field of the file in order, with type, title, required and array', () => {
    const own = things.fields.filter(({ system }: Body) => !system)
    assert.deepEqual(codesOf(own), codesOf(file.fields))
    for (const entry of file.fields) {
      const field = byCode.get(entry.code)!
      const type = fieldTypeByWord(entry.type)!
      const array = entry.array === true || type.several === 'always'
      assert.deepEqual(
        [field.type, field.view.name, field.required, field.array, field.single, field.indexed, field.searchable],
        [type.code, entry.name, entry.required ?? false, array, !array, entry.indexed ?? false, entry.search ?? false],
        entry.code,
      )
      const { deleted, calcByFormula, formula, linkTo } = field
      assert.deepEqual(
        { deleted, calcByFormula, formula, linkTo },
        { deleted: false, calcByFormula: false, formula: '', linkTo: null },
      )
    }
  })

  it('contains the target of a reference, the values of a category, the columns of a table, and every other setting', () => {
    const data = (code: string): Body => byCode.get(code)!.data
    assert.deepEqual(data('part'), { namespace: 'all', code: 'parts' })
    assert.deepEqual(data('parts'), { namespace: 'all', code: 'parts' })
    assert.deepEqual(data('colours'), {
      enumItems: [
        { code: 'red', name: 'Red' },
        { code: 'green', name: 'Green' },
        { code: 'blue', name: 'Blue' },
      ],
    })
    assert.deepEqual(data('due'), { view: 'date' })
    assert.deepEqual(data('note'), { view: 'multiline' })
    assert.deepEqual(data('pieces'), { integer: true, min: 0 })
    assert.deepEqual(data('title'), { maxLength: 200 })
    const [name, count] = data('lines').fields
    assert.deepEqual([name.code, name.type, name.required, name.view.name], ['name', 'STRING', true, 'Name'])
    assert.deepEqual([count.code, count.type, count.defaultValue], ['count', 'FLOAT', 1])
    assert.deepEqual([byCode.get('active')!.defaultValue, byCode.get('title')!.defaultValue], [true, null])
  })

  it('contains the system fields too, under their names in elements', async () => {
    const { body } = await started.call('POST', '/pub/v1/app/all/things/create', { context: { title: 'one' } })
    // Only documents have a file.
    const inElement = Object.keys(body.item).filter((code) => code !== '__file')
    assert.deepEqual([...byCode.keys()].sort(), inElement.sort())
    assert.deepEqual([byCode.get('__name')!.type, byCode.get('__createdBy')!.type], ['STRING', 'SYS_USER'])
  })

  it('contains a field __status exactly when it has statuses, and lists them with their groups', async () => {
    assert.deepEqual([byCode.get('__status')!.type, byCode.get('__status')!.code], ['STATUS', '__status'])
    const settings = (await started.call('GET', '/pub/v1/app/all/things/settings/status')).body
    assert.equal(things.statuses.length, 6)
    assert.deepEqual([things.statuses, things.statusGroups], [settings.statusItems, settings.groupItems])
    const parts = await schemaOf('all', 'parts')
    assert.deepEqual([parts.statuses, parts.statusGroups], [[], []])
    assert.ok(!codesOf(parts.fields).some((code) => code.startsWith('__status')))
    assert.ok(!JSON.stringify(parts.forms).includes('__status'))
  })

  it('contains a field __file exactly when it is of kind document', async () => {
    await applyFiles(started.call, filesOf('papers', { one: 'name: One\nkind: document\n' }))
    const letter = await schemaOf('papers', 'one')
    assert.equal(letter.type, 'DOCUMENT')
    assert.ok(codesOf(letter.fields).includes('__file'))
    assert.ok(!byCode.has('__file'))
  })

  it('contains forms for input and for display', async () => {
    const { create, edit, view, detail, tile } = things.forms
    // The name comes from the name template.
    assert.deepEqual(codesOf(create.fields), codesOf(file.fields))
    assert.deepEqual(create.fields[0], { code: 'title', display: 'Title', required: true, readonly: false })
    assert.deepEqual(edit, create)
    const shown = [
      '__name',
      '__status',
      ...codesOf(file.fields),
      '__createdAt',
      '__createdBy',
      '__updatedAt',
      '__updatedBy',
    ]
    assert.deepEqual(codesOf(view.fields), shown)
    assert.ok(view.fields.every(({ readonly }: Body) => readonly))
    assert.deepEqual([detail, codesOf(tile.fields)], [view, ['__name', '__status']])
    assert.equal((await schemaOf('all', 'parts')).forms.create.fields[0].code, '__name')
  })

  it('is enough for a filter: each field with a criterion of its type finds the element that the form created', async () => {
    const [{ code: kind }] = byCode.get('kind')!.data.enumItems
    const context = { title: 'filtered', kind, due: '2026-05-01' }
    const made = (await started.call('POST', '/pub/v1/app/all/things/create', { context })).body.item
    const tf = {
      __name: 'filtered',
      kind,
      due: { min: '2026-05-01', max: '2026-05-01' },
      __status: things.statuses[0].id,
    }
    const { result } = (await started.call('POST', '/pub/v1/app/all/things/list', { filter: { tf } })).body
    assert.deepEqual(
      result.result.map(({ __id }: Body) => __id),
      [made.__id],
    )
  })

  it('of an unknown code is 404, with a suggestion', async () => {
    for (const rest of ['', '/exportable']) {
      const answer = await started.call('GET', `${namespaces}/ref/apps/contcts${rest}`)
      assertRefused(answer, 404, 'application.not_found', /"ref\.contcts" not found; did you mean "ref\.contacts"\?/)
    }
    assertRefused(
      await started.call('GET', `${namespaces}/rf/apps/contacts`),
      404,
      'application.not_found',
      /not found/,
    )
  })
})

describe('version and hash', () => {
  const one =
    'name: One\nfields:\n  - { code: a, type: string }\nstatuses: [{ code: n, name: New }, { code: o, name: Old }]\n'
  const state = async (text: string): Promise<[number, string]> => {
    await applyFiles(started.call, filesOf('hash', { one: text }))
    const { version, hash } = await schemaOf('hash', 'one')
    return [version, hash]
  }

  it('change with the definition; the hash returns to its earlier value with the earlier definition', async () => {
    const [version, hash] = await state(one)
    assert.equal(version, 1)
    const seen = new Set([hash])
    const changes = [
      one.replace('One', 'Two'),
      one.replace('code: a', 'code: b'),
      one.replace('type: string', 'type: string, maxLength: 5'),
      one.replace('name: Old', 'name: Older'),
      one.replace('type: string', 'type: string, required: true'),
      `${one}nameTemplate: "{$a}"\n`,
      `${one}unique: [a]\n`,
    ]
    for (const text of changes) {
      const [next, other] = await state(text)
      assert.ok(next > version)
      assert.ok(!seen.has(other), text)
      seen.add(other)
    }
    assert.equal((await state(one))[1], hash)
  })

  it('stay the same when a file says the same in another form', async () => {
    const before = await state(one)
    const more = one
      .replace('type: string', 'type: string, name: a, required: false, array: false, default: null')
      .replace('code: n', 'code: n, id: 1, hidden: false, group: default')
    const words = `${more}kind: standard\nelementName: One\nunique: []\nstatusGroups: [{ name: Default, code: default }]\n`
    assert.deepEqual(await state(words), before)
    await applyFiles(started.call, { ...filesOf('same', { one: words }) })
    const [here, there] = [await schemaOf('hash', 'one'), await schemaOf('same', 'one')]
    assert.notEqual(here.hash, there.hash)
    assert.equal(here.fields.length, there.fields.length)
  })
})
