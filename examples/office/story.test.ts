import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { adminToken, startTestPlatform, type TestPlatform } from '../../test/platform.ts'

const story = fileURLToPath(new URL('story.ts', import.meta.url))

describe('the sample story', () => {
  let office: TestPlatform
  before(async () => {
    office = await startTestPlatform({ TEST_CLOCK: '1' })
  })
  after(() => office[Symbol.asyncDispose]())

  async function told(token = adminToken): Promise<{ code: number | null; output: string; errors: string }> {
    const child = spawn(process.execPath, [story], {
      env: { ...process.env, CHANCERY_URL: office.url, CHANCERY_TOKEN: token },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
    const [code, output, errors] = await Promise.all([exited, text(child.stdout), text(child.stderr)])
    return { code, output, errors }
  }

  it('can be run twice in a row', async () => {
    const first = await told()
    assert.deepEqual([first.errors, first.code], ['', 0])
    assert.match(first.output, /products\.csv, imported: 200 rows, 200 created/)
    assert.match(first.output, /Its link, good for ten minutes, gives the same 5,\d{3},\d{3} bytes/)
    assert.match(first.output, /The clock of the server moves by two weeks/)
    assert.match(first.output, /The process has ended, and the status of the contract ap\w+ is "approved"/)
    const second = await told()
    assert.deepEqual([second.errors, second.code], ['', 0])
    assert.match(second.output, /products\.csv, imported: 200 rows, 0 created, 0 updated, 200 unchanged/)
  })

  it('ends with an error when a result is not as expected', async () => {
    const id = await office.call('POST', '/pub/v1/app/ref/counterparties/list', {
      filter: { tf: { tax_id: '0020629146' } },
    })
    const address = `/pub/v1/app/ref/counterparties/${id.body.result.result[0].__id}/set-status`
    await office.call('POST', address, { status: 'closed' })
    const { code, errors } = await told()
    assert.equal(code, 1)
    assert.match(
      errors,
      /The story ends here: every row of counterparties\.csv is imported:\n {2}expected .*\n {2}actual/,
    )
  })

  it('reports why it could not begin', async () => {
    const { code, errors } = await told('somebody-else')
    assert.equal(code, 1)
    assert.match(errors, /answered 401/)
  })
})
