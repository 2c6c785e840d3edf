import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { idle } from '../../../../test/contract/matrix/imports.ts'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { rested } from '../../../../test/process-scene.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../../process/engine/process.fixture.ts'
import { aLetter, letters, uploadText, useLetterbox } from './letters.fixture.ts'

const server = useLetterbox()
const guided = letters('guided')
const reason = /the status "Filed" is given by a process only/
type Clerk = Awaited<ReturnType<typeof server.user>>
let clerk: Clerk
before(async () => {
  clerk = await server.user()
})

const setStatus = ({ __id }: Body, call = clerk.call) =>
  call('POST', `${guided}/${__id}/set-status`, { status: { code: 'filed' } })
const statusOf = async ({ __id }: Body): Promise<string> =>
  (await server.call('GET', `${guided}/${__id}/get`)).body.item.__statusCode

describe('a status that only processes give', () => {
  it('is refused to users by set-status and in bulk, and the capabilities say why', async () => {
    const letter = await aLetter(clerk.call, {}, 'guided')
    assertRefused(await setStatus(letter), 400, 'element.status_not_allowed', reason)
    const { body } = await clerk.call('GET', `/api/v1/elements/letterbox/guided/${letter.__id}/capabilities`)
    const filed = body.statuses.find(({ code }: Body) => code === 'filed')
    assert.deepEqual([filed.isAllowed, filed.obstacle], [false, 'process'])
    assert.match(filed.reason, reason)
    const bulk = await clerk.call('POST', '/api/v1/elements/letterbox/guided/bulk', {
      ids: [letter.__id],
      action: { setStatus: { code: 'filed' } },
    })
    assertDone(bulk)
    assert.match(bulk.body.result.failures[0].message, reason)
    assert.equal(await statusOf(letter), 'draft')
  })

  it('is refused to users in an import of new and of existing elements', async () => {
    const letter = await aLetter(clerk.call, {}, 'guided')
    const fileHash = await uploadText(clerk.call, `subject,__status\n${letter.subject},filed\nanother,filed\n`)
    assertDone(await clerk.call('POST', `${guided}/import`, { fileHash, mode: 'upsert' }))
    await idle(server as never, guided)
    const { status } = (await clerk.call('POST', `${guided}/import/status`, {})).body
    assert.deepEqual([status.created, status.updated, status.failed], [0, 0, 2])
    for (const { message } of status.errors) assert.match(message, reason)
    assert.equal(await statusOf(letter), 'draft')
  })

  it('is given by a process that a user starts, and by administrators', async () => {
    const [one, two] = [await aLetter(clerk.call, {}, 'guided'), await aLetter(clerk.call, {}, 'guided')]
    const settings = ['app" text="letterbox.guided', 'element" value="letter', 'status" text="filed'].map(
      (each) => `<chancery:setting name="${each}"/>`,
    )
    const file = element(
      'serviceTask',
      'file',
      extensions(`<chancery:action type="element.setStatus"/>${settings.join('')}`),
    )
    const variable = extensions('<chancery:variable name="letter" type="string"/>')
    const diagram = bpmn([variable, start(), file, end(), flows('s > file > e')])
    assertDone(await publish(server.call, 'letterbox.filing', diagram))
    const run = { context: { letter: one.__id } }
    const filing = await clerk.call('POST', '/pub/v1/bpm/template/letterbox/filing/run', run)
    assertDone(filing)
    await rested(server.call, filing.body.context.__id)
    assert.equal(await statusOf(one), 'filed')
    assertDone(await setStatus(one))
    assertDone(await setStatus(two, server.call))
    assert.equal(await statusOf(two), 'filed')
  })
})

it('the status with which new elements begin cannot be left to processes', async () => {
  const { writeZip } = await import('../../../solutions/files/write-zip.ts')
  const status = '{ code: draft, name: Draft, by: process }'
  const files = [
    ['solution.yaml', 'code: x\nname: X\nversion: 1.0.0\n'],
    ['namespaces/x/namespace.yaml', 'name: X\n'],
    ['namespaces/x/apps/y.yaml', `name: Y\nstatuses: [${status}]\n`],
  ] as const
  const answer = await server.call('POST', '/api/v1/solutions/apply', await writeZip(new Map(files)))
  assertRefused(answer, 400, 'definition.invalid', /new elements begin with this status/)
})
