import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  assertDone,
  assertRefused,
  type Everything,
  made,
  parts,
  startEverything,
  things,
} from '../../../test/everything.ts'
import { type Body, startTestPlatform, type TestPlatform } from '../../../test/platform.ts'
import { aDocument, aSheet, sheetOf, statesOf } from '../management/sheets/sheets.fixture.ts'
import { aTask } from '../management/tasks/tasks.fixture.ts'

let started: Everything
before(async () => {
  started = await startEverything({ MCP: 'write' })
})
after(() => started[Symbol.asyncDispose]())

/** Connects the client of the official library, as an assistant does. */
async function connect(token: string, server: TestPlatform = started): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', server.platform.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

async function call(client: Client, name: string, given: Body = {}): Promise<Body & { isError?: boolean }> {
  const { content, isError } = (await client.callTool({ name, arguments: given })) as Body
  return { ...JSON.parse(content[0].text), ...(isError && { isError }) }
}

async function userWithToken(login: string): Promise<{ id: string; token: string }> {
  const user = await started.call('POST', '/api/v1/users', { login })
  assertDone(user)
  const token = await started.call('POST', '/api/v1/tokens', { name: 'test', login })
  return { id: user.body.id, token: token.body.token }
}

const administrator = () => connect(started.platform.adminToken!.text)

describe('an assistant', () => {
  it('finds the applications, reads a schema, searches and reads elements', async () => {
    await using client = await administrator()
    const { __id } = await made(started.call, things, { title: 'Lease of the archive', amount: 7 })
    const { namespaces } = await call(client, 'getWorkspace')
    assert.ok(namespaces.some(({ code }: Body) => code === 'all'))
    const schema = await call(client, 'getApplicationSchema', { namespace: 'all', code: 'things' })
    assert.match(JSON.stringify(schema), /"title"/)
    const given = { namespace: 'all', code: 'things', filter: { tf: { title: 'Lease' } }, fields: { title: true } }
    const { result } = await call(client, 'listElements', given)
    assert.deepEqual(result, { result: [{ __id, title: 'Lease of the archive' }], total: 1 })
    const { item } = await call(client, 'getElement', { namespace: 'all', code: 'things', id: __id })
    assert.equal(item.amount, 7)
  })

  it('sees nothing that its token may not see, and a refusal is in the audit log', async () => {
    const { token } = await userWithToken('stranger')
    assertDone(await started.call('PUT', '/api/v1/applications/all/parts/access', { visibleTo: [] }))
    const { __id: id } = await made(started.call, parts, { code: 'secret' })
    await using client = await connect(token)
    const refused = await call(client, 'getElement', { namespace: 'all', code: 'parts', id })
    assert.deepEqual([refused.isError, refused.code], [true, 'application.not_found'])
    await assert.rejects(client.readResource({ uri: 'chancery://applications/all/parts' }), /not found/)
    assertDone(await started.call('PUT', '/api/v1/applications/all/parts/access', {}))
  })

  it('writes with a dry run first, which changes nothing', async () => {
    await using client = await administrator()
    const values = { namespace: 'all', code: 'things', context: { title: 'Written by an assistant' } }
    const tried = await call(client, 'createElement', { ...values, dryRun: true })
    assert.deepEqual([tried.dryRun, tried.item.title], [true, 'Written by an assistant'])
    const find = { namespace: 'all', code: 'things', filter: { tf: { title: 'Written by' } } }
    assert.equal((await call(client, 'listElements', find)).result.total, 0)
    const { item, dryRun } = await call(client, 'createElement', values)
    assert.equal(dryRun, false)
    const id = { namespace: 'all', code: 'things', id: item.__id }
    await call(client, 'updateElement', { ...id, context: { amount: 5 }, dryRun: true })
    assert.equal((await call(client, 'getElement', id)).item.amount, null)
    const wrong = await call(client, 'updateElement', { ...id, context: { amont: 5 }, dryRun: true })
    assert.equal(wrong.isError, true)
    assert.match(wrong.error, /did you mean "amount"/)
    await call(client, 'createElementComment', { ...id, text: 'seen', dryRun: true })
    assert.deepEqual((await call(client, 'listElementComments', id)).comments, [])
  })

  it('writes nothing when a dry run is asked for with anything but true', async () => {
    await using client = await administrator()
    const { __id: id } = await made(started.call, things, { title: 'Before' })
    const element = { namespace: 'all', code: 'things', id }
    for (const dryRun of ['true', 'false', '', 1, 0, 'yes', null, [], {}, [true]]) {
      const refused = await call(client, 'updateElement', { ...element, context: { title: 'After' }, dryRun })
      assert.deepEqual([refused.isError, refused.code, refused.field], [true, 'input.wrong', 'dryRun'])
      const created = { namespace: 'all', code: 'things', context: { title: 'From a wrong dry run' }, dryRun }
      assert.match((await call(client, 'createElement', created)).error, /"dryRun" must be true or false/)
    }
    assert.equal((await call(client, 'getElement', element)).item.title, 'Before')
    const find = { namespace: 'all', code: 'things', filter: { tf: { title: 'From a wrong' } } }
    assert.equal((await call(client, 'listElements', find)).result.total, 0)
  })

  it('works off tasks and starts processes, with dry runs', async () => {
    const anna = await userWithToken('anna')
    const task = await aTask(started, started.call, anna.id)
    await using client = await connect(anna.token)
    assert.deepEqual(
      (await call(client, 'listTasks')).result.result.map(({ id }: Body) => id),
      [task.id],
    )
    const wrong = await call(client, 'completeTask', { id: task.id, exit: 'no such exit', dryRun: true })
    assert.equal(wrong.code, 'task.wrong_exit')
    const completion = { id: task.id, exit: 'accept', context: { amount: '5' } }
    assert.deepEqual(await call(client, 'completeTask', { ...completion, dryRun: true }), {
      task: { id: task.id, exit: 'accept' },
      dryRun: true,
    })
    assert.equal((await call(client, 'getTask', { id: task.id })).task.endedAt, null)
    assert.equal((await call(client, 'completeTask', completion)).dryRun, false)
    assert.notEqual((await call(client, 'getTask', { id: task.id })).task.endedAt, null)
  })

  it('gets the refusal of an answer to a sheet in the dry run', async () => {
    const boris = await userWithToken('boris')
    const sheet = await aSheet(started.call, await aDocument(started.call), [boris.id])
    await using client = await connect(boris.token)
    const dry = { id: sheet.respondents[0].id, dryRun: true }
    const lacking = await call(client, 'completeTask', { ...dry, exit: 'rejected' })
    assert.deepEqual([lacking.code, lacking.problems[0].field], ['task.wrong_values', 'comment'])
    assert.equal((await call(client, 'completeTask', { ...dry, exit: 'informed' })).code, 'task.wrong_exit')
    const given = await call(client, 'completeTask', { ...dry, exit: 'rejected', comment: 'too late' })
    assert.deepEqual(given, { task: { id: dry.id, exit: 'rejected' }, dryRun: true })
    assert.deepEqual(statesOf(await sheetOf(started.call, sheet.id)), ['pending'])
  })

  it('gets a sentence for a wrong tool, a wrong argument and a wrong value', async () => {
    await using client = await administrator()
    assert.match((await call(client, 'listElement')).error, /did you mean "listElements"/)
    const given = { namespace: 'all', code: 'things' }
    assert.match((await call(client, 'listElements', { ...given, filtr: {} })).error, /did you mean "filter"/)
    assert.match((await call(client, 'listElements', { ...given, size: 'x' })).error, /size/)
  })

  it('reads its open tasks and schemas as resources', async () => {
    await using client = await administrator()
    const { resources } = await client.listResources()
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ['chancery://workspace', 'chancery://tasks'],
    )
    const { contents } = (await client.readResource({ uri: 'chancery://applications/all/things' })) as Body
    assert.match(contents[0].text, /"title"/)
    await assert.rejects(client.readResource({ uri: 'chancery://nothing' }), /no resource/)
  })
})

describe('a client of an earlier revision of the protocol', () => {
  it('opens a session without state and calls tools', async () => {
    const send = (method: string, params: object) =>
      started.call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params })
    const clientInfo = { name: 'old', version: '1' }
    const opened = await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    assert.deepEqual(opened.body.result.serverInfo.name, 'chancery')
    const { status, body } = await send('tools/call', { name: 'getWorkspace', arguments: {} })
    assert.equal(status, 200)
    assert.match(body.result.content[0].text, /"namespaces"/)
    const note = await fetch(new URL('/mcp', started.platform.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${started.platform.adminToken!.text}` },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    })
    assert.deepEqual([note.status, await note.text()], [202, ''])
  })
})

describe('the tools', () => {
  it('have a description and a schema, and say which of them write', async () => {
    await using client = await administrator()
    const { tools } = await client.listTools()
    for (const { name, description, inputSchema } of tools) {
      assert.ok(description!.length > 10 && inputSchema.type === 'object', name)
    }
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false)
    for (const { name, inputSchema } of writing) assert.ok('dryRun' in inputSchema.properties!, name)
    assert.ok(writing.length > 5)
  })

  it('only read by default', async () => {
    await using reading = await startTestPlatform()
    await using client = await connect(reading.platform.adminToken!.text, reading)
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.filter(({ annotations }) => annotations?.readOnlyHint !== true),
      [],
    )
    assert.match((await call(client, 'createElement', { namespace: 'docs', code: 'orders' })).error, /no tool/)
  })

  it('are not there for pages of other sites', async () => {
    const { url, adminToken } = started.platform
    const send = (headers: Record<string, string>) =>
      fetch(new URL('/mcp', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken!.text}`, ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      })
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'file://']) {
      const refused = await send({ origin })
      assert.deepEqual([refused.status, ((await refused.json()) as Body).code], [403, 'auth.cross_site'], origin)
    }
    assert.equal((await send({ origin: new URL(url).origin })).status, 200)
    assert.equal((await send({})).status, 200)
  })

  it('need a token, and can be switched off', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    assertRefused(await started.as('wrong')('POST', '/mcp', message), 401, 'auth.required', /token/)
    assertRefused(await started.call('POST', '/mcp', { method: 'x' }), 400, 'input.wrong', /jsonrpc/)
    await using off = await startTestPlatform({ MCP: 'off' })
    assertRefused(await off.call('POST', '/mcp', message), 403, 'assistants.off', /MCP/)
  })
})
