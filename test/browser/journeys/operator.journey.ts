import assert from 'node:assert/strict'
import { publishPurchase, startPurchase } from '../purchase.fixture.ts'
import { shot } from '../shot.ts'
import type { Journey } from './journey.ts'

const movedCount = 10

/** The operator of processes repairs and moves instances. */
export const operatorRepairs: Journey = {
  title: 'an operator finds why an instance waits, retries an incident and moves ten instances to the new version',
  async play({ office, mark, enter }) {
    const operator = await office.person({ lastname: 'Orlova', administrator: true })
    const code = `repair_${mark}`
    await publishPurchase(operator.call, 1, code)
    const waiting: string[] = []
    for (let number = 1; number <= movedCount; number++) {
      const context = { title: `desk ${mark} ${number}`, amount: '1500', account: 'main' }
      waiting.push(await startPurchase(operator.call, context, code))
    }
    const stuck = await startPurchase(operator.call, { title: `pens ${mark}`, amount: '15' }, code)
    const visitor = await enter(operator)
    const { page, press, enter: type, settled } = visitor

    await visitor.open('/processes')
    await type(page.getByRole('searchbox'), code)
    await settled()
    await press(page.getByRole('row', { name: code }).getByRole('link', { name: 'Purchase', exact: true }))
    await press(page.getByRole('row', { name: new RegExp(`Purchase of desk ${mark} 1\\b`) }))
    const why = page.getByRole('region', { name: 'Why it is waiting' })
    await why.getByText(/The task Approve the purchase waits for Orlova/).waitFor()

    await visitor.open('/incidents')
    await type(page.getByRole('searchbox'), code)
    await settled()
    await press(page.getByRole('row', { name: /Account known\?/ }))
    await press(page.getByRole('link', { name: `Purchase of pens ${mark}` }))
    await why.getByText(/no condition of the flows/).waitFor()
    await press(page.getByRole('tab', { name: 'Context' }))
    await press(page.getByRole('button', { name: 'Edit the context' }))
    await type(page.getByLabel('Account'), 'main')
    await type(page.getByLabel('Comment'), 'the account was missing')
    await press(page.getByRole('button', { name: 'Save' }))
    await page.getByText('The context was changed').waitFor()
    await press(page.getByRole('button', { name: 'Retry', exact: true }).first())
    await press(page.getByRole('dialog').getByRole('button', { name: 'Retry' }))
    await page.getByText('Completed', { exact: true }).first().waitFor()
    assert.equal((await operator.call('GET', `/api/v1/instances/${stuck}`)).body.instance.state, 'done')

    await publishPurchase(operator.call, 2, code)
    await visitor.open(`/processes/docs/${code}`)
    await press(page.getByRole('link', { name: 'Move instances' }))
    await shot(visitor, 'moving-ten-instances')
    await press(page.getByRole('button', { name: `Move ${movedCount} instances` }))
    await page.getByText(`${movedCount} of ${movedCount} done, 0 failed`).waitFor()
    await settled()
    for (const id of waiting) {
      const { body } = await operator.call('GET', `/api/v1/instances/${id}`)
      assert.equal(body.instance.template.version, 2)
    }
  },
}
