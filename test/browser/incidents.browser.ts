// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { publishPurchase, startPurchase } from './purchase.fixture.ts'
import { shot } from './shot.ts'
import { looks, type Person, useConsole } from './use-console.ts'

const office = useConsole()

const delegating = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:chancery="urn:chancery:bpmn:1">
  <process id="rating" name="Rating">
    <extensionElements><chancery:variable name="customer" type="string" direction="both"/></extensionElements>
    <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="ask"/>
    <serviceTask id="ask" name="Ask for the rating">
      <extensionElements>
        <chancery:action type="delegated"/><chancery:setting name="url" text="https://ratings.example.com/checks"/>
        <chancery:input name="customer" value="customer"/><chancery:variable name="rating" type="integer" required="true"/>
      </extensionElements>
    </serviceTask>
    <sequenceFlow id="f2" sourceRef="ask" targetRef="end"/><endEvent id="end"/>
  </process>
</definitions>`

describe('what operators repair', () => {
  let operator: Person
  const instances = new Map<string, string>()
  const enterAccount = async (title: string) => {
    const body = { comment: 'found', context: { account: 'main' } }
    assertDone(await operator.call('PUT', `/pub/v1/bpm/instance/${instances.get(title)}/context`, body))
  }
  before(async () => {
    operator = await office.person({ lastname: 'Orlova', administrator: true })
    const { call } = operator
    await publishPurchase(call, 1)
    for (const title of ['pens', 'paper', 'ink'])
      instances.set(title, await startPurchase(call, { title, amount: '15' }))
    assertDone(await call('POST', '/api/v1/processes/docs/rating/publish', delegating))
    assertDone(await call('POST', '/pub/v1/bpm/template/docs/rating/run', { context: { customer: 'Nord' } }))
  })

  it('incidents with one cause are one row, which opens their instances', async () => {
    const page = await office.signedIn(operator)
    await page.open('/incidents')
    await page.page.getByRole('row', { name: /Account known\?/ }).click()
    await page.settled()
    const pane = page.page.getByRole('complementary')
    await pane.getByRole('link', { name: 'Purchase of paper' }).waitFor()
    assert.doesNotMatch((await page.page.locator('main').textContent()) ?? '', /docs\.purchase|"known"/)
    assert.equal(await pane.getByRole('listitem').count(), 3)
    await assertAccessible(page)
    await page.page.keyboard.press('Escape')
    await pane.waitFor({ state: 'hidden' })
  })

  it('selected incidents are retried one by one, all of them as a batch with progress', async () => {
    await enterAccount('pens')
    const page = await office.signedIn(operator)
    await page.open('/incidents')
    await page.page.getByRole('row', { name: /Account known\?/ }).click()
    await page.page.getByRole('checkbox', { name: /Purchase of pens/ }).check()
    await page.page.getByRole('button', { name: 'Retry 1 selected' }).click()
    await page.page.getByRole('dialog').getByLabel('Reason').fill('the account was entered')
    await page.page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
    await page.page.getByText('1 incident is being retried').waitFor()
    await page.settled()
    await enterAccount('paper')
    await page.page.getByRole('button', { name: 'Retry all 2' }).click()
    await page.page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
    await page.page.getByText('1 of 2 done, 1 failed').waitFor()
    await page.page
      .getByRole('listitem')
      .getByText(/no condition of the flows/)
      .waitFor()
    assert.match(page.page.url(), /batch=/)
    await assertAccessible(page)
  })

  it('a restore point shows what was sent and the command that answers it, and is completed by hand', async () => {
    const page = await office.signedIn(operator)
    await page.open('/restore-points')
    await page.page.getByRole('row', { name: /ratings\.example\.com/ }).click()
    const pane = page.page.getByRole('complementary')
    await pane.getByText('"customer": "Nord"').waitFor()
    await pane.getByText(/curl -X POST http.*\/restore/).waitFor()
    await pane.getByRole('button', { name: 'Complete by hand' }).click()
    await assertAccessible(page)
    await shot(page, 'restore-point')
    await pane.getByLabel('Values of the answer').fill('{"rating": 4}')
    await pane.getByLabel('Comment').fill('told by telephone')
    await pane.getByRole('button', { name: 'Complete by hand' }).last().click()
    await page.page.getByText('The step was completed').waitFor()
    await page.settled()
    await page.page.getByText('No restore points').waitFor()
  })

  for (const look of looks)
    it(`the lists have no barriers: ${look.language}, ${look.theme}`, async () => {
      const page = await office.signedIn(operator)
      await page.open('/incidents')
      await page.settings(look)
      for (const [name, path] of [
        ['incidents', '/incidents'],
        ['restore-points', '/restore-points?state=all'],
      ] as const) {
        await page.open(path)
        await assertAccessible(page)
        await shot(page, `${name}-${look.language}-${look.theme}`)
      }
    })

  it('the lists fit into a window of 320 pixels', async () => {
    const page = await office.signedIn(operator, { viewport: { width: 320, height: 720 } })
    for (const path of ['/incidents', '/restore-points?state=all']) {
      await page.open(path)
      await assertAccessible(page)
      assert.ok(await page.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path)
    }
  })
})
