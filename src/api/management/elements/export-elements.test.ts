import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, made, parts, things } from '../../../../test/everything.ts'
import { aMatter, type Guarded, startGuarded } from '../../../../test/guarded.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { applyFiles, filesOf } from '../../v1/scheme/scheme.fixture.ts'
import { ended, manyParts } from '../jobs/jobs.fixture.ts'

const path = (application: string) => `/api/v1/elements/${application.replace('.', '/')}/export`

/** Exports elements and returns the lines of the CSV file without its title, and the title. */
async function exported(
  call: Call,
  url: string,
  application: string,
  body: Body,
): Promise<{ title: string; lines: string[] }> {
  const { text } = await file(call, url, application, body)
  assert.ok(text.startsWith('\ufeff'))
  const [title, ...lines] = text.slice(1).split('\r\n')
  assert.equal(lines.pop(), '')
  return { title: title!, lines }
}

async function file(call: Call, url: string, application: string, body: Body) {
  const answer = await call('POST', path(application), body)
  assertDone(answer)
  const job = await ended(call, answer.body.jobId)
  assert.deepEqual([job.kind, job.state, job.problem], ['export', 'done', null])
  const download = await fetch(new URL(job.result.url, url))
  assert.equal(download.status, 200)
  const bytes = Buffer.from(await download.arrayBuffer())
  assert.equal(bytes.length, job.result.bytes)
  return { job, bytes, text: bytes.toString('utf8') }
}

describe('an export', () => {
  const server = useServer()
  const url = () => server.running().url

  it('has the wanted columns of the selected elements in the order of the list', async () => {
    const { filter } = await manyParts(server.call, 450)
    const fields = ['weight', '__name']
    const sortExpressions = [{ field: 'weight', ascending: false }]
    const { title, lines } = await exported(server.call, url(), 'all.parts', { filter, fields, sortExpressions })
    assert.equal(title, 'Weight;Name')
    assert.deepEqual([lines.length, lines[0], lines.at(-1)], [450, '449;part 449', '0;part 0'])
  })

  it('shows names in place of ids, and values as an import reads them', async () => {
    const title = newId()
    const part = await made(server.call, parts, { __name: 'Valve; big', code: 'V' })
    const user = await server.user({ lastname: 'Orlova', firstname: 'Vera' })
    await made(server.call, things, {
      ...{ title, series: '=1+1', amount: -2.5, active: false, signedAt: '2026-05-01T08:30:00Z', due: '2026-05-02' },
      ...{ opens: '08:30', kind: 'small', colours: ['red', 'blue'], price: { cents: -123456, currency: 'USD' } },
      ...{ phones: [{ tel: '+7 900' }, { tel: '112' }], person: { lastname: 'Ivanov', firstname: 'Ivan' } },
      ...{ owner: [user.id], part: [part.__id], parts: [part.__id] },
    })
    const fields = [
      'series',
      'amount',
      'active',
      'signedAt',
      'due',
      'opens',
      'kind',
      'colours',
      'price',
      'phones',
      'person',
    ]
    const body = { filter: { tf: { title } }, fields: [...fields, 'part', '__status', '__createdBy', 'note'] }
    const { lines } = await exported(server.call, url(), 'all.things', body)
    const [line] = lines
    const shown = line ?? ''
    assert.ok(
      shown.startsWith(
        '\'=1+1;-2.5;false;2026-05-01T08:30:00Z;2026-05-02;08:30:00;Small;"Red; Blue";\'-1234.56 USD;"\'+7 900; 112";Ivanov Ivan;"Valve; big";Draft;',
      ),
      shown,
    )
    assert.ok(shown.endsWith(';'))
  })

  it('has all fields of an application with hundreds of them', async () => {
    const codes = Array.from({ length: 310 }, (_, index) => `f${index}`)
    const fields = codes.map((code) => `  - { code: ${code}, name: ${code}, type: string }\n`)
    await applyFiles(server.call, filesOf('wide', { rows: `name: Rows\nfields:\n${fields.join('')}` }))
    await made(server.call, '/pub/v1/app/wide/rows', { f309: 'last' })
    const { title, lines } = await exported(server.call, url(), 'wide.rows', { filter: {} })
    assert.deepEqual(title.split(';'), ['Name', ...codes])
    assert.ok(lines[0]!.endsWith(';last'))
  })

  it('is a workbook with format xlsx', async () => {
    const { filter } = await manyParts(server.call, 3)
    const { job, bytes } = await file(server.call, url(), 'all.parts', { filter, format: 'xlsx' })
    assert.match(job.result.name, /^all-parts-.*\.xlsx$/)
    assert.equal(bytes.subarray(0, 2).toString(), 'PK')
  })

  it('can be empty, and is refused for unknown fields and statuses', async () => {
    const none = { filter: { tf: { title: newId() } } }
    assert.deepEqual((await exported(server.call, url(), 'all.things', none)).lines, [])
    const refused = async (body: Body, code: string, sentence: RegExp) =>
      assertRefused(await server.call('POST', path('all.things'), body), 400, code, sentence)
    await refused({ ...none, fields: ['titel'] }, 'field.unknown', /did you mean "title"/)
    await refused({ ...none, statusCode: 'nothing' }, 'element.unknown_status', /unknown status/)
    await refused({ fields: ['title'] }, 'job.nothing_selected', /filter/)
  })

  it('gives the link to its user only', async () => {
    const user = await server.user()
    const answer = await user.call('POST', path('all.parts'), { filter: { tf: { code: newId() } } })
    assertDone(answer)
    const job = await ended(user.call, answer.body.jobId)
    assert.equal(typeof job.result.url, 'string')
    assert.equal((await ended(server.call, answer.body.jobId)).result.url, undefined)
  })
})

describe('an export with limited rights', () => {
  let law: Guarded
  before(async () => {
    law = await startGuarded()
  })
  after(() => law[Symbol.asyncDispose]())

  it('needs the right export, and has neither hidden elements nor hidden fields', async () => {
    const matter = await aMatter(law.call, { title: 'one', remark: 'r' })
    await aMatter(law.call, { title: 'two' })
    const all = { filter: {} }
    const { title, lines } = await exported(law.partner.call, law.url, 'law.matters', all)
    assert.ok(title.includes('secret'))
    assert.equal(lines.length, 2)
    const grant = `/api/v1/elements/law/matters/${matter.__id}/grants/${law.outsider.id}`
    assertDone(await law.call('PUT', grant, { rights: ['view', 'export'] }))
    const own = await exported(law.outsider.call, law.url, 'law.matters', { ...all, fields: ['title', 'remark'] })
    assert.deepEqual(own.lines, ['one;'])
    const whole = await exported(law.outsider.call, law.url, 'law.matters', all)
    assert.ok(!whole.title.includes('secret'))
    const hidden = await law.outsider.call('POST', path('law.matters'), { ...all, fields: ['secret'] })
    assertRefused(hidden, 400, 'field.unknown', /unknown field "secret"/)
    const refused = await law.clerk.call('POST', path('law.matters'), all)
    assertRefused(refused, 403, 'auth.not_allowed', /you may not export elements of law\.matters/)
    const vault = await law.clerk.call('POST', path('crypt.vault'), all)
    assertRefused(vault, 404, 'application.not_found', /not found/)
  })
})
