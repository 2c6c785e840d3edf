// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publish } from '../../src/process/definition/templates/templates.fixture.ts'
import {
  bpmn,
  element,
  end,
  extensions,
  flows,
  gateway,
  start,
  user,
} from '../../src/process/engine/process.fixture.ts'
import { aLetter, deployMail, startingBy } from '../../src/process/triggers/starts/starts.fixture.ts'
import { assertDone, made } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { letter } from './records.fixture.ts'
import { shot } from './shot.ts'
import { useConsole } from './use-console.ts'

const office = useConsole()
const variables =
  '<chancery:variable name="letter" type="element" of="mail.letters" title="Letter" required="true"/>' +
  '<chancery:variable name="reason" type="string" title="Reason" required="true"/>'

/** A process about a letter: it is checked, and when it is accepted, it is signed. */
const review = bpmn(
  [
    extensions(
      '<chancery:variable name="letter" type="element" of="docs.incoming" direction="input"/>' +
        '<chancery:variable name="reason" type="string" title="Reason"/>' +
        '<chancery:variable name="decision" type="string" direction="output"/>',
    ),
    start('s'),
    user(
      'check',
      '',
      '<chancery:task result="decision"/>' +
        '<chancery:exit code="accept" name="Accept" kind="positive"/>' +
        '<chancery:exit code="return" name="Return" required="reason"/>' +
        '<chancery:exit code="reject" name="Reject" kind="negative"/>',
      'name="Check the letter"',
    ),
    gateway('exclusive', 'is_accepted', 'default="is_accepted-e"'),
    user('sign', '', '', 'name="Sign the letter"'),
    element('endEvent', 'e', '', 'name="Filed"'),
    flows('s > check > is_accepted', 'is_accepted > sign [decision = "accept"]', 'is_accepted > e', 'sign > e'),
  ],
  '',
)

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
    await rail.getByRole('region', { name: 'My task' }).getByRole('link').click()
    await page.waitForURL(`**/tasks/${tasks.body.result.result[0].id}`)
  })

  it('says that a process of the element has stopped, as the page of its task does', async () => {
    const { call } = office.server()
    const person = await office.person({ administrator: true })
    const { __id: id } = await letter(person, 'Delivery of valves')
    const burn =
      '<chancery:action type="element.setStatus" attempts="1"/><chancery:setting name="status" text="burnt"/>'
    const both = bpmn(
      [
        start('s'),
        gateway('parallel', 'fork'),
        user('check', '', '', 'name="Check the valves"'),
        element('serviceTask', 'burn', extensions(burn)),
        end(),
        end('e2'),
        flows('s > fork > check > e', 'fork > burn > e2'),
      ],
      '',
    )
    assertDone(await publish(call, 'docs.incoming.stops', both))
    const context = { __item: { namespace: 'docs', code: 'incoming', id }, __name: 'Burning' }
    const started = await person.call('POST', '/pub/v1/bpm/template/docs.incoming/stops/run', { context })
    assertDone(started)
    const visit = await office.signedIn(person)
    const { page, open } = visit
    await open(`/apps/docs/incoming/${id}`)
    const stopped = page.getByRole('list', { name: 'Stopped processes' })
    await stopped.getByText('has stopped with an incident').waitFor()
    await assertAccessible(visit)
    await shot(visit, 'element-stopped')
    await stopped.getByRole('link', { name: 'Show the incident' }).click()
    await page.waitForURL(`**/instances/${started.body.context.__id}?tab=incidents`)
    const tasks = await person.call('GET', `/api/v1/tasks?instanceId=${started.body.context.__id}`)
    await open(`/tasks/${tasks.body.result.result[0].id}`)
    await stopped.getByText('has stopped with an incident').waitFor()
    await assertAccessible(visit)
  })

  it('shows the task of the user with its exits and what comes next, beside the fields or below them', async () => {
    const person = await office.person({ lastname: 'Zueva', administrator: true })
    const { __id: id } = await letter(person, 'Delivery of pumps')
    assertDone(await person.call('POST', '/api/v1/processes/docs/review/publish?comment=First', review))
    const context = { __item: { namespace: 'docs', code: 'incoming', id }, letter: [id] }
    assertDone(await person.call('POST', '/pub/v1/bpm/template/docs/review/run', { context }))
    const visit = await office.signedIn(person, { viewport: { width: 1200, height: 800 } })
    const { page, open } = visit
    await open(`/apps/docs/incoming/${id}`)
    const rail = page.getByRole('complementary', { name: 'At a glance' })
    const part = (name: string) => rail.getByRole('region', { name })
    const exits = part('My task').locator('.mantine-Button-root')
    const fields = page.locator('main dl').first()
    await part('Files').getByRole('link').waitFor()
    await part('What comes next').waitFor()
    assert.deepEqual(await part('What comes next').getByRole('listitem').allTextContents(), [
      'Sign the letter',
      'Filed',
    ])
    assert.deepEqual(await exits.allTextContents(), ['Return…', 'Reject…', 'Accept'])
    assert.equal(await part('Open tasks').count(), 0)
    const [beside, of] = [(await rail.boundingBox())!, (await fields.boundingBox())!]
    assert.ok(beside.x >= of.x + of.width, `the rail begins at ${beside.x}, the fields end at ${of.x + of.width}`)
    assert.equal(await page.locator('main [data-variant=filled]').count(), 1, 'the main act of the page')
    await assertAccessible(visit)
    await shot(visit, 'element-my-task')

    await page.setViewportSize({ width: 390, height: 800 })
    const [below, above] = [(await rail.boundingBox())!, (await fields.boundingBox())!]
    assert.ok(below.y >= above.y + above.height, `the rail begins at ${below.y}, the fields end at ${above.y}`)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await assertAccessible(visit)

    await part('My task').getByRole('link', { name: 'Reject…' }).click()
    await page.waitForURL(/\/tasks\//)
    await page.getByRole('button', { name: 'Reject', exact: true }).waitFor()
    await page.goBack()
    await part('My task').getByRole('button', { name: 'Accept' }).click()
    await part('My task').getByRole('button', { name: 'Send now' }).click()
    await part('My task').getByRole('link', { name: 'Sign the letter' }).waitFor()
    assert.deepEqual(await exits.allTextContents(), ['Complete'])
  })

  it('shows a task of somebody else as soon as it waits, without being read again', async () => {
    const { call } = office.server()
    await deployMail(call, { 'sort.bpmn': startingBy('') })
    const letter = await aLetter(call)
    const { page, open } = await office.signedIn(await office.person({ administrator: true }))
    const stream = page.waitForResponse((response) => /\/events\?.*mail\.letters/.test(response.url()))
    await open(`/apps/mail/letters/${letter}`)
    await stream
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
