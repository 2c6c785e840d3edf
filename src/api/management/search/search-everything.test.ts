import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, made, parts, startEverything, things } from '../../../../test/everything.ts'
import { aMatter, type Guarded, matters, startGuarded, vault } from '../../../../test/guarded.ts'
import type { Body, Call, TestPlatform } from '../../../../test/platform.ts'
import { aFile, anUpload } from '../../v1/disk/files.fixture.ts'

async function search(call: Call, q: string, more = ''): Promise<Body> {
  const answer = await call('GET', `/api/v1/search?q=${encodeURIComponent(q)}${more}`)
  assertDone(answer)
  return answer.body
}
const namesOf = ({ results }: Body): string[] => results.map(({ name }: Body) => name)

describe('the global search', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEverything()
  })
  after(() => started[Symbol.asyncDispose]())

  it('returns exact names first, then beginnings of names, parts of names, other fields and contents of files', async () => {
    const { call, platform } = started
    await aFile(call, 'words about a Zebra and more', 'content.txt')
    await aFile(call, 'nothing', 'the zebra.txt')
    await made(call, things, { title: 'field', note: 'Here a ZEBRA runs' })
    await made(call, things, { title: 'A zebra' })
    await made(call, parts, { __name: 'Zebras' })
    await made(call, parts, { __name: 'zebra' })
    await made(call, things, { title: 'A newer zebra' })
    await platform.context.files.texts.settle()
    const found = await search(call, ' Zebra ')
    const best = ['zebra', 'Zebras', 'A newer zebra', 'A zebra', 'the zebra.txt', 'field', 'content.txt']
    assert.deepEqual([namesOf(found), found.hasMore], [best, false])
    const pages = []
    for (const from of [0, 3, 6]) pages.push(await search(call, 'zebra', `&from=${from}&size=3`))
    assert.deepEqual(pages.flatMap(namesOf), best)
    assert.deepEqual(
      pages.map(({ hasMore }) => hasMore),
      [true, true, false],
    )
  })

  it('returns where the text was found', async () => {
    const { call, platform } = started
    const file = await aFile(call, 'the walrus of the north', 'file.txt')
    const thing = await made(call, things, {
      title: 'thing',
      note: `${'so '.repeat(100)}a Walrus\n${'and '.repeat(100)}`,
    })
    await platform.context.files.texts.settle()
    const { results } = await search(call, 'WALRUS')
    const [ofThing, ofFile] = results
    const { snippet, createdAt, ...place } = ofThing
    assert.deepEqual(place, {
      type: 'element',
      id: thing.__id,
      name: 'thing',
      namespace: 'all',
      code: 'things',
      application: 'Things',
      directory: null,
      field: 'note',
      fieldName: 'Note',
      holder: null,
    })
    assert.match(snippet, /^… .*so a \*\*Walrus\*\* and .* …$/)
    assert.equal(createdAt, thing.__createdAt)
    assert.deepEqual(ofFile, {
      type: 'file',
      id: file.__id,
      name: 'file.txt',
      namespace: null,
      code: null,
      application: null,
      directory: file.directory,
      field: 'text',
      fieldName: 'Text',
      snippet: '**walrus** of the north',
      createdAt: file.__createdAt,
      holder: null,
    })
    assert.equal((await search(call, 'file.t')).results[0].snippet, '**file.t**xt')
  })

  it('names the element that holds a file, if the caller sees the element', async () => {
    const { call, platform } = started
    const hash = await anUpload(call, 'a platypus in the contract', 'contract.txt')
    const thing = await made(call, things, { title: 'The contract', files: [{ name: 'contract.txt', hash }] })
    await platform.context.files.texts.settle()
    const [found] = (await search(call, 'platypus')).results
    assert.deepEqual(found.holder, { namespace: 'all', code: 'things', id: thing.__id, name: 'The contract' })
    assert.equal(found.snippet, '**platypus** in the contract')
    assertDone(await call('POST', `${things}/${thing.__id}/update`, { context: { __deletedAt: thing.__createdAt } }))
    assert.equal((await search(call, 'platypus')).results[0].holder, null)
  })

  const values: Readonly<Record<string, [value: unknown, q: string, snippet: string]>> = {
    phones: [[{ tel: '+7 000 1' }, { tel: '+7 495 123-45-67' }], '123-45', '+7 495 **123-45**-67'],
    emails: [['a@b.org', 'Nina@Depot.example'], 'nina@depot', '**Nina@Depot**.example'],
    accounts: [[{ login: 'quoted"back\\slash' }], 'ted"back\\s', 'quo**ted"back\\s**lash'],
    person: [{ lastname: 'Тополева', firstname: 'Нина' }, 'ева нина', 'Топол**ева Нина**'],
    site: ['https://depot.example/x_y%25', 'x_y%25', 'https://depot.example/**x_y%25**'],
  }
  for (const [field, [value, q, snippet]] of Object.entries(values)) {
    it(`finds the text of ${field}, and so does a filter`, async () => {
      const one = await made(started.call, things, { title: `with ${field}`, [field]: value })
      const { results } = await search(started.call, q)
      assert.deepEqual([results.length, results[0].id, results[0].field], [1, one.__id, field])
      assert.equal(results[0].snippet, snippet)
      const list = { filter: { tf: { [field]: q } } }
      assert.equal((await started.call('POST', `${things}/list`, list)).body.result.total, 1)
    })
  }

  it('finds digits as they were written', async () => {
    await made(started.call, parts, { __name: '40702810900000012345' })
    await made(started.call, parts, { __name: '0070' })
    assert.deepEqual(namesOf(await search(started.call, '40702810900000012345')), ['40702810900000012345'])
    assert.deepEqual(namesOf(await search(started.call, '007')), ['0070'])
    assert.deepEqual(namesOf(await search(started.call, '810900000012344')), [])
  })

  it('finds no deleted objects, and nothing in a field without `search`', async () => {
    const { call } = started
    const gone = await made(call, parts, { __name: 'aardvark' })
    const file = await aFile(call, 'x', 'aardvark.txt')
    await made(call, things, { title: 'series only', sku: 'aardvark 7' })
    assert.equal((await search(call, 'aardvark')).results.length, 2)
    assertDone(
      await call('POST', `${parts}/${gone.__id}/update`, { context: { __deletedAt: new Date().toISOString() } }),
    )
    assertDone(await call('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [file.__id] }))
    assert.deepEqual(namesOf(await search(call, 'aardvark')), [])
  })

  it('refuses fewer than three letters or digits, and values that are not text', async () => {
    const ask = (query: string) => started.call('GET', `/api/v1/search${query}`)
    for (const q of ['ab', '№ 5.', '...', '']) {
      assertRefused(await ask(`?q=${encodeURIComponent(q)}`), 400, 'search.too_short', /three|3 letters/)
    }
    assertRefused(await ask(`?q=${'a'.repeat(201)}`), 400, 'search.wrong_text', /200/)
    for (const query of ['', '?q=abc&size=0', '?q=abc&size=101', '?q=abc&from=901', '?q=abc&kind=x', '?q=null']) {
      assert.equal((await ask(query)).status, 400, query)
    }
  })
})

describe('the global search, with restricted rights', () => {
  let law: Guarded
  before(async () => {
    law = await startGuarded()
  })
  after(() => law[Symbol.asyncDispose]())

  it('finds only elements and applications that the caller may see', async () => {
    await aMatter(law.call, { title: 'ocelot open', __name: 'Open ocelot' })
    await aMatter(law.call, { title: 'ocelot shut', kind: 'closed' })
    await made(law.call, vault, { __name: 'ocelot in the vault' })
    const total = async (call: Call) => (await search(call, 'ocelot')).results.length
    assert.deepEqual(
      [
        await total(law.call),
        await total(law.partner.call),
        await total(law.clerk.call),
        await total(law.outsider.call),
      ],
      // Partners can see the vault as well.
      [3, 3, 1, 0],
    )
  })

  it('finds an element that was granted to the user, and files by name only if the user may see them', async () => {
    const matter = await aMatter(law.call, { title: 'pangolin', kind: 'closed' })
    await aFile(law.call, 'pangolin', 'pangolin.txt')
    await law.platform.context.files.texts.settle()
    assert.deepEqual(namesOf(await search(law.clerk.call, 'pangolin')), [])
    const grant = `/api/v1/elements/law/matters/${matter.__id}/grants/${law.clerk.id}`
    assertDone(await law.call('PUT', grant, { rights: ['view'] }))
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const { results } = await search(law.clerk.call, 'pangolin')
    assert.deepEqual(
      results.map(({ id, field }: Body) => [id, field]),
      [[matter.__id, 'title']],
    )
  })

  it('reveals nothing of a field that the caller may not read, or may read in some elements only', async () => {
    await aMatter(law.call, { title: 'plain', secret: 'a hidden quokka', verdict: 'a veiled quokka' })
    const [partner] = (await search(law.partner.call, 'quokka')).results
    assert.deepEqual([partner.field, partner.snippet], ['secret', 'a hidden **quokka**'])
    for (const q of ['quokka', 'hidden quokka', 'veiled quokka']) {
      assert.deepEqual(namesOf(await search(law.clerk.call, q)), [], q)
    }
    // A filter by the field finds the element for callers who may read the field of this element.
    const list = { filter: { tf: { verdict: 'quokka' } }, size: 0 }
    const total = async (call: Call) => (await call('POST', `${matters}/list`, list)).body.result.total
    assert.deepEqual([await total(law.partner.call), await total(law.clerk.call)], [1, 0])
  })

  it('shows no text of a hidden field of an element that was found by another field', async () => {
    await aMatter(law.call, { title: 'the numbat report', secret: 'numbat first' })
    const { results } = await search(law.clerk.call, 'numbat')
    assert.deepEqual(
      results.map(({ field, snippet }: Body) => [field, snippet]),
      [['title', 'the **numbat** report']],
    )
  })

  it('refuses strangers', async () => {
    assertRefused(await law.as('')('GET', '/api/v1/search?q=abc'), 401, 'auth.required', /token/)
    const nobody = await aUser(law, { login: 'nobody' })
    assert.deepEqual(namesOf(await search(nobody.call, 'ocelot')), [])
  })
})
