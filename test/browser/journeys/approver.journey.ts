import assert from 'node:assert/strict'
import { assertDone } from '../../everything.ts'
import { contractInCheck, lawyer } from '../office-people.ts'
import { taskIsOpen } from '../open-task.ts'
import { publishPurchase, startPurchase } from '../purchase.fixture.ts'
import { shot } from '../shot.ts'
import type { Journey } from './journey.ts'

/** A lawyer decides on a contract. */
export const approverAccepts: Journey = {
  title: 'a lawyer takes a contract from the queue and approves it with a remark',
  async play({ office, mark, enter }) {
    const lukina = await lawyer(office)
    await contractInCheck(office, `C-${mark}`)
    const visitor = await enter(lukina)
    const { page, press, enter: type } = visitor
    await visitor.open('/tasks')
    await press(page.getByRole('button', { name: /^Show \d+ tasks? in the queue$/ }))
    await press(page.getByRole('row', { name: new RegExp(`C-${mark}`) }))
    await taskIsOpen(page, new RegExp(`C-${mark}`))
    await press(page.getByRole('button', { name: 'Claim' }))
    await page.getByRole('button', { name: 'Release' }).waitFor()
    await type(page.getByLabel('Comment'), 'The term of delivery is missing')
    await press(page.getByRole('button', { name: 'Accept' }))
    await page.getByText('Completed: Accept', { exact: true }).waitFor()
    await press(page.getByRole('button', { name: 'Done', exact: true }))
    await press(page.getByRole('row', { name: new RegExp(`C-${mark}`) }))
    await page.getByRole('complementary').getByText('The term of delivery is missing').waitFor()
  },
}

/** A substitute decides for an approver who is away. */
export const approverIsSubstituted: Journey = {
  title: 'an approver on leave is substituted, and the decision names both',
  async play({ office, mark, enter }) {
    const [orlova, petrov] = [
      await office.person({ lastname: `Orlova-${mark}`, administrator: true }),
      await office.person({ lastname: `Petrov-${mark}` }),
    ]
    const code = `leave_${mark}`
    await publishPurchase(orlova.call, 1, code)
    const id = await startPurchase(orlova.call, { title: `laptop ${mark}`, amount: '1500', account: 'main' }, code)
    assertDone(await orlova.call('POST', '/api/v1/substitutions', { substitute: petrov.id, kind: 'instead' }))
    const visitor = await enter(petrov)
    const { page, press, enter: type } = visitor
    await visitor.open('/tasks')
    await press(page.getByRole('row', { name: new RegExp(`Approve laptop ${mark}`) }))
    await taskIsOpen(page, new RegExp(`Approve laptop ${mark}`))
    await page.getByRole('complementary').getByText(`On behalf of Orlova-${mark}`).waitFor()
    await shot(visitor, 'task-of-a-substitute')
    await type(page.getByLabel('Comment'), 'Orlova is on leave')
    await press(page.getByRole('button', { name: 'Accept' }))
    await page.getByText('Completed: Accept', { exact: true }).waitFor()

    const principal = await enter(orlova)
    await principal.open(`/instances/${id}`)
    await principal.page.getByText('Completed', { exact: true }).first().waitFor()
    const timeline = await principal.page.getByRole('list', { name: 'Timeline' }).textContent()
    assert.match(timeline ?? '', new RegExp(`Petrov-${mark}.*on behalf of Orlova-${mark}`, 's'))
  },
}
