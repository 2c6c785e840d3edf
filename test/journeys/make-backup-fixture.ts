import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { aFile, anUpload } from '../../src/api/v1/disk/files.fixture.ts'
import { productVersion } from '../../src/foundation/http/product-version.ts'
import { assertDone, made } from '../everything.ts'
import { type Call, startTestPlatform } from '../platform.ts'
import { saveBackup, startInstances } from './backup.fixture.ts'

// Writes test/fixtures/backup-VERSION.tar: a small installation with the sample, as this version backs it up. Every
// later version must restore this archive; see upgrade.test.ts. Run this before a release, and never replace a released
// archive.
const folder = fileURLToPath(new URL('../fixtures/', import.meta.url))
const maxBytes = 2 * 1024 ** 2
const path = `${folder}backup-${productVersion}.tar`

await using office = await startTestPlatform()
const { call, url } = office
const instances = await startInstances(call)
const { __id: counterparty } = await made(call, '/pub/v1/app/ref/counterparties', { __name: 'ООО «Ёлка»' })
const scan = await anUpload(call, 'The scan of a contract', 'scan.txt')
const { __id: contract } = await made(call, '/pub/v1/app/docs/contracts', {
  ...{ number: 'Д-1', subject: 'Поставка бумаги', counterparty: [counterparty] },
  scans: [{ hash: scan, name: 'scan.txt' }],
})
const { __id: file } = await aFile(call, 'A file in the directory of all files', 'note.txt')
const caseId = await openCase(call)
for (const subject of ['The first letter', 'The second letter']) {
  const { __id: id } = await made(call, '/pub/v1/app/docs/incoming', { subject })
  assertDone(
    await call('POST', '/api/v1/registrations', {
      namespace: 'docs',
      code: 'incoming',
      id,
      caseId,
      card: { paperAt: 'Cabinet 3' },
    }),
  )
}
await office.platform.context.audit.seal()
mkdirSync(folder, { recursive: true })
await saveBackup(call, url, path)
writeFileSync(
  path.replace('.tar', '.json'),
  `${JSON.stringify({ instances, counterparty, contract, file, caseId }, null, 2)}\n`,
)
const { size } = statSync(path)
if (size > maxBytes) throw new Error(`${path} has ${size} bytes, more than ${maxBytes}`)
console.log(`${path}: ${size} bytes`)

/** Opens a case for incoming letters in a section of an office and returns its id. */
async function openCase(as: Call): Promise<string> {
  const created = async (address: string, body: object): Promise<string> => {
    const answer = await as('POST', address, body)
    assertDone(answer)
    return answer.body.item.id
  }
  const directory = '/pub/v1/nomenclature/directory'
  const place = await created(directory, { type: 'place', name: 'Head office', code: 'HO' })
  const section = await created(directory, { type: 'section', name: 'Secretariat', code: '01', directoryId: place })
  const registrationSettings = { template: '{case.index}/{seq}', resetInPeriod: true }
  const letters = { name: 'Incoming letters', index: '01-03', docflow: 'input', directoryId: section }
  return created('/pub/v1/nomenclature', { ...letters, registrationSettings })
}
