import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { compileDecisions } from '../../src/decisions/index.ts'
import { publish } from '../../src/process/definition/templates/templates.fixture.ts'
import { writeZip } from '../../src/solutions/files/write-zip.ts'
import { assertDone, assertRefused, listed, made } from '../everything.ts'
import { useServer } from '../shared-server.ts'

/** Returns the YAML files on a page: blocks whose first line is a comment with the path of the file. */
function yamlFiles(page: string): Map<string, string> {
  const blocks = readFileSync(new URL(page, folder), 'utf8').matchAll(/^```yaml\n# (\S+\.yaml)\n([\s\S]*?)^```$/gm)
  return new Map([...blocks].map(([, path, text]) => [path!, text!]))
}

const folder = new URL('../../docs/', import.meta.url)
const server = useServer()

/** The complete XML files on the pages: blocks with `<definitions>`. */
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => {
    const blocks = [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^```xml\n([\s\S]*?)^```$/gm)]
    return blocks.map(([, xml]) => ({ name, xml: xml! })).filter(({ xml }) => /<(\w+:)?definitions\b/.test(xml))
  })

describe('the complete XML examples of the pages', () => {
  it('are found', () => {
    assert.ok(examples.length >= 2, String(examples.length))
  })

  for (const [index, { name, xml }] of examples.entries())
    it(`${name} (${index + 1}) can be published`, async () => {
      if (xml.includes('/spec/DMN/')) {
        assert.ok(compileDecisions(Buffer.from(xml)))
        return
      }
      assertDone(await publish(server.call, `ref.example${index}`, xml))
      const damaged = xml.replace('</definitions>', '')
      assertRefused(await publish(server.call, `ref.example${index}`, damaged), 400, 'process.invalid', /line \d+/)
    })
})

describe('the example of the page contracts.md', () => {
  it('is deployed, and lists what is created in its applications and through the contract', async () => {
    const files = yamlFiles('contracts.md')
    assert.deepEqual([...files.keys()].length, 5)
    assertDone(await server.call('POST', '/api/v1/solutions/apply', await writeZip(files)))
    await made(server.call, '/pub/v1/app/papers/orders', { no: 'O-1', signed: '2026-03-01' })
    await made(server.call, '/pub/v1/app/papers/orders', { no: 'O-2', signed: '2026-03-02', draft_only: true })
    const documents = '/pub/v1/contracts/papers/documents'
    const letter = await made(server.call, documents, { number: '1-1', date: '2026-05-01' })
    assertDone(await server.call('POST', `${documents}/${letter.__id}/update`, { context: { number: '1-2' } }))
    const { items, total } = await listed(server.call, documents, {
      active: true,
      sortExpressions: [{ field: 'date', ascending: false }],
    })
    assert.deepEqual([items.map(({ number }) => number), total], [['1-2', 'O-1'], 2])
  })
})

describe('the boundary timer of the page calendars.md', () => {
  it('is due within the working hours of the default calendar on the page', async () => {
    const files = yamlFiles('calendars.md')
    files.set('solution.yaml', 'code: hours\nname: Hours\nversion: 1.0.0\n')
    files.set('namespaces/hr/namespace.yaml', 'name: Personnel\n')
    assertDone(await server.call('POST', '/api/v1/solutions/apply', await writeZip(files)))
    const { xml } = examples.find(({ name }) => name === 'calendars.md')!
    assertDone(await publish(server.call, 'hr.answer', xml))
    const { body } = await server.call('POST', '/pub/v1/bpm/template/hr/answer/run', { context: {} })
    const filter = JSON.stringify({ tf: { instanceId: body.context.__id } })
    const path = `/api/v1/timers?filter=${encodeURIComponent(filter)}`
    const timers = await server.call('GET', path)
    const due = Temporal.Instant.from(timers.body.result.result[0].dueAt).toZonedDateTimeISO('Europe/Moscow')
    const hour = due.hour + due.minute / 60
    assert.ok((hour > 9 && hour <= 13) || (hour > 14 && hour <= 18), due.toString())
    assert.ok(due.dayOfWeek <= 5 || due.toPlainDate().toString() === '2026-02-21', due.toString())
  })
})
