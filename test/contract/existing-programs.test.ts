import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { anUpload, formOf, rootId } from '../../src/api/v1/disk/files.fixture.ts'
import { newId } from '../../src/foundation/kit/ids.ts'
import {
  assertDone,
  aUser,
  type Everything,
  item,
  listed,
  made,
  parts,
  startEverything,
  things,
} from '../everything.ts'
import type { Answer, Body, Call } from '../platform.ts'

// Requests of existing programs for this API that no other test covers. Each test covers one habit of these programs.
const missing = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const disk = '/pub/v1/disk'
const scheme = '/pub/v1/scheme'

let started: Everything
let call: Call
before(async () => {
  started = await startEverything()
  call = started.call
})
after(() => started[Symbol.asyncDispose]())

const get = (path: string): Promise<Answer> => call('GET', path)

describe('a program that sends nothing when everything is optional', () => {
  const optional = [
    `${disk}/directory/list`,
    `${disk}/files/search`,
    `${scheme}/groups/list`,
    '/pub/v1/user/list',
    '/pub/v1/app/_system_catalogs/employee/list',
    `${parts}/import/status`,
  ]
  for (const path of optional) {
    it(`gets the same answer from ${path} for no body, an empty form, {}, [] and null`, async () => {
      for (const body of [undefined, '', '{}', '[]', 'null']) {
        const headers = body === '' ? form : { 'content-type': 'text/plain;charset=UTF-8' }
        assertDone(await call('POST', path, body, headers))
      }
    })
  }

  it('may send null for every member of a list body', async () => {
    const members = ['from', 'size', 'active', 'ids', 'fields', 'filter', 'sortExpressions', 'statusCode']
    const body = Object.fromEntries([...members, 'statusGroupId'].map((member) => [member, null]))
    for (const path of [things, '/pub/v1/user', `${disk}/directory`])
      assertDone(await call('POST', `${path}/list`, body))
  })

  it('gets the link of a file by a form without content, by GET, and under a key with a capital L', async () => {
    const hash = await anUpload(call)
    const files = [{ directory: rootId, hash, name: 'a.txt' }]
    const { items } = (await call('POST', `${disk}/files`, { files })).body
    const path = `${disk}/file/${items[0].file.__id}/get-link`
    for (const answer of [await call('POST', path, '', form), await call('POST', path), await get(path)]) {
      assertDone(answer)
      const name = /filename\*=UTF-8''([^;]+);/.exec(decodeURIComponent(answer.body.Link))?.[1]
      assert.equal(name, 'a.txt')
      assert.equal(await (await fetch(answer.body.Link)).text(), 'bytes')
    }
  })
})

describe('a program that parses every answer as JSON', () => {
  it('finds success and error in every failure, and a missing object is "not found" and never 200', async () => {
    const created = await made(call, things, { title: 'here' })
    for (const [method, path, body] of [
      ['POST', `${things}/${missing}/get`, {}],
      ['GET', `${things}/${missing}/get`],
      ['POST', `${things}/${missing}/update`, { context: { title: 'x' } }],
      ['POST', `${things}/${missing}/set-status`, { status: { code: 'review' } }],
      ['GET', `${disk}/directory/${missing}`],
      ['POST', `${disk}/directory/${missing}/upload?hash=${newId()}`, formOf('x', 'x.txt')],
      ['GET', `${disk}/file/${missing}`],
      ['GET', `${disk}/file/${missing}/get-link`],
      ['GET', `${scheme}/groups/${missing}`],
      ['GET', `${scheme}/pages/${missing}`],
      ['GET', `${scheme}/namespaces/all/apps/none`],
    ] as const) {
      const { status, headers, body: answer } = await call(method, path, body)
      assert.deepEqual([status, answer.success], [404, false], path)
      assert.match(answer.error, /not found/, path)
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    }
    for (const path of [`${things}//get`, `${parts}/${created.__id}/statuses`, `${scheme}/app`]) {
      const { status, body } = await get(path)
      assert.deepEqual([status, body.success, typeof body.error], [404, false, 'string'])
    }
  })

  it('finds in the body how many seconds to wait after too many requests', async () => {
    const wrong = { login: 'nobody', password: 'wrong' }
    let answer: Answer
    do answer = await started.as('')('POST', '/api/v1/sign-in', wrong)
    while (answer.status === 401)
    assert.equal(answer.status, 429)
    assert.match(answer.body.error, /too many/)
    assert.equal(String(answer.body.retryAfter), answer.headers.get('retry-after'))
  })
})

describe('a program that pages', () => {
  before(async () => {
    for (let n = 1; n <= 12; n++) await made(call, parts, { __name: `page ${n}` })
  })

  it('gets ten rows without a size, at least one row for {}, and the maximum for a negative size', async () => {
    assert.equal((await listed(call, parts, {})).items.length, 10)
    assert.ok((await listed(call, '/pub/v1/user', {})).items.length > 0)
    for (const size of [-1, -100]) assert.equal((await listed(call, parts, { size })).items.length, 12)
    const loaded = { size: -1, fields: { __name: true, __createdBy: { __name: true } } }
    assert.equal((await listed(call, parts, loaded)).items.length, 12)
    for (const path of [`${scheme}/namespaces`, `${scheme}/namespaces/all/apps`, `${parts}/list`, '/pub/v1/app/list']) {
      const { result, total } = (await get(`${path}?size=-1`)).body.result
      assert.equal(result.length, total, path)
    }
  })

  it('joins pages that it fetches concurrently without a sort key, without missing or repeated rows', async () => {
    const pages = await Promise.all([0, 4, 8, 12].map((from) => listed(call, parts, { from, size: 4 })))
    const ids = pages.flatMap(({ items }) => items.map(({ __id }) => __id))
    assert.deepEqual(
      pages.map(({ items }) => items.length),
      [4, 4, 4, 0],
    )
    assert.deepEqual([new Set(ids).size, pages[0]!.items[0].__name], [12, 'page 12'])
  })

  it('can page by plain parameters, and by one JSON parameter next to plain ones', async () => {
    for (const path of [parts, '/pub/v1/user', `${disk}/directory`]) {
      assert.equal((await get(`${path}/list?from=0&size=1`)).body.result.result.length, 1, path)
    }
    const query = encodeURIComponent('{"size":2,"filter":{"tf":{"__name":"page"}}}')
    assert.equal((await get(`${parts}/list?query=${query}&from=5`)).body.result.result[0].__name, 'page 12')
  })
})

describe('a program that filters', () => {
  let one: Body
  before(async () => {
    one = await made(call, things, { title: 'filtered', amount: 5, kind: 'small', owner: started.userId })
    await made(call, things, { title: 'other' })
  })
  const found = async (filter: unknown): Promise<string[]> =>
    (await listed(call, things, { filter, size: -1 })).items.map(({ title }) => title)

  it('may send null for an empty operand, in either position', async () => {
    for (const filter of [
      { neq: [{ field: 'amount' }, null] },
      { neq: [null, { field: 'amount' }] },
      { and: [{ tf: { title: 'filtered' } }, { eq: [{ field: '__deletedAt' }, null] }] },
      { not: { eq: [{ field: 'owner' }, null] } },
    ]) {
      assert.deepEqual(await found(filter), ['filtered'], JSON.stringify(filter))
    }
    assert.ok(!(await found({ eq: [{ field: 'amount' }, null] })).includes('filtered'))
  })

  it('may use the limits of 64-bit numbers as bounds, and 1970 and 3000 for dates', async () => {
    const text =
      '{"filter":{"tf":{"title":"filtered","amount":{"min":-9223372036854775808,"max":9223372036854775807}}}}'
    assert.equal((await listed(call, things, text)).total, 1)
    const created = { min: '1970-01-01', max: '3000-01-01' }
    assert.deepEqual(await found({ tf: { title: 'filtered', __createdAt: created } }), ['filtered'])
  })

  it('may ask for a time before, in or after a period relative to now', async () => {
    const ofOne = (condition: string) => found({ eql: { query: `[title] = 'filtered' and ${condition}` } })
    for (const condition of [
      "[__createdAt] = RelativeDatetime('0y+0q', '0y+3q')",
      "[__createdAt] > RelativeDatetime('-2y', '-1d-1d')",
      "[__createdAt] < RelativeDatetime('+2d', '+1w')",
      "[__createdAt] in RelativeDatetime('-1d', '+1d')",
    ]) {
      assert.deepEqual(await ofOne(condition), ['filtered'], condition)
    }
    assert.deepEqual(await ofOne("[__createdAt] < RelativeDatetime('-1d', '+1d')"), [])
  })

  it('may filter users by id without tf, and sort them by __index', async () => {
    const { id } = await aUser(started, { login: 'indexed' })
    for (const filter of [{ __id: id }, { id }, { login: 'indexed' }, { tf: { __id: id } }]) {
      const { items } = await listed(call, '/pub/v1/user', { filter, active: true })
      assert.deepEqual(
        items.map((user) => [user.__id, user.id]),
        [[id, id]],
      )
    }
    const sortExpressions = [{ field: '__index', ascending: false }]
    assert.equal((await listed(call, '/pub/v1/user', { sortExpressions, size: 1 })).items[0].id, id)
  })

  it('may search for directories other than those of the system, and for files with and without tf', async () => {
    assertDone(await call('POST', `${disk}/directory`, { __name: 'mine', parent: rootId }))
    const { items } = await listed(call, `${disk}/directory`, { filter: { tf: { system: false } } })
    assert.deepEqual(
      items.map(({ __name }) => __name),
      ['mine'],
    )
    assertDone(await call('POST', `${disk}/directory/${rootId}/upload`, formOf('x', 'searched.txt')))
    for (const filter of [
      { __name: 'searched', directory: [rootId], __createdBy: started.userId, __createdAt: { min: '1970-01-01' } },
      { tf: { __name: 'searched' } },
    ]) {
      const answer = await call('POST', `${disk}/files/search`, { filter, from: 0, size: -1 })
      assert.deepEqual(
        answer.body.result.result.map(({ name }: Body) => name),
        ['searched.txt'],
      )
    }
  })

  it('may send a whole element back, with zero values for unset fields, as typed programs do', async () => {
    const zero = '0001-01-01T00:00:00Z'
    const unset = { __id: '', __createdAt: zero, __updatedAt: zero, __deletedAt: zero, __status: {}, __createdBy: '' }
    const context = { ...one, ...unset, __directory: '', __externalId: null, __subscribers: null, __tasks: null }
    const copy = item(await call('POST', `${things}/create`, { context, statusGroupId: null }))
    assert.deepEqual([copy.title, copy.amount, copy.__deletedAt], ['filtered', 5, null])
    const path = `${things}/${copy.__id}/update`
    const back = item(await call('POST', path, { Context: { ...copy, ...unset, amount: 6 } }))
    assert.deepEqual([back.amount, back.__id, back.__createdBy], [6, copy.__id, copy.__createdBy])
    assertDone(await call('POST', path, { context: { __deletedAt: '2026-01-01T00:00:00Z' } }))
  })
})

describe('a program that uploads', () => {
  const upload = (path: string, field: string, range?: string): Promise<Answer> => {
    const body = new FormData()
    body.append(field, new Blob(['hello']), 'привет.txt')
    return call('POST', `${disk}/${path}`, body, range === undefined ? {} : { 'content-range': range })
  }

  it('may spell the field and the hash in several ways, and count ranges with or without their end', async () => {
    for (const [path, field, range] of [
      [`file/upload?hash=${newId()}`, 'file', 'bytes 0-5/5'],
      [`file/upload?Hash=${newId()}`, 'File', 'bytes 0-4/5'],
      [`directory/${rootId}/upload?Hash=${newId()}`, 'file', 'bytes 0-5/5'],
      [`directory/${rootId}/upload`, 'file'],
    ] as const) {
      const answer = await upload(path, field, range)
      assertDone(answer)
      const { name, __name, originalName, size } = answer.body.file
      assert.deepEqual([name, originalName, size], [__name, 'привет.txt', 5], path)
    }
  })

  it('gets 400 for a part without a file name', async () => {
    const body = new FormData()
    body.append('file', 'text')
    const answer = await call('POST', `${disk}/file/upload?hash=${newId()}`, body)
    assert.deepEqual([answer.status, answer.body.success], [400, false])
  })

  it('gets one result for each entry of a bulk request, in order, and 422 when one of them failed', async () => {
    const hash = await anUpload(call)
    for (const [path, body] of [
      ['links/download', { hashesList: [missing, hash] }],
      ['files', { files: [missing, hash].map((each) => ({ directory: rootId, hash: each, name: 'bulk.txt' })) }],
    ] as const) {
      const answer = await call('POST', `${disk}/${path}`, body)
      assert.equal(answer.status, 422)
      const [bad, good] = answer.body.items
      assert.deepEqual(
        [bad.error.length > 0, 'link' in bad, 'error' in good && good.error !== ''],
        [true, false, false],
      )
    }
  })
})

describe('a program that reads the schema', () => {
  it('finds lists under result.result, and single objects under their names', async () => {
    const groups = (await get(`${scheme}/groups/list`)).body.result.result
    const { __id } = groups.find(({ code }: Body) => code === 'all_users')
    const lists = ['modules', 'namespaces', 'namespaces/all/apps', 'namespaces/all/apps/parts/groups', 'solutions']
    lists.push('namespaces/all/apps/parts/doctemplates', 'namespaces/all/apps/parts/processes', 'namespaces/all/pages')
    lists.push('namespaces/all/doctemplates', 'namespaces/all/processes', 'namespaces/all.parts/processes')
    lists.push(
      'namespaces/all/groups',
      'groups/list',
      ...['parent-groups', 'sub-groups', 'positions', 'users'].map((of) => `groups/${__id}/${of}`),
    )
    for (const path of lists) {
      const answer = await get(`${scheme}/${path}`)
      assertDone(answer)
      const { result, total } = answer.body.result
      assert.deepEqual([Array.isArray(result), Number.isInteger(total)], [true, true], path)
    }
    for (const [path, key] of [
      ['namespaces/all', 'namespace'],
      ['namespaces/all/apps/parts', 'application'],
      ['solutions/everything', 'solution'],
      [`groups/${__id}`, 'group'],
    ] as const) {
      const answer = await get(`${scheme}/${path}`)
      assertDone(answer)
      assert.deepEqual(Object.keys(answer.body), ['success', 'error', key])
    }
    for (const path of ['namespaces/all', 'namespaces/all/apps/parts', 'solutions/everything'])
      assert.equal((await get(`${scheme}/${path}/exportable`)).body.exportable, true)
  })

  it('may add people to a group by a bare list of ids, with any content type', async () => {
    const { group } = (await call('POST', `${scheme}/namespaces/all/groups`, { __name: 'Readers' })).body
    const ids = JSON.stringify([started.userId])
    const added = await call('POST', `${scheme}/groups/${group.__id}/add-items`, ids, form)
    assert.deepEqual(added.body.addedItemIds, [started.userId])
    const removed = await call('POST', `${scheme}/groups/${group.__id}/remove-items`, ids)
    assert.deepEqual(removed.body.removedItemIds, [started.userId])
    assertDone(await call('PUT', `${scheme}/groups/${group.__id}`, { description: 'Read' }))
    assertDone(await call('DELETE', `${scheme}/groups/${group.__id}`))
  })
})
