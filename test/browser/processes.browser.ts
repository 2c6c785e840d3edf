import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { publishPurchase, purchaseFile, startPurchase } from './purchase.fixture.ts'
import { shot } from './shot.ts'
import { type ConsolePage, looks, type Person, useConsole } from './use-console.ts'

const office = useConsole()
let operator: Person
let laptop: string
let pens: string

const button = ({ page }: ConsolePage, name: string) => page.getByRole('button', { name, exact: true })
const heading = ({ page }: ConsolePage, name: string) => page.getByRole('heading', { name, exact: true })

describe('processes in the console', () => {
  before(async () => {
    operator = await office.person({ lastname: 'Orlova', administrator: true })
    const { call } = operator
    await publishPurchase(call, 1)
    laptop = await startPurchase(call, { title: 'laptop', amount: '1500', account: 'main' })
    await startPurchase(call, { title: 'chairs', amount: '2000', account: 'main' })
    await startPurchase(call, { title: 'ink', amount: '5', account: 'main' })
    pens = await startPurchase(call, { title: 'pens', amount: '15' })
  })

  describe('the processes', () => {
    it('are listed with the numbers of their instances, and found by their name', async () => {
      const page = await office.signedIn(operator)
      await page.open('/processes')
      const row = page.page.getByRole('row', { name: /docs\.purchase/ })
      assert.equal(await row.textContent(), 'Purchasedocs.purchase1 incident311Start')
      await page.page.getByRole('searchbox').fill('letter')
      await row.waitFor({ state: 'hidden' })
      await page.open('/processes?show=incidents')
      assert.equal(await page.page.getByRole('row').count(), 2)
    })

    it('show where their instances are, and the instances that wait at a chosen element', async () => {
      const page = await office.signedIn(operator)
      await page.open('/processes/docs/purchase')
      const badge = page.page.locator('.diagram-badge')
      assert.deepEqual((await badge.allTextContents()).sort(), ['1', '2'])
      await page.page.locator('[data-element-id="approve"]').first().click()
      await page.settled()
      assert.match(page.page.url(), /element=approve/)
      assert.equal(await page.page.getByRole('row', { name: /Purchase of/ }).count(), 2)
      await page.page.reload()
      await page.settled()
      assert.equal(await page.page.getByRole('row', { name: /Purchase of/ }).count(), 2)
      await page.page.getByRole('button', { name: 'Completions' }).click()
      await page.settled()
      const heat = await page.page.locator('.diagram-badge[data-tone="heat"]').allTextContents()
      assert.deepEqual(heat.sort(), ['1', '1', '2', '4', '4'])
      await page.page.getByRole('button', { name: 'List' }).click()
      await page.page.getByRole('button', { name: /Approve the purchase.*2 active/ }).waitFor()
    })

    it('keep a draft that the server does not let go, and say why', async () => {
      const author = await office.person({ administrator: true })
      await publishPurchase(author.call, 1, 'kept')
      const body = { xml: purchaseFile(2, 'kept'), baseVersion: 1 }
      assertDone(await author.call('PUT', '/api/v1/processes/docs/kept/draft', body))
      const visit = await office.signedIn(author)
      await visit.open('/processes/docs/kept/edit')
      assertDone(await office.server().call('PATCH', `/api/v1/users/${author.id}`, { administrator: false }))
      const refused = visit.page.waitForResponse((answer) => answer.request().method() === 'DELETE')
      await button(visit, 'Discard').click()
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      assert.equal((await refused).ok(), false)
      const { error } = await (await refused).json()
      await visit.page.getByText(error, { exact: true }).first().waitFor()
      assert.match(visit.page.url(), /\/edit$/)
    })

    it('are started by a form, which shows what the server refuses at its field', async () => {
      const page = await office.signedIn(operator)
      await page.open('/processes/docs/purchase/start')
      assert.equal(await page.page.getByLabel('Decision').count(), 0)
      await page.page.getByLabel('Title').fill('paper')
      await button(page, 'Start').click()
      assert.equal(await page.page.getByLabel('Amount').getAttribute('aria-invalid'), 'true')
      await page.page.getByLabel('Amount').fill('20')
      await page.page.getByLabel('Account').fill('main')
      await page.page.keyboard.press('Enter')
      await heading(page, 'Purchase of paper').waitFor()
      await page.settled()
      await page.page.getByText('Completed', { exact: true }).first().waitFor()
    })
  })

  describe('an instance', () => {
    it('says why it waits, and shows its path on the diagram and in the timeline', async () => {
      const page = await office.signedIn(operator)
      await page.open(`/instances/${laptop}`)
      const why = page.page.getByRole('region', { name: 'Why it is waiting' })
      assert.match((await why.textContent()) ?? '', /The task Approve the purchase waits for Orlova.*due/)
      assert.equal(await page.page.locator('.djs-connection.is-taken').count(), 2)
      const opacities = await page.page.evaluate<string[]>(`
        [...document.querySelectorAll('.djs-element:has(> .djs-visual):not([data-element-id$="_label"])')].map((each) => {
          const { opacity } = getComputedStyle(each.querySelector('.djs-visual'))
          return (/is-(done|active|taken)/.test(each.getAttribute('class')) ? 'reached: ' : 'not reached: ') + opacity
        })`)
      assert.deepEqual([...new Set(opacities)].sort(), ['not reached: 0.5', 'reached: 1'])
      const steps = await page.page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').allTextContents()
      assert.equal(steps.length, 2)
      assert.match(steps[0]!, /Purchase requested[\s\S]*Orlova/)
      assert.match(steps[1]!, /Approve the purchase[\s\S]*waits for Orlova/)
    })

    it('that has stopped goes on after its context was changed and the incident was retried', async () => {
      const page = await office.signedIn(operator)
      await page.open(`/instances/${pens}?tab=context`)
      await button(page, 'Edit the context').click()
      await page.page.getByLabel('Account').fill('main')
      await page.page.getByLabel('Comment').fill('the account was missing')
      await button(page, 'Save').click()
      await page.page.getByText('The context was changed').waitFor()
      await button(page, 'Retry').click()
      const dialog = page.page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Retry' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.page.getByText('Completed', { exact: true }).first().waitFor()
      await page.page.getByRole('tab', { name: 'Timeline' }).click()
      await page.page.getByText(/account · the account was missing/).waitFor()
    })

    it('shows at once what others do', async () => {
      const id = await startPurchase(operator.call, { title: 'lamp', amount: '1200', account: 'main' })
      const page = await office.signedIn(operator)
      // Waits for the event stream, which does not report changes from before it was opened.
      const stream = page.page.waitForResponse(/\/api\/v1\/events\?topics=.*instance/)
      await page.open(`/instances/${id}`)
      await stream
      const { body } = await operator.call('GET', `/api/v1/tasks?instanceId=${id}`)
      assertDone(await operator.call('POST', `/api/v1/tasks/${body.result.result[0].id}/complete`, { exit: 'accept' }))
      await page.page.getByText(/Approve the purchase → accept/).waitFor()
      await page.page.getByText('Completed', { exact: true }).first().waitFor()
    })

    it('is interrupted after a confirmation with a reason', async () => {
      const id = await startPurchase(operator.call, { title: 'desk', amount: '3000' })
      const page = await office.signedIn(operator)
      await page.open(`/instances/${id}`)
      await button(page, 'Interrupt').click()
      const dialog = page.page.getByRole('dialog')
      await assertAccessible(page)
      await dialog.getByLabel('Reason').fill('not needed')
      await dialog.getByRole('button', { name: 'Interrupt' }).click()
      await page.page.getByText('not needed').first().waitFor()
      await page.settled()
      assert.equal(await button(page, 'Interrupt').count(), 0)
    })

    it('that nobody may see is not found', async () => {
      const page = await office.signedIn(await office.person())
      await page.page.goto(`${office.server().url}/console/instances/018f0000-0000-7000-8000-000000000000`)
      await page.page.getByText('This does not exist or is not visible to you.').waitFor()
    })
  })

  describe('a new version', () => {
    it('shows its difference on the diagrams, and running instances move to it after a preview', async () => {
      await publishPurchase(operator.call, 2)
      const page = await office.signedIn(operator)
      await page.open('/processes/docs/purchase/versions/2?compare=1')
      assert.equal(await page.page.locator('.is-added.djs-shape').count(), 1)
      assert.equal(await page.page.locator('.is-changed.djs-shape').count(), 2)
      await page.page.getByText('task.due').waitFor()
      await assertAccessible(page)
      await shot(page, 'version-difference')

      await page.open('/processes/docs/purchase/move')
      const move = page.page.getByRole('button', { name: /^Move \d+ instances$/ })
      await page.page.getByRole('row', { name: /Purchase of laptop 1 Moves/ }).waitFor()
      await assertAccessible(page)
      await shot(page, 'moving-instances')
      await move.click()
      await page.page.getByText(/^(\d+) of \1 done, 0 failed$/).waitFor()
      await assertAccessible(page)
      const { body } = await operator.call('GET', `/api/v1/instances/${laptop}`)
      assertDone({ status: 200, body } as never)
      assert.equal(body.instance.template.version, 2)
    })
  })

  describe('the mark of bpmn.io', () => {
    for (const theme of ['light', 'dark'])
      it(`is visible, links to bpmn.io and stands on white: ${theme}`, async () => {
        const page = await office.signedIn(operator)
        await page.open(`/instances/${laptop}`)
        await page.settings({ theme })
        const mark = await page.page.evaluate(`(() => {
        const link = document.querySelector('.bjs-powered-by')
        const { left, top, width, height } = link.getBoundingClientRect()
        const corners = [[2, 2], [width - 2, 2], [2, height - 2], [width - 2, height - 2], [width / 2, height / 2]]
        const isFree = corners.every(([x, y]) => link.contains(document.elementFromPoint(left + x, top + y)))
        const { backgroundColor, filter, opacity } = getComputedStyle(link)
        return { href: link.href, isFree, width: width > 40, backgroundColor, filter, opacity }
      })()`)
        assert.deepEqual(mark, {
          href: 'http://bpmn.io/',
          isFree: true,
          width: true,
          backgroundColor: 'rgb(255, 255, 255)',
          filter: 'none',
          opacity: '1',
        })
      })
  })

  describe('the screens of processes have no barriers', () => {
    for (const look of looks)
      it(`${look.language}, ${look.theme}`, async () => {
        const page = await office.signedIn(operator)
        await page.open('/processes')
        await page.settings(look)
        for (const [name, path] of [
          ['processes', '/processes'],
          ['process', '/processes/docs/purchase'],
          ['process-heat', '/processes/docs/purchase?view=count'],
          ['process-list', '/processes/docs/purchase?view=list&tab=versions'],
          ['process-start', '/processes/docs/purchase/start'],
          ['instance', `/instances/${laptop}`],
          ['instance-context', `/instances/${laptop}?tab=context&element=approve`],
          ['instance-incidents', `/instances/${pens}?tab=incidents`],
        ] as const) {
          await page.open(path)
          await assertAccessible(page)
          await shot(page, `${name}-${look.language}-${look.theme}`)
        }
      })

    it('in a window of 320 pixels, which has nothing to scroll sideways', async () => {
      const page = await office.signedIn(operator, { viewport: { width: 320, height: 720 } })
      for (const path of ['/processes', '/processes/docs/purchase', `/instances/${laptop}`]) {
        await page.open(path)
        await assertAccessible(page)
        assert.ok(await page.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path)
        await shot(page, `narrow${path.replaceAll('/', '-')}`)
      }
    })
  })
})
