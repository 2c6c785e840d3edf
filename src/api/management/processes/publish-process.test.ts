import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { callOf, oneTask, publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, flows, start, user } from '../../../process/engine/process.fixture.ts'

const server = useServer()
const mib = 1024 * 1024

describe('publishing a BPMN file', () => {
  it('creates version 1, and version 2 for a changed file; new instances use version 2', async () => {
    const first = await publish(server.call, 'ref.first', oneTask())
    assertDone(first)
    assert.deepEqual([first.body.version, first.body.changed, first.body.warnings], [1, true, []])
    const second = await publish(server.call, 'ref.first', oneTask('', 'other'))
    assert.equal(second.body.version, 2)
    const { programs } = server.running().platform.context.processes.templates
    const { reader } = server.running().platform.database
    const address = { namespace: 'ref', code: 'first' }
    const found = await programs.find(reader, address)
    assert.equal(found?.version, 2)
    assert.ok(found?.loaded.program.nodes.some(({ id }) => id === 'other'))
    const old = await programs.find(reader, { ...address, version: 1 })
    assert.ok(old?.loaded.program.nodes.some(({ id }) => id === 'check'))
    assert.equal(await programs.find(reader, { ...address, version: 3 }), undefined)
    assert.equal(await programs.find(reader, { ...address, code: 'nothing' }), undefined)
    assert.equal(await programs.get(reader, found!.template, 2), found)
    await assert.rejects(programs.get(reader, found!.template, 3), /does not exist/)
  })

  it('creates no new version for an unchanged file', async () => {
    assertDone(await publish(server.call, 'ref.same', oneTask()))
    const { body } = await publish(server.call, 'ref.same', oneTask())
    assert.deepEqual([body.version, body.changed], [1, false])
  })

  it('publishes a process of an application, given by its path', async () => {
    assertDone(await publish(server.call, 'ref.contacts.welcome', oneTask()))
    const { body } = await server.call('GET', '/api/v1/processes/ref.contacts/welcome')
    assert.deepEqual(
      [body.process.namespace, body.process.code, body.process.solution],
      ['ref.contacts', 'welcome', null],
    )
  })

  it('creates a template for each pool with a process', async () => {
    const pool = (id: string) =>
      `<process id="${id}">${[start(`${id}_s`), user(`${id}_t`), end(`${id}_e`), flows(`${id}_s > ${id}_t > ${id}_e`)].join('')}</process>`
    const xml = (...ids: string[]) => bpmn([]).replace('<process id="p"></process>', ids.map(pool).join(''))
    assertDone(await publish(server.call, 'ref.pools', xml('seller', 'pools', 'bank')))
    const codes = async () => {
      const { body } = await server.call('GET', '/api/v1/processes')
      const own = body.processes.filter(({ file }: Body) => file === 'pools')
      return own.map(({ code, process, version }: Body) => [code, process, version])
    }
    assert.deepEqual(await codes(), [
      ['pools', 'pools', 1],
      ['pools_bank', 'bank', 1],
      ['pools_seller', 'seller', 1],
    ])
    assertDone(await publish(server.call, 'ref.pools', xml('pools', 'bank')))
    assert.deepEqual(await codes(), [
      ['pools', 'pools', 2],
      ['pools_bank', 'bank', 2],
    ])
    assertDone(await publish(server.call, 'ref.pools', xml('pools', 'bank', 'tax-office')))
    assert.deepEqual((await codes()).at(-1), ['pools_tax_office', 'tax-office', 3])
    const twins = await publish(server.call, 'ref.pools', xml('pools', 'tax-office', 'tax_office'))
    assertRefused(twins, 400, 'process.invalid', /"pools_tax_office", which another process of the file has/)
    assert.equal(twins.body.problems[0].elementId, 'tax-office')
    assertRefused(
      await publish(server.call, 'ref.pools_bank', oneTask()),
      400,
      'process.invalid',
      /belongs to another file/,
    )
  })

  it('writes an entry into the audit log, with the comment', async () => {
    assertDone(await publish(server.call, 'ref.audited', oneTask()))
    assertDone(await publish(server.call, 'ref.audited', oneTask('', 'b'), '?comment=Second%20check'))
    const { body } = await server.call('GET', '/api/v1/audit?object=process:ref.audited')
    const { before, after } = body.entries[0]
    assert.deepEqual([before.version, after.version, after.comment], [1, 2, 'Second check'])
    const { body: list } = await server.call('GET', '/api/v1/processes/ref/audited/versions')
    assert.deepEqual(
      list.versions.map(({ version, comment, active }: Body) => [version, comment, active]),
      [
        [2, 'Second check', 0],
        [1, null, 0],
      ],
    )
  })

  it('warns of processes and groups that do not exist yet', async () => {
    const performer = '<chancery:performer type="group" value="ref.nobody"/>'
    const xml = callOf('ref.later').replace('<chancery:performer type="initiator"/>', performer)
    const { body } = await publish(server.call, 'ref.warned', xml)
    assert.deepEqual(body.warnings, [
      { elementId: 'c', message: 'there is no process "ref.later" yet' },
      { elementId: 't', message: 'there is no group "ref.nobody" yet' },
    ])
  })

  it('compiles a version again when its program has another format', async () => {
    assertDone(await publish(server.call, 'ref.older', oneTask('', 'old')))
    const { platform } = server.running()
    const { templates } = platform.context.processes
    const { id } = templates.catalog.find('ref', 'older')!
    await platform.database.single.rows(
      sql`update process_version set format = 0, program = '{"process": "p"}' where template = ${id}`,
    )
    const found = await templates.programs.get(platform.database.reader, id, 1)
    assert.ok(found.loaded.program.nodes.some((node) => node.id === 'old'))
  })
})

describe('publishing refuses', () => {
  const refusal = async (xml: string | Uint8Array, path = 'ref.refused'): Promise<Body> => {
    const answer = await publish(server.call, path, xml)
    assertRefused(answer, 400, 'process.invalid', /./)
    assertRefused(await server.call('GET', '/api/v1/processes/ref/refused'), 404, 'process.not_found', /./)
    return answer.body
  }

  it('a file with problems, each with the id of its element', async () => {
    const body = await refusal(
      bpmn([start(), '<implicitThrowEvent id="g"/>', '<serviceTask id="w"/>', end(), flows('s > g > w > e')]),
    )
    assert.deepEqual(
      body.problems.map(({ elementId }: Body) => elementId),
      ['g', 'w', 'w'],
    )
    assert.match(body.problems[0].message, /use an intermediate throw event/)
  })

  const depth = 10_000
  const files: readonly [string, string, RegExp][] = [
    ['a file that is no XML', 'name: Check', /not/],
    ['an empty body', '', /./],
    [
      'a file with two elements of one id',
      bpmn([start(), user('a'), user('a'), end(), flows('s > a > e')]),
      /the id "a" occurs twice/,
    ],
    ['a DOCTYPE', `<!DOCTYPE x [<!ENTITY a "b">]>${oneTask()}`, /DOCTYPE/],
    [
      'XML that is nested 10,000 deep',
      bpmn([`${'<subProcess id="x">'.repeat(depth)}${'</subProcess>'.repeat(depth)}`]),
      /nested deeper than 64 levels/,
    ],
  ]
  for (const [what, xml, message] of files) {
    it(what, async () => assert.match((await refusal(xml)).error, message))
  }

  it('a body of 50 MB without reading all of it', async () => {
    const xml = new Uint8Array(50 * mib).fill(0x20)
    const before = process.memoryUsage.rss()
    const answer = await publish(server.call, 'ref.refused', xml)
    assertRefused(answer, 413, 'input.too_large', /must not be larger than 4 MiB/)
    assert.ok(process.memoryUsage.rss() - before < 400 * mib)
  })

  it('an element with 100,000 attributes', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `a${index}="x"`).join(' ')
    const answer = await publish(server.call, 'ref.refused', bpmn([`<startEvent id="s" ${many}/>`]))
    assertRefused(answer, 400, 'process.invalid', /more than 256 attributes/)
  })

  it('a body that is too large, and the connection carries the next request', async () => {
    const { url, adminToken } = server.running().platform
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (method: string, path: string, body = '') =>
      new Promise<{ status: number; isReused: boolean }>((resolve, reject) => {
        const headers = { authorization: `Bearer ${adminToken!.text}` }
        const sent = request(new URL(path, url), { method, agent, headers }, (answer) => {
          answer.resume().once('end', () => resolve({ status: answer.statusCode!, isReused: sent.reusedSocket }))
        })
        sent.once('error', reject).end(body)
      })
    for (const what of ['publish', 'check'])
      assert.equal((await send('POST', `/api/v1/processes/ref/refused/${what}`, ' '.repeat(4.5 * mib))).status, 413)
    assert.deepEqual(await send('GET', '/api/v1/me'), { status: 200, isReused: true })
    agent.destroy()
  })

  it('a process that calls itself, directly or through others', async () => {
    const own = await publish(server.call, 'ref.ring', callOf('ref.ring'))
    assertRefused(own, 400, 'process.invalid', /ref\.ring calls ref\.ring/)
    assertDone(await publish(server.call, 'ref.ring', callOf('ref.ring2')))
    assertDone(await publish(server.call, 'ref.ring2', callOf('ref.ring3')))
    const answer = await publish(server.call, 'ref.ring3', callOf('ref.ring'))
    assertRefused(answer, 400, 'process.invalid', /ref\.ring3 calls ref\.ring calls ref\.ring2 calls ref\.ring3/)
    assert.equal(answer.body.problems[0].elementId, 'c')
    assertDone(await publish(server.call, 'ref.ring3', oneTask()))
    assertDone(await publish(server.call, 'ref.ring3', oneTask('', 'second')))
    const pinned = callOf('ref.ring3', 'binding="version" version="1"')
    assertDone(await publish(server.call, 'ref.ring3', pinned))
  })

  it('an unknown namespace, an unknown application and a wrong code', async () => {
    assertRefused(await publish(server.call, 'reff.a', oneTask()), 404, 'namespace.not_found', /did you mean "ref"/)
    assertRefused(await publish(server.call, 'ref.none.a', oneTask()), 404, 'application.not_found', /./)
    assertRefused(await publish(server.call, 'ref.a-b', oneTask()), 400, 'process.invalid', /a process code must match/)
    assertDone(await publish(server.call, 'ref.Cased', oneTask()))
    assertRefused(await publish(server.call, 'ref.cased', oneTask()), 400, 'process.invalid', /differs only in case/)
  })

  it('users who are not administrators', async () => {
    const { call } = await server.user()
    assertRefused(await publish(call, 'ref.mine', oneTask()), 403, 'auth.not_allowed', /administrators/)
  })
})
