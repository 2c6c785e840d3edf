// Runs on the embedded database only: what a form sends is the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { hold } from './hold-answers.ts'
import { taskIsOpen } from './open-task.ts'
import { useConsole } from './use-console.ts'

const office = useConsole()
const administrator = () => office.person({ administrator: true })
const sending = 'Sending… The fields can be changed again after the answer.'
const scan = { name: 'Terms.txt', mimeType: 'text/plain', buffer: Buffer.from('Delivery within ten days') }

const scans = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:chancery="urn:chancery:bpmn:1">
  <process id="scans" name="Scans">
    <extensionElements><chancery:variable name="scan" type="file" title="Scan"/></extensionElements>
    <startEvent id="start"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="attach"/>
    <userTask id="attach" name="Attach the scan">
      <extensionElements>
        <chancery:performer type="initiator"/>
        <chancery:form><chancery:field name="scan"/></chancery:form>
        <chancery:exit code="attached" name="Attached"/><chancery:exit code="later" name="Later"/>
      </extensionElements>
    </userTask>
    <sequenceFlow id="f2" sourceRef="attach" targetRef="end"/>
    <endEvent id="end"/>
  </process>
</definitions>`

describe('a dialog that is being sent', () => {
  it('takes no more input, because that would be lost, and says so', async () => {
    const { page, open } = await office.signedIn(await administrator())
    await open('/apps/ref/counterparties')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    const stored = await hold(page, /^POST .*\/views$/)
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.fill('Ours')
    await name.press('Enter')
    await page.getByRole('dialog').getByText(sending).waitFor()
    await stored.answered
    await page.keyboard.type(' and theirs')
    assert.equal(await name.inputValue(), 'Ours')
    assert.equal(await name.isEditable(), false)
    stored.release()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('can be changed again after a refusal, from where the person was', async () => {
    const { page, open } = await office.signedIn(await administrator())
    await open('/admin/groups')
    const refused = Promise.withResolvers<void>()
    const json = { success: false, error: 'the groups are being counted', code: 'test.refused' }
    await page.route(/\/groups(\?|$)/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await refused.promise
      await route.fulfill({ status: 409, json })
    })
    await page.getByRole('button', { name: 'New group' }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel('Name')
    await name.fill('Auditors')
    await name.press('Enter')
    await dialog.getByText(sending).waitFor()
    await page.keyboard.type(' of the year')
    assert.equal(await dialog.getByLabel('Description').isEditable(), false)
    refused.resolve()
    await dialog.getByText('the groups are being counted').waitFor()
    await dialog.locator('[name=name]:focus').waitFor()
    await page.keyboard.type('!')
    assert.equal(await name.inputValue(), 'Auditors!')
  })
})

describe('a file that is being uploaded', () => {
  it('is waited for when its form is sent, which names the file meanwhile', async () => {
    const { page, open } = await office.signedIn(await administrator())
    await open('/apps/docs/incoming/new')
    await page.getByRole('textbox', { name: 'Subject' }).fill('A letter with a late file')
    const uploaded = await hold(page, /^PUT /)
    await page.locator('input[type=file]').setInputFiles(scan)
    await uploaded.answered
    const created = page.waitForRequest(/\/docs\/incoming\/create$/)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('The form is sent when these files are uploaded: Terms.txt').waitFor()
    uploaded.release()
    const { context } = (await created).postDataJSON()
    assert.equal(context.scan?.[0]?.name, 'Terms.txt')
    await page.getByRole('heading', { level: 1, name: 'A letter with a late file' }).waitFor()
  })

  it('is waited for when a task is completed, whichever exit is chosen meanwhile', async () => {
    const person = await administrator()
    assertDone(await person.call('POST', '/api/v1/processes/docs/scans/publish', scans))
    assertDone(await person.call('POST', '/pub/v1/bpm/template/docs/scans/run', { context: {} }))
    const { page, open } = await office.signedIn(person)
    await open('/tasks')
    await page.getByRole('row', { name: /Attach the scan/ }).click()
    await taskIsOpen(page, /Attach the scan/)
    const uploaded = await hold(page, /^PUT /)
    await page.locator('input[type=file]').setInputFiles(scan)
    await uploaded.answered
    await page.getByRole('button', { name: 'Later', exact: true }).click()
    await page.getByText('The form is sent when these files are uploaded: Terms.txt').waitFor()
    await page.getByRole('button', { name: 'Attached', exact: true }).click()
    const completed = page.waitForRequest(/\/tasks\/[^/]+\/complete$/)
    uploaded.release()
    await page.getByText(/^Attached: .* is sent in/).waitFor()
    const { exit, context } = (await completed).postDataJSON()
    assert.deepEqual([exit, context.scan?.[0]?.name], ['attached', 'Terms.txt'])
  })
})
