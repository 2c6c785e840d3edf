import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, assertRefused, changed, made } from '../../../../test/everything.ts'
import { type Guarded, startGuarded } from '../../../../test/guarded.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aFile, anUpload, linkOf, rootId } from '../disk/files.fixture.ts'

const papers = '/pub/v1/app/law/papers'
const disk = '/pub/v1/disk'
const open = [{ code: 'open' }]

let office: Guarded
before(async () => {
  office = await startGuarded()
})
after(() => office[Symbol.asyncDispose]())

async function fileOf(call: Call, id: string): Promise<Body> {
  const answer = await call('GET', `${disk}/file/${id}`)
  assertDone(answer)
  return answer.body.file
}

async function contentOf(call: Call, id: string): Promise<string> {
  return (await fetch(await linkOf(call, id))).text()
}

/** Asserts that a missing file and a forbidden file get the same response. */
async function assertUnseen(call: Call, id: string): Promise<void> {
  for (const [method, path, body] of [
    ['GET', `${disk}/file/${id}`],
    ['POST', `${disk}/file/${id}/get-link`, {}],
    ['POST', `${disk}/links/download`, { hashesList: [id] }],
  ] as const) {
    const answer = await call(method, path, body)
    const isUnseen = answer.status === 404 || answer.status === 422
    assert.ok(isUnseen, `${path}: ${answer.status} ${answer.body.code ?? answer.body.items?.[0].error}`)
  }
}

describe('files of an element', () => {
  it('an upload becomes a file of the element when the element is written', async () => {
    const { call } = office.partner
    const hash = await anUpload(call, 'the text', 'scan.txt')
    const paper = await made(call, papers, { title: 'a', kind: open, scans: [{ name: 'Скан №1.txt', hash }] })
    const [id] = paper.scans
    const file = await fileOf(call, id)
    assert.equal(file.name, 'Скан №1.txt')
    assert.equal(file.originalName, 'scan.txt')
    assert.equal(await contentOf(call, id), 'the text')
  })

  it('every element has a folder with file names of its own', async () => {
    const { call } = office.partner
    const upload = async () => ({ name: 'a.txt', hash: await anUpload(call) })
    const [one, other] = [
      await made(call, papers, { kind: open, scans: [await upload(), await upload()] }),
      await made(call, papers, { kind: open, scans: [await upload()] }),
    ]
    const files = await Promise.all([...one.scans, ...other.scans].map((id: string) => fileOf(call, id)))
    assert.deepEqual(
      files.map(({ name }) => name),
      ['a.txt', 'a (1).txt', 'a.txt'],
    )
    assert.equal(files[0].directory, files[1].directory)
    assert.notEqual(files[0].directory, files[2].directory)
    const answer = await office.call('GET', `${disk}/directory/${files[0].directory}`)
    assertDone(answer)
    assert.equal(answer.body.directory.name, one.__id)
    assert.equal(answer.body.directory.system, true)
  })

  it('an update adds uploads to existing ids, in the given order', async () => {
    const { call } = office.partner
    const own = await aFile(call, 'own', 'own.txt')
    const paper = await made(call, papers, { kind: open, scans: [own.__id] })
    const hash = await anUpload(call, 'second')
    const { scans } = await changed(call, papers, paper.__id, { scans: [{ hash }, own.__id, { hash }] })
    assert.equal(scans.length, 2)
    assert.equal(scans[1], own.__id)
    assert.equal(await contentOf(call, scans[0]), 'second')
  })

  it('a table contains files in its cells', async () => {
    const hash = await anUpload(office.partner.call, 'photo')
    const pages = { rows: [{ what: 'front', photo: [{ name: 'front.png', hash }] }, { what: 'back' }], result: {} }
    const paper = await made(office.partner.call, papers, { kind: open, pages })
    const [id] = paper.pages.rows[0].photo
    assert.equal(await contentOf(office.clerk.call, id), 'photo')
  })

  it('a repeated request returns the same file', async () => {
    const { call } = office.partner
    const scans = [{ name: 'x.txt', hash: await anUpload(call) }]
    const [first, second] = [
      await made(call, papers, { kind: open, scans }),
      await made(call, papers, { kind: open, scans }),
    ]
    assert.deepEqual(first.scans, second.scans)
  })

  it('when the element is refused, there is no file, and the upload can still be used', async () => {
    const { call } = office.partner
    const hash = await anUpload(call, 'kept')
    const scans = [{ name: 'kept.txt', hash }]
    assertRefused(
      await call('POST', `${papers}/create`, { context: { scans, titel: 'x' } }),
      400,
      'field.unknown',
      /titel/,
    )
    const paper = await made(call, papers, { kind: open, title: 'p' })
    const stale = await call('POST', `${papers}/${paper.__id}/update`, { context: { scans } }, { 'if-match': '"7"' })
    assert.equal(stale.status, 412)
    const nowhere = await call('POST', `${papers}/${newId()}/update`, { context: { scans } })
    assert.equal(nowhere.status, 404)
    const found = await call('POST', `${disk}/files/search`, { filter: { __name: 'kept.txt' } })
    assert.equal(found.body.result.total, 0)
    assert.equal(await contentOf(call, (await changed(call, papers, paper.__id, { scans })).scans[0]), 'kept')
  })

  it('a hundred uploads at once are accepted, and no more', async () => {
    const { call } = office.partner
    const scans: Body[] = []
    for (let count = 0; count < 100; count++) scans.push({ hash: await anUpload(call, `page ${count}`) })
    const create = (more: Body[]) =>
      call('POST', `${papers}/create`, { context: { kind: open, scans: [...scans, ...more] } })
    assertRefused(
      await create([{ hash: newId() }]),
      400,
      'field.wrong_value',
      /"scans": at most 100 uploads .* not 101/,
    )
    const answer = await create([])
    assertDone(answer)
    assert.equal(answer.body.item.scans.length, 100)
  })

  it('uploads of other users, hidden files and values that are not files are refused', async () => {
    const { partner, clerk } = office
    const foreign = await anUpload(partner.call)
    const [hidden, gone] = [await aFile(partner.call, 'x', 'hidden.txt'), await aFile(clerk.call, 'x', 'gone.txt')]
    assertDone(await clerk.call('PATCH', `${disk}/files/deleted`, { fileIds: [gone.__id] }))
    const create = (context: Body) => clerk.call('POST', `${papers}/create`, { context: { kind: open, ...context } })
    assertRefused(await create({ scans: [{ name: 'a', hash: foreign }] }), 404, 'files.upload_not_found', /not found/)
    assertRefused(
      await create({ scans: [{ name: '../a', hash: await anUpload(clerk.call) }] }),
      400,
      'files.wrong_name',
      /slash/,
    )
    for (const id of [hidden.__id, gone.__id, newId(), rootId]) {
      assertRefused(await create({ scans: [id] }), 400, 'element.unknown_reference', /no file has the id/)
      assertRefused(
        await create({ pages: { rows: [{ photo: [id] }] } }),
        400,
        'element.unknown_reference',
        /"pages.photo": no file/,
      )
    }
    assertRefused(await create({ scans: [{ name: 'a' }] }), 400, 'field.wrong_value', /hash of an upload/)
  })

  describe('rights to files of an element', () => {
    /** Creates an element as a partner, with a separate file in each field. */
    async function aPaper(context: Body = {}): Promise<Body> {
      const { call } = office.partner
      const upload = async () => [{ hash: await anUpload(call) }]
      const [scans, draft, cover] = [await upload(), await upload(), await upload()]
      return made(call, papers, { kind: open, scans, draft, cover, ...context })
    }

    it('users who may read the element may read the files of the fields that they may read', async () => {
      const { clerk, outsider, partner } = office
      const { scans, draft, cover } = await aPaper()
      assert.equal(await contentOf(clerk.call, scans[0]), 'bytes')
      await assertUnseen(clerk.call, draft[0])
      await assertUnseen(clerk.call, cover[0])
      for (const [id] of [scans, draft, cover]) {
        assert.equal(await contentOf(partner.call, id), 'bytes')
        await assertUnseen(outsider.call, id)
      }
    })

    it('the search finds these files and no others', async () => {
      const { partner, clerk, outsider } = office
      const { scans, draft } = await aPaper()
      const created = (await fileOf(office.call, scans[0])).__createdAt
      for (const [person, seen] of [
        [partner, [true, true]],
        [clerk, [true, false]],
        [outsider, [false, false]],
      ] as const) {
        const filter = { __createdAt: { min: created } }
        const { body } = await person.call('POST', `${disk}/files/search`, { filter, size: 1000 })
        const ids = body.result.result.map(({ __id }: Body) => __id)
        assert.deepEqual([ids.includes(scans[0]), ids.includes(draft[0])], seen)
      }
    })

    it('the search finds the files in values that the user may read, after any change', async () => {
      const { call } = office
      const kinds = [open, [{ code: 'closed' }], null]
      const lent = await aFile(call, 'lent', 'all of one.txt')
      const upload = async () => ({ name: 'all of one.txt', hash: await anUpload(call) })
      for (let count = 0; count < 24; count++) {
        const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
        const files = async () => pick([null, [await upload()], [lent.__id]])
        const values = async () => ({
          kind: pick(kinds),
          scans: await files(),
          draft: await files(),
          cover: await files(),
        })
        const { __id } = await made(call, papers, await values())
        if (count % 2 === 0) await changed(call, papers, __id, await values())
        if (count % 3 === 0)
          assertDone(await call('POST', `${papers}/${__id}/set-status`, { status: { code: 'public' } }))
      }
      for (const person of [office.partner, office.clerk, office.importer, office.outsider]) {
        const search = { filter: { __name: 'all of one', __createdBy: lent.__createdBy }, size: 1000 }
        const found = await person.call('POST', `${disk}/files/search`, search)
        const list = await person.call('POST', `${papers}/list`, { size: 1000 })
        const rows = list.status === 200 ? list.body.result.result : []
        const shown = rows.flatMap((one: Body) => [one.scans, one.draft, one.cover])
        const names = new Map<string, string>()
        for (const id of shown.flat().filter(Boolean)) names.set(id, (await fileOf(person.call, id)).name)
        const expected = [...names].filter(([, name]) => name.startsWith('all of one')).map(([id]) => id)
        assert.deepEqual(found.body.result.result.map((one: Body) => one.__id).sort(), expected.sort(), person.id)
      }
    })

    it('the right ends and begins with the right to the element, also for existing links', async () => {
      const { partner, clerk } = office
      const paper = await aPaper()
      const [scan] = paper.scans
      const link = await linkOf(clerk.call, scan)
      await changed(partner.call, papers, paper.__id, { kind: [{ code: 'closed' }] })
      await assertUnseen(clerk.call, scan)
      assert.equal((await fetch(link)).status, 403)
      await changed(partner.call, papers, paper.__id, { kind: open })
      assert.equal((await fetch(link)).status, 200)
    })

    it('a field that may be read in one status only gives access to its file in that status only', async () => {
      const { partner, clerk } = office
      const { __id, cover } = await aPaper()
      await assertUnseen(clerk.call, cover[0])
      assertDone(await partner.call('POST', `${papers}/${__id}/set-status`, { status: { code: 'public' } }))
      assert.equal(await contentOf(clerk.call, cover[0]), 'bytes')
    })

    it('a file that the element no longer contains is hidden again', async () => {
      const { partner, clerk } = office
      const { __id, scans } = await aPaper()
      await changed(partner.call, papers, __id, { scans: null })
      await assertUnseen(clerk.call, scans[0])
    })

    it('a file of another directory can be attached by its id, by a user who can see it', async () => {
      const { partner, clerk } = office
      const file = await aFile(partner.call, 'lent', 'lent.txt')
      const { scans } = await made(partner.call, papers, { kind: open, scans: [file.__id] })
      assert.equal(await contentOf(clerk.call, scans[0]), 'lent')
      // A user who sees the file only through an element attaches it to another element.
      await made(clerk.call, papers, { kind: open, scans })
    })

    it('an element may be saved with a file that the writer cannot see', async () => {
      const { partner, clerk } = office
      const { __id, scans } = await aPaper()
      assertDone(await partner.call('PATCH', `${disk}/files/deleted`, { fileIds: scans }))
      await changed(clerk.call, papers, __id, { scans, title: 'saved' })
    })

    it('an id in a text of the element gives no access to the file', async () => {
      const { partner, clerk } = office
      const { __id: id } = await aFile(partner.call, 'not theirs', 'closed.txt')
      const paper = await made(clerk.call, papers, { kind: open, pages: { rows: [{ what: id }] } })
      const context = { pages: { rows: [{ what: id, photo: [id] }] } }
      const answer = await clerk.call('POST', `${papers}/${paper.__id}/update`, { context })
      assertRefused(answer, 400, 'element.unknown_reference', /"pages.photo": no file/)
      await assertUnseen(clerk.call, id)
    })

    it('the folder is visible with the element, and nobody can create files in it directly', async () => {
      const { partner, clerk, outsider } = office
      const { scans } = await aPaper()
      const { directory } = await fileOf(partner.call, scans[0])
      for (const { call } of [partner, clerk]) {
        assertDone(await call('GET', `${disk}/directory/${directory}`))
        const answer = await call('POST', `${disk}/directory`, { name: 'x', directory })
        assertRefused(answer, 403, 'files.not_allowed', /cannot add anything to it/)
      }
      const answer = await outsider.call('GET', `${disk}/directory/${directory}`)
      assertRefused(answer, 404, 'files.directory_not_found', /not found/)
    })

    it('users who may write the field may add a version to a file of the folder, but not to a file of another directory', async () => {
      const { partner, clerk, outsider } = office
      const lent = await aFile(partner.call, 'lent', 'lent.txt')
      const upload = { hash: await anUpload(partner.call) }
      const { scans } = await made(partner.call, papers, { kind: open, scans: [upload, lent.__id] })
      const newer = async (call: Call, id: string) =>
        call('POST', `/api/v1/files/${id}/versions`, { hash: await anUpload(call, 'newer') })
      assertDone(await newer(clerk.call, scans[0]))
      assert.equal(await contentOf(partner.call, scans[0]), 'newer')
      assertRefused(await newer(clerk.call, lent.__id), 403, 'files.not_allowed', /not change it/)
      assertRefused(await newer(outsider.call, scans[0]), 404, 'files.not_found', /not found/)
      const answer = await clerk.call('PATCH', `${disk}/files/deleted`, { fileIds: [scans[0]] })
      assert.equal(answer.status, 422)
      const rights = async (id: string) => (await clerk.call('GET', `/api/v1/files/${id}/capabilities`)).body.rights
      assert.deepEqual([await rights(scans[0]), await rights(lent.__id)], [['view', 'renew'], ['view']])
    })
  })

  it('an import accepts ids of files that its user can see, and no uploads', async () => {
    const { importer, partner } = office
    const [own, hidden] = [await aFile(importer.call, 'x', 'own'), await aFile(partner.call, 'x', 'hidden')]
    const table = (photo: unknown) => `"${JSON.stringify({ rows: [{ photo: [photo] }] }).replaceAll('"', '""')}"`
    const rows = [
      `own;open;${own.__id};`,
      `hidden;open;${hidden.__id};`,
      `cell;open;;${table(hidden.__id)}`,
      `upload;open;;${table({ hash: await anUpload(importer.call) })}`,
    ]
    const fileHash = await anUpload(importer.call, `title;kind;scans;pages\n${rows.join('\n')}\n`, 'papers.csv')
    const begun = await importer.call('POST', `${papers}/import`, { fileHash })
    assertDone(begun)
    const status = await ended(importer.call, begun.body.importId)
    assert.equal(status.created, 1)
    assert.deepEqual(
      status.errors.map(({ row, message }: Body) => `${row} ${message.replace(/id \S+/, 'id …')}`),
      [
        '3 "scans": no file has the id …',
        '4 "pages.photo": no file has the id …',
        '5 field "pages": an import accepts files only by their ids',
      ],
    )
    assert.equal(await contentOf(office.clerk.call, own.__id), 'x')
  })
})

async function ended(call: Call, importId: string): Promise<Body> {
  for (;;) {
    const { body } = await call('POST', `${papers}/import/status`, { importId })
    if (body.status.state !== 'running') return body.status
    await wait(20)
  }
}
