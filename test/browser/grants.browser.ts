// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../src/foundation/kit/ids.ts'
import { assertDone } from '../everything.ts'
import type { Body } from '../platform.ts'
import { assertAccessible } from './accessible.ts'
import { handsOn } from './hands-on.ts'
import { publishPurchase } from './purchase.fixture.ts'
import { incomingCase } from './records.fixture.ts'
import { shot } from './shot.ts'
import { type ConsolePage, looks, type Person, useConsole } from './use-console.ts'

const office = useConsole()

const named = () => office.person({ lastname: `Sokolova-${newId()}` })
const nameOf = async ({ id }: Person): Promise<string> => {
  const { body } = await office.server().call('POST', '/pub/v1/user/list', { ids: [id], fields: { __name: true } })
  return body.result.result[0].__name
}
async function made(call: Person['call'], path: string, body: Body): Promise<Body> {
  const answer = await call('POST', path, body)
  assertDone(answer)
  return answer.body
}
const aDirectory = async ({ call }: Person, name: string): Promise<string> =>
  (await made(call, '/pub/v1/disk/directory', { name })).directory.__id
const aFile = async ({ call }: Person, directory: string): Promise<string> => {
  const form = new FormData()
  form.append('file', new Blob(['agenda']), 'agenda.txt')
  return (await made(call, `/pub/v1/disk/directory/${directory}/upload`, form)).file.__id
}
const aCounterparty = async (): Promise<string> =>
  (await made(office.server().call, '/pub/v1/app/ref/counterparties/create', { context: { __name: 'Harbour' } })).item
    .__id

/** Chooses a subject and rights in the dialog, and saves. */
async function give({ page }: ConsolePage, way: 'mouse' | 'keyboard', name: string, rights: readonly string[]) {
  const hands = handsOn(page, way)
  await hands.press(page.getByRole('button', { name: 'Give access' }))
  const dialog = page.getByRole('dialog')
  await hands.choose(dialog.getByLabel('Person, group, department or position'), name, name)
  for (const right of rights) await hands.tick(dialog.getByRole('checkbox', { name: right }))
  await hands.enter(dialog.getByLabel('Comment'), 'Needs it for the audit')
  await hands.press(dialog.getByRole('button', { name: 'Save' }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

describe('rights that are given by hand', () => {
  for (const way of ['mouse', 'keyboard'] as const)
    it(`the owner of a directory gives access, changes and revokes it, by ${way}`, async () => {
      const [ann, bob] = [await named(), await named()]
      const directory = await aDirectory(ann, `Plans ${newId()}`)
      const isVisible = async () => (await bob.call('GET', `/pub/v1/disk/directory/${directory}`)).status === 200
      assert.equal(await isVisible(), false)
      const visit = await office.signedIn(ann)
      const { page } = visit
      const hands = handsOn(page, way)
      await visit.open(`/files/${directory}`)
      await hands.press(page.getByRole('button', { name: 'Access', exact: true }))
      await page.getByText('No rights have been given by hand.').waitFor()
      const name = await nameOf(bob)
      await give(visit, way, name, ['Rename, move, add versions'])
      await page.getByRole('listitem').filter({ hasText: name }).getByText('see and change').waitFor()
      await page.getByText('Needs it for the audit').waitFor()
      assert.equal(await isVisible(), true)

      await hands.press(page.getByRole('button', { name: `Change the rights of ${name}` }))
      await hands.tick(page.getByRole('checkbox', { name: 'Delete and restore' }))
      await hands.press(page.getByRole('button', { name: 'Save' }))
      await page
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByText(/^see, change,? and delete$/)
        .waitFor()

      await hands.press(page.getByRole('button', { name: `Revoke the rights of ${name}` }))
      await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }))
      await page.getByText('No rights have been given by hand.').waitFor()
      assert.equal(await isVisible(), false)
    })

  it('only a person who may give rights is offered them, and an attempt of another person is in the audit log', async () => {
    const [ann, bob] = [await named(), await named()]
    const directory = await aDirectory(ann, `Minutes ${newId()}`)
    const file = await aFile(ann, directory)
    assertDone(await ann.call('PUT', `/api/v1/files/${directory}/grants/${bob.id}`, { rights: ['view'] }))
    const refusals = async (): Promise<Body[]> =>
      (await office.server().call('GET', `/api/v1/audit?userId=${bob.id}&outcome=refused`)).body.entries
    const { page, open } = await office.signedIn(bob)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const access = page.getByRole('heading', { name: 'Access', exact: true })
    await open(`/files/${directory}?file=${file}`)
    await page.getByRole('heading', { name: 'Versions' }).waitFor()
    assert.equal(await access.count(), 0)
    for (const name of ['Access', 'Upload', 'New directory', 'New version', 'Rename or move', 'Delete'])
      assert.equal(await button(name).count(), 0, name)
    assert.deepEqual(await refusals(), [])

    await open(`/files/${directory}?access=true`)
    await page
      .getByRole('complementary')
      .getByText(/You may not|right/)
      .first()
      .waitFor()
    while ((await refusals()).length === 0) await page.waitForTimeout(100)
    assert.equal((await refusals()).length, 1)

    const all = { rights: ['view', 'create', 'edit', 'delete', 'access'] }
    assertDone(await ann.call('PUT', `/api/v1/files/${directory}/grants/${bob.id}`, all))
    await open(`/files/${directory}?file=${file}`)
    await access.waitFor()
    for (const name of ['Access', 'Upload', 'New directory', 'New version', 'Rename or move', 'Delete'])
      await button(name).waitFor()
  })

  it('an element has a tab with its rights, and an unknown rule of the server is shown in the dialog', async () => {
    const [boss, bob] = [await office.person({ administrator: true }), await named()]
    const id = await aCounterparty()
    const visit = await office.signedIn(boss)
    const { page } = visit
    await visit.open(`/apps/ref/counterparties/${id}?tab=access`)
    await give(visit, 'mouse', await nameOf(bob), ['Delete and restore'])
    await page.getByText('see and delete').waitFor()
    const { body } = await boss.call('GET', `/api/v1/elements/ref/counterparties/${id}/grants`)
    assert.deepEqual(
      body.grants.map((grant: Body) => [grant.subject, grant.rights.toSorted(), grant.comment]),
      [[bob.id, ['delete', 'view'], 'Needs it for the audit']],
    )
    await page.getByRole('link', { name: 'Access rules of the application' }).click()
    await page.getByText('see and delete').waitFor()
  })

  it('groups and departments can be chosen, and an office and a process have their grants', async () => {
    const boss = await office.person({ administrator: true })
    const { officeId } = await incomingCase(office)
    await publishPurchase(boss.call, 1, 'granted')
    const visit = await office.signedIn(boss)
    const { page } = visit
    await visit.open('/records/nomenclature')
    await page.getByRole('button', { name: 'Access', exact: true }).click()
    await give(visit, 'mouse', 'Registrars', ['Register and annul'])
    await page.getByText('see and register').waitFor()
    const { body } = await boss.call('GET', `/api/v1/nomenclature-directories/${officeId}/grants`)
    assert.deepEqual(
      body.grants.map((grant: Body) => grant.kind),
      ['group'],
    )
    const { body: processes } = await boss.call('GET', '/api/v1/processes')
    const { namespace, code } = processes.processes.find((each: Body) => each.code === 'granted')
    await visit.open(`/processes/${namespace}/${code}?tab=access`)
    await give(visit, 'mouse', 'Registrars', ['Start'])
    await page.getByText('start and see').waitFor()
  })

  for (const look of looks)
    it(`has no barriers, and fits a narrow window: ${look.language}, ${look.theme}`, async () => {
      const [boss, bob] = [await office.person({ administrator: true }), await named()]
      const id = await aCounterparty()
      const given = { rights: ['view', 'edit', 'delete', 'export', 'access'], comment: 'A very long reason '.repeat(6) }
      assertDone(await boss.call('PUT', `/api/v1/elements/ref/counterparties/${id}/grants/${bob.id}`, given))
      const directory = await aDirectory(boss, `Drawings ${newId()}`)
      assertDone(await boss.call('PUT', `/api/v1/files/${directory}/grants/${bob.id}`, { rights: ['view'] }))
      const visit = await office.signedIn(boss)
      const { page } = visit
      await visit.open(`/apps/ref/counterparties/${id}?tab=access`)
      await visit.settings(look)
      await assertAccessible(visit)
      await shot(visit, `element-access-${look.language}-${look.theme}`)
      await page.getByRole('tabpanel').getByRole('button').last().click()
      await page.getByRole('combobox', { name: /^(Person, group|Сотрудник, группа)/ }).waitFor()
      await assertAccessible(visit)
      await shot(visit, `element-access-dialog-${look.language}-${look.theme}`)
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 320, height: 640 })
      for (const path of [`/apps/ref/counterparties/${id}?tab=access`, `/files/${directory}?access=true`]) {
        await visit.open(path)
        const width: number = await page.evaluate('document.documentElement.scrollWidth')
        assert.ok(width <= 320, `${path} is ${width} pixels wide`)
        await assertAccessible(visit)
      }
    })
})
