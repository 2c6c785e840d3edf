// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { newId } from '../../src/foundation/kit/ids.ts'
import { isSignedWith, startReceiver } from '../../src/modules/webhooks/receiver.fixture.ts'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { startOffice } from './office-server.ts'
import { shot } from './shot.ts'
import { looks, useConsole } from './use-console.ts'

const receiver = await startReceiver()
after(() => receiver[Symbol.asyncDispose]())
const office = useConsole(() => startOffice({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_PORTS: String(receiver.port) }))
const administrator = () => office.person({ lastname: 'Orlova', firstname: 'Anna', administrator: true })
const answerAll = (status: number, text = '') => {
  receiver.answer = (_request, response) => void response.writeHead(status).end(text)
}
const advance = async () => assertDone(await office.server().call('POST', '/api/v1/clock/advance', { by: 'PT1S' }))

/** Creates a webhook with a delivery in each state that a first attempt can lead to, and returns its id. */
async function aBusyWebhook(): Promise<string> {
  const { call } = office.server()
  const input = {
    name: `ERP ${newId().slice(-4)}`,
    url: receiver.url,
    events: ['element.created'],
    applications: ['ref.products'],
    includeElement: true,
  }
  const created = await call('POST', '/api/v1/webhooks', input)
  assertDone(created)
  const { id } = created.body.webhook
  for (const [status, text] of [
    [200, '{"accepted":true}'],
    [503, 'The service is down for maintenance'],
  ] as const) {
    answerAll(status, text)
    assertDone(await call('POST', `/api/v1/webhooks/${id}/ping`))
    const code = newId().slice(-12)
    assertDone(await call('POST', '/pub/v1/app/ref/products/create', { context: { code, title: 'Paper A4' } }))
    await advance()
  }
  return id
}

describe('the webhooks', () => {
  it('an administrator creates one, keeps its secret, and sees a delivery that the secret verifies', async () => {
    const { page, open, settled } = await office.signedIn(await administrator())
    const name = `bridge-${newId()}`
    answerAll(204)
    await open('/admin/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const form = page.getByRole('complementary')
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await form.getByRole('textbox', { name: 'Address' }).fill('ftp://example.com')
    await form.getByRole('checkbox', { name: 'Element changed' }).check()
    await form.getByRole('combobox', { name: 'Applications' }).fill('products')
    await page
      .getByRole('option', { name: /Products/ })
      .first()
      .click()
    // Closes the list of choices, which covers the buttons.
    await page.keyboard.press('Tab')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByText('"url" must be an http or https address').waitFor()
    await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
    await form.getByRole('button', { name: 'Create' }).click()
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await settled()
    await form.getByRole('button', { name: 'Test' }).click()
    await page.getByText('The receiver responded with 204.').waitFor()
    assert.ok(isSignedWith(secret, receiver.received.at(-1)!))
    await form.getByRole('link', { name: 'Deliveries' }).click()
    await page.getByRole('heading', { name: `Deliveries: ${name}` }).waitFor()
    await page.getByRole('row', { name: /Test request .*Delivered/ }).click()
    await page.getByRole('complementary').getByText('webhook.ping').waitFor()
  })

  it('an administrator finds a failed delivery, mends the receiver and sends it again', async () => {
    const id = await aBusyWebhook()
    const { page, open, settled } = await office.signedIn(await administrator())
    await open(`/admin/webhooks/${id}`)
    await page.getByRole('button', { name: 'Waiting' }).click()
    await settled()
    assert.equal(await page.locator('main tbody tr').count(), 1)
    await page.getByRole('row', { name: /Element created/ }).click()
    const pane = page.getByRole('complementary')
    await pane.getByText('the receiver responded with 503').first().waitFor()
    await pane.getByText('down for maintenance').waitFor()
    answerAll(204)
    await pane.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('1 delivery is being sent again').waitFor()
    await advance()
    await open(`/admin/webhooks/${id}?state=delivered`)
    assert.equal(await page.getByRole('row', { name: /Element created/ }).count(), 2)
    await page.getByRole('button', { name: 'Send failed ones again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await page.getByText('0 deliveries are being sent again').waitFor()
  })

  it('an administrator gets a new secret, switches a webhook off and on, and deletes it', async () => {
    const id = await aBusyWebhook()
    const { page, open } = await office.signedIn(await administrator())
    await open(`/admin/webhooks?open=${id}`)
    const pane = page.getByRole('complementary')
    const dialog = page.getByRole('dialog')
    await pane.getByRole('button', { name: 'New secret' }).click()
    await dialog.getByRole('button', { name: 'New secret' }).click()
    assert.match((await dialog.locator('code').textContent()) ?? '', /^whsec_/)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await pane.getByText('Previous secret valid until').waitFor()
    answerAll(204)
    await pane.getByRole('button', { name: 'Switch off' }).click()
    await pane.getByText('Off', { exact: true }).waitFor()
    await pane.getByRole('button', { name: 'Switch on' }).click()
    await pane.getByText('On', { exact: true }).waitFor()
    await pane.getByRole('button', { name: 'Edit' }).click()
    await pane.getByRole('textbox', { name: 'Name' }).fill('Renamed')
    await pane.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /Renamed/ }).waitFor()
    await pane.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('row', { name: /Renamed/ }).waitFor({ state: 'detached' })
  })

  for (const look of looks)
    it(`its pages have no barriers: ${look.language}, ${look.theme}`, async () => {
      const id = await aBusyWebhook()
      const visit = await office.signedIn(await administrator())
      await visit.open('/admin/webhooks')
      await visit.settings(look)
      const { body } = await office.server().call('GET', `/api/v1/webhooks/${id}/deliveries`)
      const waiting = body.result.result.find(({ state }: { state: string }) => state === 'pending')
      for (const [name, path] of [
        ['list', `webhooks?open=${id}`],
        ['new', 'webhooks?open=new'],
        ['nothing-found', 'webhooks?q=nothing'],
        ['deliveries', `webhooks/${id}?open=${waiting.id}`],
        ['none', `webhooks/${id}?state=skipped`],
        ['missing', 'webhooks/none'],
      ]) {
        await visit.open(`/admin/${path}`)
        await assertAccessible(visit)
        await shot(visit, `webhooks-${name}-${look.language}-${look.theme}`)
      }
    })

  it('its pages fit a window of 320 pixels', async () => {
    const id = await aBusyWebhook()
    const visit = await office.signedIn(await administrator(), { viewport: { width: 320, height: 640 } })
    for (const path of ['webhooks', 'webhooks?open=new', `webhooks?open=${id}`, `webhooks/${id}`]) {
      await visit.open(`/admin/${path}`)
      const width = await visit.page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= 320, `${path} is ${width} pixels wide`)
      await shot(visit, `webhooks-narrow-${path.replaceAll(/\W|[0-9a-f]{8}/g, '-').slice(0, 20)}`)
    }
  })
})
