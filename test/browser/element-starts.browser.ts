// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { bpmn, end, extensions, flows, start, user } from '../../src/process/process.fixture.ts'
import { aLetter, deployMail, startingBy } from '../../src/process/starts/starts.fixture.ts'
import { assertDone, made } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { useConsole } from './use-console.ts'

const office = useConsole()
const variables =
  '<chancery:variable name="letter" type="element" of="mail.letters" title="Letter" required="true"/>' +
  '<chancery:variable name="reason" type="string" title="Reason" required="true"/>'

describe('the page of an element', () => {
  it('starts a process that needs more than the element by its form, with the element filled in', async () => {
    const { call } = office.server()
    const process = bpmn([extensions(variables), start('s'), user('t'), end(), flows('s > t > e')], '')
    await deployMail(call, { 'reply.bpmn': process, 'reply.yaml': 'startFrom: [mail.letters]\n' })
    const { __id } = await made(call, '/pub/v1/app/mail/letters', { __name: 'A complaint', subject: 'Noise' })
    const visit = await office.signedIn(await office.person({ administrator: true }))
    const { page, open, settled } = visit
    await open(`/apps/mail/letters/${__id}?tab=processes`)
    await page.getByRole('button', { name: /^Start: / }).click()
    const reason = page.getByLabel('Reason')
    await reason.waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Letter' }).inputValue(), 'A complaint')
    await assertAccessible(visit)
    await reason.fill('Answer within a week')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.waitForURL(/\/instances\//)
    await settled()
    await page.getByRole('main').getByRole('link', { name: 'A complaint', exact: true }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const { body } = await call('GET', `/api/v1/instances/${id}`)
    const { context } = body.instance
    assert.deepEqual([context.letter, context.reason], [[__id], 'Answer within a week'])
    const tasks = await call('GET', `/api/v1/tasks?instanceId=${id}`)
    await open(`/tasks/${tasks.body.result.result[0].id}`)
    assert.equal(await page.getByRole('combobox', { name: 'Letter' }).inputValue(), 'A complaint')
    await open(`/apps/mail/letters/${__id}?tab=processes`)
    await page.locator(`main a[href$="${id}"]`).waitFor()
    await open(`/apps/mail/letters/${__id}`)
    const rail = page.getByRole('complementary', { name: 'At a glance' })
    await rail.getByRole('region', { name: 'Open tasks' }).getByRole('link').click()
    await page.waitForURL(`**/tasks/${tasks.body.result.result[0].id}`)
  })

  it('shows a task of somebody else as soon as it waits, without being read again', async () => {
    const { call } = office.server()
    await deployMail(call, { 'sort.bpmn': startingBy('') })
    const letter = await aLetter(call)
    const { page, open } = await office.signedIn(await office.person({ administrator: true }))
    let reads = 0
    page.on('response', (response) => {
      if (response.url().includes(`itemId=${letter}`)) reads += 1
    })
    await open(`/apps/mail/letters/${letter}`)
    // The first reading is that of the card, the second follows when the stream of events reports changes.
    while (reads < 2) await wait(20)
    const tasks = page.getByRole('complementary', { name: 'At a glance' }).getByRole('region', { name: 'Open tasks' })
    assert.equal(await tasks.count(), 0)
    const __item = { namespace: 'mail', code: 'letters', id: letter }
    const context = { __item, letter: [letter] }
    assertDone(await call('POST', '/pub/v1/bpm/template/mail/sort/run', { context }))
    await tasks.getByRole('link').waitFor()
  })

  it('offers registration only where elements are registered', async () => {
    const { call } = office.server()
    const visit = await office.signedIn(await office.person({ administrator: true }))
    const { page, open } = visit
    const counterparty = await made(call, '/pub/v1/app/ref/counterparties', { __name: 'Not a document' })
    await open(`/apps/ref/counterparties/${counterparty.__id}?tab=registrations`)
    await page.getByRole('tab', { name: 'History' }).waitFor()
    assert.equal(await page.getByRole('tab', { name: 'Registrations' }).count(), 0)
    const letter = await made(call, '/pub/v1/app/docs/outgoing', { subject: 'About the contract' })
    await open(`/apps/docs/outgoing/${letter.__id}?tab=registrations`)
    await page.getByRole('tab', { name: 'Registrations', selected: true }).waitFor()
  })
})
