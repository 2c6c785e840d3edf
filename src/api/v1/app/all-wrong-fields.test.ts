import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, type Everything, made, startEverything, things } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'

const nobody = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const named = ({ problems }: Body): [string, string][] =>
  problems.map(({ field, code }: Body): [string, string] => [field, code])

describe('the refusal of an element names every wrong field', () => {
  it('when it is created: unknown, of the wrong type, required and referring to nothing', async () => {
    const context = { amont: 2, amount: 'many', kind: 'huge', __externalId: 7, owner: [nobody], part: [nobody] }
    const answer = await started.call('POST', `${things}/create`, { context })
    assertRefused(answer, 400, 'element.wrong_system_field', /"__externalId" must be a text/)
    assert.deepEqual(named(answer.body), [
      ['__externalId', 'element.wrong_system_field'],
      ['amont', 'field.unknown'],
      ['amount', 'field.wrong_value'],
      ['kind', 'field.wrong_value'],
      ['title', 'element.required_field'],
      ['owner', 'element.unknown_reference'],
      ['part', 'element.unknown_reference'],
    ])
    const [first, unknown] = answer.body.problems
    assert.deepEqual([first.message, first.field], [answer.body.error, answer.body.field])
    assert.match(unknown.message, /did you mean "amount"/)
  })

  it('when it is updated, and changes nothing', async () => {
    const { __id } = await made(started.call, things, { title: 'Pump', note: 'kept' })
    const context = { title: null, note: 'lost', amount: {}, part: [nobody] }
    const answer = await started.call('POST', `${things}/${__id}/update`, { context, statusGroupId: nobody })
    assertRefused(answer, 400, 'field.wrong_value', /"amount"/)
    assert.deepEqual(named(answer.body), [
      ['amount', 'field.wrong_value'],
      ['title', 'element.required_field'],
      ['part', 'element.unknown_reference'],
      ['statusGroupId', 'element.unknown_status_group'],
    ])
    const { body } = await started.call('GET', `${things}/${__id}/get`)
    assert.deepEqual([body.item.title, body.item.note], ['Pump', 'kept'])
  })

  it('once, although a required field of the wrong type is missing as well', async () => {
    const answer = await started.call('POST', `${things}/create`, { context: { title: 5 } })
    assertRefused(answer, 400, 'field.wrong_value', /"title"/)
    assert.deepEqual(named(answer.body), [['title', 'field.wrong_value']])
  })
})
