import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { runImport } from './run-import.ts'
import { alike, sums, tryImports } from './shop.fixture.ts'

const definition = `
name: Goods
fields:
  - { code: code, name: Code, type: string }
  - { code: title, name: Title, type: string }
unique: [code]
`
const shop = await tryImports(alike(definition, 12), { batchRows: 2 })
const idle = await tryImports(alike(definition, 9), { batchRows: 2, idle: true })
after(() => shop[Symbol.asyncDispose]())
after(() => idle[Symbol.asyncDispose]())

const running = new AbortController().signal
const at = (code: string) => ({ namespace: 'shop', code })

async function start(app: string, file: string, caller: Caller = idle.caller): Promise<string> {
  const { importId } = await idle.imports.start(caller, at(app), { fileHash: await idle.upload(file, caller) })
  return importId
}

test('a missing hash, an unknown hash and the hash of another user are refused with a sentence', async () => {
  const app = shop.nextApp()
  const stranger = await shop.aUser('stranger')
  const foreign = await shop.upload('code\n1\n')
  const refused = { code: 'import.file_missing', status: 400 }
  await assert.rejects(shop.imports.start(shop.caller, at(app), {}), { ...refused, message: /"fileHash" is missing/ })
  for (const fileHash of [newId(), 'no hash', foreign]) {
    await assert.rejects(shop.imports.start(stranger, at(app), { fileHash }), {
      ...refused,
      message: /no complete upload/,
    })
  }
  assert.equal((await shop.imports.status(shop.caller, at(app))).state, 'none')
})

test('an application has one import at a time; imports of different applications run concurrently', async () => {
  const [app, other] = [idle.nextApp(), idle.nextApp()]
  const id = await start(app, 'code\n1\n')
  const refused = { code: 'import.already_running', status: 400, message: /shop\.app\d is running/ }
  await assert.rejects(start(app, 'code\n2\n'), refused)
  await start(other, 'code\n1\n')
  await runImport({ ...idle.deps, batchRows: 2 }, id, running)
  await start(app, 'code\n2\n')
})

test('an import has the status running before its job starts, also without an id in the request', async () => {
  const app = idle.nextApp()
  assert.deepEqual(sums(await idle.imports.status(idle.caller, at(app))).state, 'none')
  const id = await start(app, 'code\n1\n')
  const status = await idle.imports.status(idle.caller, at(app))
  assert.deepEqual([status.state, status.total, status.startedAt, status.importId], ['running', 0, null, id])
})

test('other users see the progress of an import but nothing from the file', async () => {
  const app = shop.nextApp()
  const stranger = await shop.aUser('curious')
  const { importId } = await shop.run(app, 'code,title\n1,a\n1,secret\n')
  const status = await shop.imports.status(stranger, at(app))
  assert.deepEqual([status.failed, status.errors, status.importId], [1, [], null])
  const { imports, caller } = shop
  const asked = [
    () => imports.get(stranger, importId!),
    () => imports.report(stranger, importId!),
    () => imports.status(stranger, at(app), importId!),
    () => imports.get(caller, newId()),
    () => imports.get(caller, 'no id'),
  ]
  for (const ask of asked) await assert.rejects(ask, { code: 'import.not_found', status: 404 })
  await assert.rejects(shop.imports.status(shop.caller, at(shop.nextApp()), importId!), { code: 'import.not_found' })
})

test('an import writes as the user who started it, and ends when that user is blocked', async () => {
  const app = idle.nextApp()
  const user = await idle.aUser('importer')
  const id = await start(app, 'code\n1\n2\n3\n4\n5\n', user)
  const transaction: typeof idle.database.transaction = async (work) => {
    const result = await idle.database.transaction(work)
    await idle.database.single.rows(sql`update users set status = 3 where id = ${user.userId}`)
    return result
  }
  await runImport({ ...idle.deps, batchRows: 2, database: { ...idle.database, transaction } }, id, running)
  const { state, created, errors } = await idle.imports.get(idle.caller, id)
  assert.deepEqual([state, created, errors[0]!.code], ['error', 2, 'import.importer_blocked'])
  const author = await idle.database.reader.row(
    sql`select distinct created_by::text as by from element e join import i on i.app = e.app where i.id = ${id}`,
  )
  assert.deepEqual(author, { by: user.userId })
})

test('a cancelled import ends after the rows that are written, which can be undone', async () => {
  const app = idle.nextApp()
  const id = await start(app, 'code\n1\n2\n3\n4\n5\n')
  const transaction: typeof idle.database.transaction = async (work) => {
    const result = await idle.database.transaction(work)
    const { state, processed } = await idle.imports.get(idle.caller, id)
    if (state === 'running' && processed === 4) await idle.imports.cancel(idle.caller, id)
    return result
  }
  await runImport({ ...idle.deps, batchRows: 2, database: { ...idle.database, transaction } }, id, running)
  const { state, created, errors } = await idle.imports.get(idle.caller, id)
  assert.deepEqual([state, created, errors[0]!.code, errors[0]!.row], ['error', 4, 'import.cancelled', 5])
  await assert.rejects(idle.imports.cancel(idle.caller, id), { code: 'import.not_cancellable' })
  const { undone } = await idle.imports.undo(idle.caller, id)
  assert.deepEqual([undone, (await idle.rows(app)).length], [4, 0])
})

test('an import that is cancelled before it begins writes nothing; only its own user and administrators may cancel it', async () => {
  const app = idle.nextApp()
  const id = await start(app, 'code\n1\n')
  const stranger = await idle.aUser('meddler')
  await assert.rejects(idle.imports.cancel(stranger, id), { code: 'import.not_found' })
  assert.equal((await idle.imports.cancel(idle.caller, id)).state, 'error')
  await runImport({ ...idle.deps, batchRows: 2 }, id, running)
  assert.equal((await idle.rows(app)).length, 0)
})

test('an import whose file expired while it was waiting ends with a sentence', async () => {
  const app = idle.nextApp()
  const id = await start(app, 'code\n1\n')
  await idle.database.single.rows(sql`delete from temporary_file`)
  await runImport({ ...idle.deps, batchRows: 2 }, id, running)
  assert.equal(
    (await idle.imports.get(idle.caller, id)).errors[0]!.message,
    'the source file of the import has been removed',
  )
})

test('an import whose file is on another node ends with a sentence', async () => {
  const app = idle.nextApp()
  const id = await start(app, 'code\n1\n')
  const elsewhere: typeof idle.files = {
    ...idle.files,
    temporaryByHash: async (userId, hash) => {
      const file = await idle.files.temporaryByHash(userId, hash)
      return file && { ...file, path: `${file.path}-elsewhere` }
    },
  }
  await runImport({ ...idle.deps, batchRows: 2, files: elsewhere }, id, running)
  const { state, errors } = await idle.imports.get(idle.caller, id)
  assert.deepEqual([state, errors[0]!.code], ['error', 'import.file_missing'])
})

test('a dry run reports what the import would report, including repeated keys, and writes nothing', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title\n1,a\n2,b\n')
  const before = await shop.rows(app)
  const files = [
    'code,title\n1,a\n2,x\n3,c\n4,d\n5,e\n3,c\n3,z\n,f\n',
    'code,title,__status\n3,c,\n6,b,nowhere\n',
    'code,title\n2,B\n7,g\n8,h\n9,i\n2,B\n7,G\n7,G\n',
  ]
  for (const mode of ['create', 'upsert', 'update'] as const) {
    for (const file of files) {
      const dry = await shop.run(app, file, { mode, dryRun: true })
      assert.deepEqual(await shop.rows(app), before)
      const real = await shop.run(app, file, { mode })
      assert.deepEqual([dry.dryRun, sums(dry), dry.errors], [true, sums(real), real.errors])
      await shop.imports.undo(shop.caller, real.importId!)
      assert.deepEqual(await shop.rows(app), before)
    }
  }
  const left = await shop.database.reader.row(sql`select count(*)::int as count from import_trial`)
  assert.deepEqual(left, { count: 0 })
})

test('at most a hundred errors are listed', async () => {
  const app = shop.nextApp()
  const status = await shop.run(app, `code,__status\n${'1,none\n'.repeat(205)}`)
  assert.deepEqual([status.failed, status.errors.length, status.errors.at(-1)!.row], [205, 100, 101])
})

test('empty options count as absent', async () => {
  const app = shop.nextApp()
  const options = { format: '', encoding: '', delimiter: '', sheet: '', key: [], withEventHandlers: true }
  assert.equal((await shop.run(app, 'code\n1\n', options)).created, 1)
})

test('JSON lines are imported like tables', async () => {
  const app = shop.nextApp()
  const status = await shop.run(app, '{"code":"007","title":"a"}\n{"code":\n{"code":"8"}\n', { format: '.jsonl' })
  assert.deepEqual([status.created, status.failed], [2, 1])
  assert.equal(status.errors[0]!.message, 'the line is not valid JSON')
})

test('the report has the columns of the source and the result of each row', async () => {
  const app = shop.nextApp()
  await shop.run(app, 'code,title\n2,b\n')
  const { importId } = await shop.run(app, 'code,title,colour\n1,=a,red\n2,b,\n2,c,"x;y"\n')
  const report = (await Array.fromAsync(await shop.imports.report(shop.caller, importId!))).join('')
  const uuid = '[0-9a-f-]{36}'
  const reason = 'an element with the same ""code"" exists already, with another value in ""title""'
  const lines = [
    '\ufeffcode;title;colour;__row;__result;__id;__error',
    `1;'=a;red;2;created;${uuid};`,
    `2;b;;3;unchanged;${uuid};`,
    `2;c;"x;y";4;failed;;"${reason}"`,
    '',
  ]
  assert.match(report, new RegExp(`^${lines.join('\r\n')}$`))
})

test('a report of the failed rows can be corrected and imported again', async () => {
  const app = shop.nextApp()
  const { importId } = await shop.run(app, 'code,title,__status\n1,=a,\n2,=b,none\n3,c,\n')
  const failed = await Array.fromAsync(await shop.imports.report(shop.caller, importId!, { result: 'failed' }))
  assert.equal(failed.length, 2)
  const status = await shop.run(app, failed.join('').replace('none', ''))
  assert.deepEqual([status.total, status.created], [1, 1])
  assert.deepEqual(
    (await shop.rows(app)).map(({ title }) => title),
    ['=a', 'c', '=b'],
  )
})

test('the user who started an import gets one notification about its end', async () => {
  const [app, other] = [shop.nextApp(), shop.nextApp()]
  const anna = await shop.aUser('anna', true)
  const told = (importId: string | null) => shop.told.filter(({ about }) => about.id === importId)
  const { importId: id } = await shop.run(app, 'code\n1\n1\n', {}, anna)
  const details = { file: id && told(id)[0]?.details.file, application: `shop.${app}`, created: 1, updated: 0 }
  assert.deepEqual(told(id), [
    {
      key: `import:${id}:end`,
      event: 'import.done',
      to: [anna.userId],
      about: { type: 'import', id },
      details: { ...details, unchanged: 1, failed: 0, problem: null },
      by: undefined,
    },
  ])
  const { importId: broken } = await shop.run(other, '', {}, anna)
  assert.deepEqual(
    told(broken).map(({ event, to }) => [event, to]),
    [['import.failed', [anna.userId]]],
  )
  assert.match(String(told(broken)[0]!.details.problem), /\w/)
})

test('an administrator who cancels an import tells the user who started it', async () => {
  const app = idle.nextApp()
  const anna = await idle.aUser('anna', true)
  const id = await start(app, 'code\n1\n', anna)
  await idle.imports.cancel(idle.caller, id)
  assert.deepEqual(
    idle.told.filter(({ about }) => about.id === id).map(({ event, to, by }) => [event, to, by]),
    [['import.failed', [anna.userId], idle.caller.userId]],
  )
})
