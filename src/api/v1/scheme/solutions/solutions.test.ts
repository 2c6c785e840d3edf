import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, type Everything, startEverything } from '../../../../../test/everything.ts'
import type { Body } from '../../../../../test/platform.ts'
import { applyFiles, filesOf, got, namespaces, rows, solutions } from '../scheme.fixture.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

describe('the schemas of solutions', () => {
  it('are ordered by code, with the content of each solution', async () => {
    const list = await rows(started.call, solutions)
    assert.deepEqual(
      list.map(({ code, name, version }) => [code, name, version]),
      [
        ['everything', 'Everything', '1.0.0'],
        ['office', 'Office', '1.0.0'],
      ],
    )
    const { content } = await got(started.call, `${solutions}/office`)
    assert.deepEqual(content, list[1].content)
    assert.deepEqual(
      content.map(({ type, namespace, code, name }: Body) => [type, namespace, code, name]),
      [
        ['namespace', 'ref', 'ref', 'Reference data'],
        ['namespace', 'docs', 'docs', 'Documents'],
        ['application', 'docs', 'contracts', 'Contracts'],
        ['application', 'docs', 'incoming', 'Incoming letters'],
        ['application', 'docs', 'outgoing', 'Outgoing letters'],
        ['application', 'ref', 'contacts', 'Contacts'],
        ['application', 'ref', 'counterparties', 'Counterparties'],
        ['application', 'ref', 'products', 'Products'],
        ['group', 'docs', 'directors', 'Directors'],
        ['group', 'docs', 'heads', 'Heads of departments'],
        ['group', 'docs', 'lawyers', 'Lawyers'],
        ['group', 'docs', 'registrars', 'Registrars of letters'],
        ['group', 'docs', 'staff', 'Staff'],
        ['group', 'ref', 'registrars', 'Registrars'],
        ['module', 'checks', 'checks', 'Counterparty checks'],
        ['module', 'pbx_demo', 'pbx_demo', 'Demo telephone system'],
        ['calendar', 'docs', 'office', 'Working time of the office'],
        ['document template', 'docs.contracts', 'letter', 'Letter about a contract'],
        ['decision', 'docs', 'approver', 'Approver of a contract'],
        ['process', 'docs.contracts', 'approval', 'Approval of a contract'],
        ['process', 'docs.contracts', 'signing', 'Signing of a contract'],
        ['process', 'docs.outgoing', 'sending', 'Sending of a letter'],
      ],
    )
    const contacts = await got(started.call, `${namespaces}/ref/apps/contacts`)
    assert.equal(content[5].hash, contacts.hash)
  })

  it('have a hash that changes with every change of the content and the dependencies', async () => {
    const one = 'name: One\nfields: [{ code: a, type: string }]\n'
    const state = async (app: string, more = ''): Promise<Body> => {
      await applyFiles(started.call, filesOf('deep', { one: app }, more))
      return got(started.call, `${solutions}/deep`)
    }
    const first = await state(one)
    assert.deepEqual(first.dependencies, [])
    assert.notEqual((await state(one.replace('code: a', 'code: b'))).hash, first.hash)
    const depending = await state(one, 'dependencies: [office]\n')
    assert.deepEqual(depending.dependencies, ['office'])
    assert.notEqual(depending.hash, first.hash)
    assert.equal((await state(one)).hash, first.hash)
  })

  it('of an unknown code are 404, with a suggestion', async () => {
    for (const rest of ['', '/exportable']) {
      const answer = await started.call('GET', `${solutions}/offce${rest}`)
      assertRefused(answer, 404, 'solution.not_found', /"offce" not found; did you mean "office"\?/)
    }
  })
})
