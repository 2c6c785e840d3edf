import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertDone, made } from '../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { linkOf } from '../../api/v1/disk/files.fixture.ts'
import { readFolder } from '../../solutions/files/read-folder.ts'
import { writeZip } from '../../solutions/files/write-zip.ts'
import { docx, paragraph, paragraphsOf } from './templates.fixture.ts'

const page = readFileSync(new URL('../../../docs/document-templates.md', import.meta.url), 'utf8')
const block = (language: string): string => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page)![1]!
const office = fileURLToPath(new URL('../../../solutions/office', import.meta.url))

describe('the example of the page', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
    assertDone(await started.call('POST', '/api/v1/solutions/apply', await writeZip(new Map(await readFolder(office)))))
  })
  after(() => started[Symbol.asyncDispose]())

  it('is applied with the sample solution and generates a letter', async () => {
    const folder = 'namespaces/legal/apps/contracts/doctemplates'
    const lines = block('docx').trim().split('\n')
    const files = new Map(await readFolder(office))
    files.set(`${folder}/reminder.docx`, docx(lines.map((line) => paragraph(line)).join('')))
    files.set(`${folder}/reminder.yaml`, block('yaml'))
    const applied = await started.call('POST', '/api/v1/solutions/apply', await writeZip(files))
    assertDone(applied)
    assert.deepEqual(
      applied.body.changes.map(({ sentence }: { sentence: string }) => sentence),
      ['adds the document template legal.contracts.reminder "Reminder about a contract"'],
    )
    const customer = await made(started.call, '/pub/v1/app/ref/counterparties', { __name: 'Acme' })
    const contract = await made(started.call, '/pub/v1/app/legal/contracts', {
      number: 'D-1',
      subject: 'Paper',
      counterparty: [customer.__id],
      amount: { cents: 150_000, currency: 'EUR' },
    })
    const [, sent] = /-d '(\{.*?\n {2}\})'/s.exec(page)!
    const path = '/api/v1/document-templates/legal.contracts/reminder/generate'
    const generated = await started.call('POST', path, { ...JSON.parse(sent!), element: contract.__id })
    assertDone(generated)
    const { file, version } = generated.body
    assert.deepEqual([file.name, version], ['Reminder D-1.docx', 1])
    const bytes = await (await fetch(await linkOf(started.call, file.__id))).arrayBuffer()
    assert.deepEqual(await paragraphsOf(new Uint8Array(bytes)), [
      `To ${customer.__name}`,
      'Contract D-1 of : Paper',
      'The amount of €1,500.00 needs the approval of the director.',
      'The contract is not signed yet.',
      '1. Paper: 10',
      'Please answer soon.',
    ])
  })

  it('shows the problem that a plan reports', async () => {
    const [, file, paragraphNo, message] = /^(namespaces\S+): (paragraph \d+): (.*)$/m.exec(page)!
    const lines = block('docx').replace('{{number}}', '{{nubmer}}').trim().split('\n')
    const files = new Map(await readFolder(office))
    files.set(file!, docx(lines.map((line) => paragraph(line)).join('')))
    files.set(file!.replace('.docx', '.yaml'), block('yaml'))
    const { status, body } = await started.call('POST', '/api/v1/solutions/plan', await writeZip(files))
    assert.equal(status, 400)
    assert.deepEqual(body.problems, [{ file, path: paragraphNo, message }])
  })
})
