import type { Answer, Client } from './client.ts'
import { importFile, summary, tryThenImport } from './import-file.ts'
import { expect, tell } from './telling.ts'

const counterparties = '/pub/v1/app/ref/counterparties'
const contacts = '/pub/v1/app/ref/contacts'
/** The import overwrites changes made by hand with the values in the file, so that the story can be run repeatedly. */
const byTaxId = { mode: 'upsert', key: ['tax_id'] }
const taxId = '0020629146'

/** The reference data of an office: imported from files, searched, changed and restored. */
export async function chapter1(client: Client): Promise<void> {
  console.log('Chapter 1: the reference data of an office')
  await bringIn(client, 'counterparties.csv', 'counterparties', byTaxId)
  await bringIn(client, 'products.csv', 'products', {})
  await changeOne(client)
  await importAgain(client)
  await importAndUndo(client)
}

async function bringIn(client: Client, file: string, code: string, options: object): Promise<void> {
  await tryThenImport(client, file, code, options)
  const again = await importFile(client, file, code, options)
  tell(`${file}, the same file again: ${summary(again)}`)
  expect('the same file twice changes nothing', [again.state, again.unchanged], ['done', again.total])
}

async function changeOne(client: Client): Promise<void> {
  const { __id, __name, address } = await counterparty(client)
  tell(`The counterparty with the tax id ${taxId} is ${__name}, id ${__id}`)

  const query = "[region] = '77' AND [blocked] = FALSE"
  const list = { filter: { eql: { query } }, active: true, size: 3 }
  const { result } = await client.call('POST', `${counterparties}/list`, list)
  tell(`${query} finds ${result.total}, the first ones: ${result.result.map((one: Answer) => one.__name).join(', ')}`)
  const isRight = (one: Answer): boolean => one.region === '77' && one.blocked === false
  expect('the filter finds what it asks for', [result.total > 0, result.result.every(isRight)], [true, true])

  const moved = `${address}, 2nd floor`
  const { item } = await client.call('POST', `${counterparties}/${__id}/update`, { context: { address: moved } })
  expect('the new address is answered', item.address, moved)
  tell(`Its address is now: ${item.address.replaceAll('\n', ' ')}`)
  const wrong = { context: { adress: 'nowhere' } }
  const refusal = await client.refused('POST', `${counterparties}/${__id}/update`, wrong)
  expect('a slip is refused', refusal.status, 400)
  tell(`A slip is refused: ${refusal.error}`)
  await client.call('POST', `${counterparties}/${__id}/set-status`, { status: 'verified' })
  tell('Its status is now "verified"')

  const history = await client.call('GET', `/api/v1/elements/ref/counterparties/${__id}/history`)
  const [change, status] = history.result.result.slice(-2)
  expect('history has the change of the address', change.changes.address, [address, moved])
  expect('history has the change of the status', Object.keys(status.changes), ['__status'])
  tell(`Its history has ${history.result.total} entries, the last two by ${status.by} at ${status.at}`)
}

async function importAgain(client: Client): Promise<void> {
  const restored = await importFile(client, 'counterparties.csv', 'counterparties', byTaxId)
  tell(`counterparties.csv, once more: ${summary(restored)}`)
  expect('the file brings back the one that was changed', [restored.updated, restored.created], [1, 0])
}

/** No field identifies a contact, so each import creates new ones; the story then undoes the import. */
async function importAndUndo(client: Client): Promise<void> {
  const before = await countOf(client, contacts)
  const { importId, total } = await tryThenImport(client, 'contacts.csv', 'contacts')
  expect('there is a contact for each row', (await countOf(client, contacts)) - before, total)
  const { undone, kept } = await client.call('POST', `/api/v1/imports/${importId}/undo`)
  expect('undo takes back each of them', [undone, kept], [total, []])
  expect('there are as many contacts as before', await countOf(client, contacts), before)
  tell(`The import of contacts is undone: ${undone} taken back, ${kept.length} kept`)
}

async function counterparty(client: Client): Promise<Answer> {
  const list = { filter: { tf: { tax_id: taxId } }, active: true }
  const { result } = await client.call('POST', `${counterparties}/list`, list)
  expect(`one counterparty has the tax id ${taxId}`, result.total, 1)
  return result.result[0]
}

async function countOf(client: Client, application: string): Promise<number> {
  const { result } = await client.call('POST', `${application}/list`, { active: true, size: 1 })
  return result.total
}
