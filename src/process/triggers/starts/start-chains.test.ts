import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { maxStartDepth } from './chains.ts'
import { advance, aLetter, atRest, deployMail, expectInstances, instancesOf } from './starts.fixture.ts'

const text = (name: string, value: string): string => `<chancery:setting name="${name}" text="${value}"/>`
/** Returns a process that an element event starts and that changes elements. */
const working = (event: string, type: string, inside: string): string =>
  bpmn([
    extensions('<chancery:variable name="letter" type="element" of="mail.letters" direction="input"/>'),
    start('s', extensions(`<chancery:elementEvent app="mail.letters" event="${event}"/>`)),
    element(
      'serviceTask',
      'w',
      extensions(`<chancery:action type="${type}" attempts="1"/>${text('app', 'mail.letters')}${inside}`),
    ),
    end(),
    flows('s > w > e'),
  ])
const letterItself = '<chancery:setting name="element" value="letter[1]"/>'

describe('processes that change elements whose events start processes', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform({ TEST_CLOCK: '1' })
  })
  after(() => started[Symbol.asyncDispose]())

  it('a process that changes its own element does not start itself again, but starts others', async () => {
    await deployMail(started.call, {
      'itself.bpmn': working('updated', 'element.update', `${letterItself}<chancery:input name="amount" value="7"/>`),
      'other.bpmn': working('updated', 'element.setStatus', `${letterItself}${text('status', 'done')}`),
    })
    const id = await aLetter(started.call, { subject: 'S', amount: 1 })
    assertDone(await started.call('POST', `/pub/v1/app/mail/letters/${id}/update`, { context: { subject: 'T' } }))
    await expectInstances(started, 'itself', 1)
    // One start by the change of the user, and one by the change of the first process.
    await expectInstances(started, 'other', 2)
    await atRest(started.platform.database.reader)
    assert.equal((await instancesOf(started, 'itself')).length, 1)
    const [instance] = await instancesOf(started, 'itself')
    assert.equal(instance!.state, 'done')
  })

  it(`a chain of processes that start each other ends after ${maxStartDepth} starts`, async () => {
    await deployMail(started.call, {
      'itself.bpmn': working('deleted', 'element.update', `${letterItself}<chancery:input name="amount" value="7"/>`),
      'other.bpmn': working('deleted', 'element.update', `${letterItself}<chancery:input name="amount" value="7"/>`),
      'endless.bpmn': working('created', 'element.create', '<chancery:input name="subject" value="&quot;next&quot;"/>'),
    })
    await aLetter(started.call)
    await expectInstances(started, 'endless', maxStartDepth + 1)
    await atRest(started.platform.database.reader)
    assert.equal((await instancesOf(started, 'endless')).length, maxStartDepth + 1)
    const { body } = await started.call('GET', '/api/v1/processes/mail/endless/starts')
    assert.match(body.starts[0].lastFailure.message, /ends a chain of 10 starts/)
    const { reader } = started.platform.database
    const depths = async () =>
      (await reader.row<{ count: number }>(sql`select count(*)::int as count from process_start_depth`))!.count
    assert.ok((await depths()) > 0)
    await advance(started, 'P8D')
    assert.equal(await depths(), 0)
  })
})
