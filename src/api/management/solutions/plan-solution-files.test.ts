import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { deploy, one, theFile } from './solution-files.fixture.ts'

const server = useServer()
const plan = (body: unknown, code = 'edited') =>
  server.call('POST', `/api/v1/solutions/${code}/files/plan`, body as object)

describe('planning a changed file of a solution', () => {
  before(() => deploy(server.call, 'edited'))

  it('returns the changes and the text before and after, and changes nothing', async () => {
    const { hash, definition, text } = await theFile(server.call, 'edited')
    const changed = { ...definition, fields: [...definition.fields, { code: 'due', type: 'datetime' }] }
    const answer = await plan({ files: [{ path: one('edited'), definition: changed, hash }] })
    assertDone(answer)
    assert.deepEqual(
      answer.body.changes.map(({ kind, path }: Record<string, string>) => [kind, path]),
      [['add', 'edited.one.due']],
    )
    assert.equal(answer.body.files[0].before, text)
    assert.match(answer.body.files[0].after, /code: due/)
    assert.deepEqual(answer.body.files[0].definition, changed)
    assert.equal((await theFile(server.call, 'edited')).hash, hash)
  })

  it('names the place of each problem, and changes nothing outside the files', async () => {
    const definition = { name: 'One', fields: [{ code: 'a', type: 'strng' }], nameTemplate: '{$b}' }
    const answer = await plan({ files: [{ path: one('edited'), definition }] })
    assertRefused(answer, 400, 'definition.invalid', /strng/)
    assert.deepEqual(
      answer.body.problems.map(({ file, path }: Record<string, string>) => [file, path]),
      [
        [one('edited'), 'fields[0].type'],
        [one('edited'), 'nameTemplate'],
      ],
    )
    const misplaced = await plan({ files: [{ path: 'notes/other.yaml', text: 'a: 1\n' }] })
    assertRefused(misplaced, 400, 'definition.invalid', /not part of a solution/)
  })

  it('adds a file and removes one', async () => {
    const answer = await plan({
      files: [
        { path: one('edited'), text: null },
        { path: 'namespaces/edited/apps/two.yaml', text: 'name: Two\n', hash: null },
      ],
    })
    assertDone(answer)
    assert.deepEqual(
      answer.body.changes.map(({ kind, path, destructive }: Record<string, unknown>) => [kind, path, destructive]),
      [
        ['add', 'edited.two', false],
        ['remove', 'edited.one', true],
      ],
    )
  })

  it('refuses a change that starts from another file, another code of the solution, and a path given twice', async () => {
    const file = { path: one('edited'), text: 'name: One\n' }
    assertRefused(await plan({ files: [{ ...file, hash: 'x' }] }), 412, 'solution.file_changed', /changed meanwhile/)
    assertRefused(await plan({ files: [{ ...file, hash: null }] }), 412, 'solution.file_changed', /changed meanwhile/)
    assertRefused(await plan({ files: [file, file] }), 400, 'definition.archive_invalid', /occurs twice/)
    const other = { path: 'solution.yaml', text: 'code: other\nname: Other\nversion: 1.0.0\n' }
    assertRefused(await plan({ files: [other] }), 400, 'definition.invalid', /must stay "edited"/)
    assertRefused(await plan({ files: [file] }, 'editd'), 404, 'solution.not_found', /did you mean "edited"/)
  })
})
