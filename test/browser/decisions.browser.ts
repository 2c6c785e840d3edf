// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { soon } from '../../examples/office/tasks.ts'
import { newId } from '../../src/foundation/kit/ids.ts'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { contractInCheck, lawyer } from './office-people.ts'
import { taskIsOpen } from './open-task.ts'
import { letter } from './records.fixture.ts'
import { shot } from './shot.ts'
import { type ConsolePage, type Person, useConsole } from './use-console.ts'

const office = useConsole()
const stateOf = async (task: string): Promise<string> =>
  (await office.server().call('GET', `/api/v1/tasks/${task}`)).body.task.state
const openedTask = ({ page }: ConsolePage): string => new URL(page.url()).searchParams.get('open')!

/** Sends a letter to a person for approval; returns the subject of the task. */
async function sentForApproval(approver: Person, more: object = {}): Promise<string> {
  const author = await office.person({ lastname: 'Petrova', administrator: true })
  const subject = `Letter ${newId().slice(-8)}`
  const { __id: id, scan } = await letter(author, subject)
  const stages = [{ mode: 'parallel', respondents: [{ type: 'user', id: approver.id }] }]
  const sheet = {
    type: 'approval',
    namespace: 'docs',
    code: 'incoming',
    elementId: id,
    fileId: scan[0],
    subject,
    stages,
    ...more,
  }
  assertDone(await author.call('POST', '/api/v1/sheets', sheet))
  return subject
}

/** Has a letter rejected in the process of the page on approval; returns the id of the task to revise it. */
async function rework({ call }: Person, lawyer: Person, comment: string): Promise<string> {
  const page = readFileSync(new URL('../../docs/approval.md', import.meta.url), 'utf8')
  const example = /```xml\n(<\?xml[\s\S]*?)```/.exec(page)![1]!.replaceAll('legal.contracts', 'docs.incoming')
  assertDone(await call('POST', '/api/v1/processes/docs/rework/publish', Buffer.from(example)))
  const { __id: document } = await letter({ call }, `Letter ${newId().slice(-8)}`)
  const context = { document, lawyers: [lawyer.id], readers: [] }
  const run = await call('POST', '/pub/v1/bpm/template/docs/rework/run', { context })
  assertDone(run)
  const instance = run.body.context.__id
  const approval = await taskAt(call, instance, 'approve')
  assertDone(await lawyer.call('POST', `/api/v1/tasks/${approval}/complete`, { exit: 'rejected', comment }))
  return taskAt(call, instance, 'revise')
}

/** Returns the id of the open task of an instance at an element, as soon as there is one. */
async function taskAt(call: Person['call'], instance: string, elementId: string): Promise<string> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const { body } = await call('GET', `/api/v1/tasks?instanceId=${instance}&elementId=${elementId}`)
    const [task] = body.result.result
    if (task !== undefined) return task.id
    await wait(20)
  }
  throw new Error(`there is no open task at "${elementId}"`)
}

/** Opens a task from the list, and waits until it takes keys: React adds the listeners after the task is visible. */
const openTask = async ({ page, open, settled }: ConsolePage, name: RegExp, tab = 'queue'): Promise<void> => {
  await open(`/tasks?tab=${tab}`)
  await page.getByRole('row', { name }).click()
  await taskIsOpen(page, name)
  await settled()
}

describe('a decision on a task', () => {
  it('is not made by one key: "a" goes to the approving button, and Enter decides', async () => {
    const visit = await office.signedIn(await lawyer(office))
    await contractInCheck(office, 'keys-1')
    await openTask(visit, /keys-1/)
    const { page } = visit
    const task = openedTask(visit)
    await page.keyboard.press('a')
    await page.locator(':focus', { hasText: /^Accept$/ }).waitFor()
    assert.equal(await stateOf(task), 'assignment')
    await page.keyboard.press('Enter')
    await page.getByText(/^Accept: “.*keys-1.*” is sent in 8 seconds$/).waitFor()
    assert.equal(await stateOf(task), 'assignment')
    await shot(visit, 'decision-waits')
    await page.getByText('Completed: Accept', { exact: true }).waitFor()
    await openTask(visit, /keys-1.*Accept/, 'done')
    await page.getByRole('complementary').getByText('Completed: Accept', { exact: true }).waitFor()
  })

  it('is taken back within eight seconds, with the words that were entered', async () => {
    const visit = await office.signedIn(await lawyer(office))
    await contractInCheck(office, 'undo-1')
    await openTask(visit, /undo-1/)
    const { page } = visit
    const task = openedTask(visit)
    await page.getByLabel('Comment').fill('As agreed')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('row', { name: /undo-1/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await taskIsOpen(page, /undo-1/)
    assert.equal(await page.getByLabel('Comment').inputValue(), 'As agreed')
    assert.equal(await stateOf(task), 'assignment')
  })

  it('is sent at once when the page is left', async () => {
    const visit = await office.signedIn(await lawyer(office))
    await contractInCheck(office, 'left-1')
    await openTask(visit, /left-1/)
    const { page } = visit
    const task = openedTask(visit)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText(/is sent in 8 seconds$/).waitFor()
    const url = new URL('/health/live', page.url())
    await page.goto(String(url))
    await soon(async () => ((await stateOf(task)) === 'closed' ? true : undefined))
  })

  it('that the server refuses leads back to the task, and the reason is shown there', async () => {
    const lukina = await lawyer(office)
    const visit = await office.signedIn(lukina)
    await contractInCheck(office, 'refused-1')
    await openTask(visit, /refused-1/)
    const { page } = visit
    const task = openedTask(visit)
    const other = await lawyer(office, { lastname: 'Belova' })
    await page.getByRole('button', { name: 'Accept' }).click()
    assertDone(await other.call('POST', `/api/v1/tasks/${task}/claim`))
    await page.getByText(/was not completed\. another person works on the task/).waitFor()
    await page.getByRole('button', { name: 'Open the task' }).click()
    await page.getByRole('complementary').waitFor()
  })

  it('that rejects asks for its reason first, by key and by mouse', async () => {
    const approver = await office.person({ lastname: 'Zueva' })
    const subject = await sentForApproval(approver)
    const visit = await office.signedIn(approver)
    await openTask(visit, new RegExp(subject), 'mine')
    const { page } = visit
    await page.keyboard.press('r')
    await page.locator('textarea:focus').waitFor()
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('Write a comment: this decision needs one.').waitFor()
    await assertAccessible(visit)
    await shot(visit, 'decision-needs-comment')
    await page.getByLabel('Comment').fill('The amount is wrong')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('Completed: Reject', { exact: true }).waitFor()
  })

  it('on several tasks is made in a dialog, and a rejection needs a reason there, too', async () => {
    const approver = await office.person({ lastname: 'Zueva' })
    const subjects = [await sentForApproval(approver), await sentForApproval(approver)]
    const visit = await office.signedIn(approver)
    const { page } = visit
    await visit.open('/tasks')
    for (const subject of subjects)
      await page
        .getByRole('row', { name: new RegExp(subject) })
        .getByRole('checkbox')
        .check()
    await page.getByRole('button', { name: 'Reject (2)' }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByRole('button', { name: 'Reject (2)' }).isDisabled(), true)
    await dialog.getByLabel('Comment').fill('Both are wrong')
    await dialog.getByRole('button', { name: 'Reject (2)' }).click()
    await page.getByText('2 tasks completed').waitFor()
  })

  it('and handing an approval over name the person who is now asked', async () => {
    const approver = await office.person({ lastname: 'Zueva', firstname: 'Olga' })
    const heir = await office.person({ lastname: `Heir-${newId().slice(-6)}`, firstname: 'Ivan' })
    const subject = await sentForApproval(approver)
    const visit = await office.signedIn(approver)
    await openTask(visit, new RegExp(subject), 'mine')
    const { page } = visit
    const task = openedTask(visit)
    assert.equal(await page.getByRole('button', { name: 'Reassign' }).count(), 0)
    await page.getByRole('button', { name: 'Delegate' }).click()
    await page.getByRole('combobox', { name: 'User' }).fill('Heir')
    await page.getByRole('option', { name: /Heir/ }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delegate' }).click()
    await page.getByText(/^Delegated to .*Heir/).waitFor()
    const { body } = await office.server().call('GET', `/api/v1/tasks/${task}`)
    const { details } = body.task.history.at(-1)
    assert.match(body.task.names[details.to], /Heir/)
    assert.ok(heir)
  })

  it('on an approval is made with its file in sight, and its comment and kind', async () => {
    const approver = await office.person({ lastname: 'Zueva' })
    const subject = await sentForApproval(approver, { comment: 'With the new price' })
    const visit = await office.signedIn(approver)
    await openTask(visit, new RegExp(subject), 'mine')
    const { page } = visit
    const pane = page.getByRole('complementary')
    for (const text of ['Approval', 'With the new price', /· version 1$/, /Petrova/])
      await pane.getByRole('definition').filter({ hasText: text }).first().waitFor()
    await pane.getByText('Attach a file to your answer (optional)').waitFor()
    await pane
      .getByRole('definition')
      .filter({ hasText: /version 1/ })
      .getByRole('link')
      .click()
    await page.getByRole('region', { name: 'Document' }).getByRole('button', { pressed: true }).waitFor()
    await assertAccessible(visit)
  })

  it('on an approval takes a file to the initiator', async () => {
    const approver = await office.person({ lastname: 'Zueva' })
    const subject = await sentForApproval(approver)
    const visit = await office.signedIn(approver)
    await openTask(visit, new RegExp(subject), 'mine')
    const { page } = visit
    const task = openedTask(visit)
    const remarks = { name: 'remarks.txt', mimeType: 'text/plain', buffer: Buffer.from('The price of last year') }
    await page.locator('input[type=file]').setInputFiles(remarks)
    await page.getByLabel('Comment').fill('See the file')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('Completed: Reject', { exact: true }).waitFor()
    const { body } = await office.server().call('GET', `/api/v1/tasks/${task}`)
    assert.deepEqual([body.task.outcome.exit, body.task.outcome.comment], ['rejected', 'See the file'])
    assert.notEqual(body.task.outcome.file, null)
  })

  it('shows the remarks of an approval as sentences', async () => {
    const author = await office.person({ lastname: 'Petrova', administrator: true })
    const lawyer = await office.person({ lastname: 'Zueva', firstname: 'Olga' })
    const task = await rework(author, lawyer, 'The date is wrong')
    const { page, open } = await office.signedIn(author)
    await open(`/tasks/${task}`)
    await page.getByText(/^Zueva Olga: rejected$/).waitFor()
    await page.getByText('The date is wrong', { exact: true }).waitFor()
    assert.equal(await page.locator('main').getByText(lawyer.id).count(), 0)
  })
})
