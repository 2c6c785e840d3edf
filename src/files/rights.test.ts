import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putGrant } from '../access/grants.store.ts'
import { newId } from '../foundation/kit/ids.ts'
import { type Caller, Persons } from '../people/index.ts'
import { aCaller, type FilesTrial, formOf, tryFiles } from './files-trial.fixture.ts'
import { filesSpace, rootId } from './index.ts'

const owner = aCaller()
const group = newId()
const member: Caller = { ...aCaller(), ...personsOf([group]) }

function personsOf(ids: string[], applications?: string[]): Pick<Caller, 'persons'> {
  const where = applications === undefined ? {} : { applications: new Set(applications) }
  return { persons: new Persons([{ userId: newId(), groups: new Set(), ids, spaces: new Set(), ...where }]) }
}

/** Creates a directory, a directory inside it, and a file in the inner directory. */
async function tree({ files }: FilesTrial) {
  const idOf = async (name: string, parent?: string): Promise<string> =>
    JSON.parse((await files.directories.create(owner, { name, parent })).text).__id
  const outer = await idOf('outer')
  const inner = await idOf('inner', outer)
  const file = await files.uploadTo(owner, inner, { bytes: formOf(Buffer.from('x')) })
  return { outer, inner, file: file!.__id }
}

async function give({ database }: FilesTrial, object: string, subject: string, rights: string[]): Promise<void> {
  const by = { by: owner.userId, at: new Date() }
  await database.transaction((tx) => putGrant(tx, { space: filesSpace, object, subject, rights, comment: '' }, by))
}

test('a grant for a directory covers everything below it, and nothing beside it', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const { outer, inner, file } = await tree(trial)
  const beside = await files.uploadTo(owner, outer, { bytes: formOf(Buffer.from('x')) })
  await assert.rejects(files.get(member, file), { code: 'files.not_found' })
  await give(trial, inner, group, ['view'])
  assert.equal((await files.get(member, file)).__id, file)
  await files.directories.get(member, inner)
  await assert.rejects(files.get(member, beside!.__id), { code: 'files.not_found' })
  await assert.rejects(files.directories.get(member, outer), { code: 'files.directory_not_found' })
  const { total } = await files.search(member, {})
  assert.equal(total, 1)
})

test('users who may only view an object cannot delete it, move it or add to it, and the error says so', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const { inner, file } = await tree(trial)
  await give(trial, inner, group, ['view'])
  const upload = { bytes: formOf(Buffer.from('x')) }
  await assert.rejects(files.remove(member, file), { code: 'files.not_allowed' })
  await assert.rejects(files.move(member, rootId, { hash: file }), { code: 'files.not_allowed' })
  await assert.rejects(files.uploadTo(member, inner, upload), { code: 'files.not_allowed' })

  await give(trial, inner, group, ['create', 'edit', 'delete'])
  const added = await files.uploadTo(member, inner, { bytes: formOf(Buffer.from('x')) })
  assert.equal((await files.get(owner, added!.__id)).__createdBy, member.userId, 'seen by who made the directory')
  await files.move(member, rootId, { hash: file })
  await files.remove(member, added!.__id)
})

test('a single file can be granted, and its directory stays hidden', async () => {
  await using trial = await tryFiles()
  const { inner, file } = await tree(trial)
  await give(trial, file, group, ['view'])
  assert.equal((await trial.files.get(member, file)).directory, inner)
  await assert.rejects(trial.files.directories.get(member, inner), { code: 'files.directory_not_found' })
})

test('a substitute for one application has no rights to files of the principal', async () => {
  await using trial = await tryFiles()
  const { file } = await tree(trial)
  await give(trial, file, group, ['view'])
  const elsewhere = { ...aCaller(), ...personsOf([group], [newId()]) }
  await assert.rejects(trial.files.get(elsewhere, file), { code: 'files.not_found' })
})

test("a file of another user with the same hash never replaces the caller's own file or an older file", async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const hash = newId()
  const upload = (as: Caller) => files.uploadTo(as, rootId, { hash, bytes: formOf(Buffer.from(as.userId)) })
  const [first, own] = [await upload(owner), await upload(member)]
  await give(trial, first!.__id, group, ['edit'])
  assert.equal((await files.move(member, rootId, { hash })).__id, own!.__id)
  const both = { ...aCaller(), ...personsOf([group]) }
  await give(trial, own!.__id, group, ['edit'])
  assert.equal((await files.move(both, rootId, { hash })).__id, first!.__id)
})

test('an explanation names the directory whose grant covers a file', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const { outer, inner, file } = await tree(trial)
  const asker: Caller = { ...aCaller(), ...personsOf([group]) }
  await assert.rejects(files.access.explain(asker, { id: file, right: 'edit' }), { code: 'files.not_found' })
  await give(trial, outer, group, ['edit'])
  const { allowed, scope, because } = await files.access.explain(asker, { id: file, right: 'edit' })
  assert.deepEqual([allowed, scope], [true, 'some'])
  assert.deepEqual(
    because.map(({ sentence }) => sentence),
    [`${group} has a grant for edit, inherited from ${outer}`],
  )
  const ofDirectory = await files.access.explain(asker, { id: inner, right: 'delete' })
  assert.deepEqual([ofDirectory.allowed, ofDirectory.because], [false, []])
  const { because: ofOwner } = await files.access.explain(withItself(owner), { id: inner, right: 'delete' })
  assert.equal(ofOwner.at(-1)!.sentence, 'the creator may do everything')
})

/** Returns the caller with the person of the user, as for a request. */
function withItself(caller: Caller): Caller {
  const { userId } = caller
  return { ...caller, persons: new Persons([{ userId, groups: new Set(), ids: [userId], spaces: new Set() }]) }
}
