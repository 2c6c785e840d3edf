import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { translateAnswer, translationsInto } from './translations.ts'

const settings = { texts: { ru: { 'Read the order {}': 'Ознакомиться с приказом {}', 'Order {}': 'Приказ: {}' } } }
const find = (template: unknown) => (template === 'orders' ? translationsInto('ru', settings) : undefined)

describe('the texts of a diagram in an answer', () => {
  it('are translated in a task of the template', () => {
    const task = {
      subject: 'Read the order 7',
      templateId: 'orders',
      instance: { name: 'Order 7', templateId: 'orders' },
    }
    const { subject, instance } = translateAnswer(task, find)
    assert.deepEqual([subject, instance.name], ['Ознакомиться с приказом 7', 'Приказ: 7'])
  })

  it('are translated in the task of a sheet that an instance of the template has sent out', () => {
    const instance = { name: 'Order 7', templateId: 'orders' }
    const task = { subject: 'Read the order 7', templateId: null, template: null, instance }
    assert.equal(translateAnswer(task, find).subject, 'Ознакомиться с приказом 7')
  })

  it('stay in the task of a sheet without an instance', () => {
    const task = { subject: 'Read the order 7', templateId: null, template: null, instance: null }
    assert.deepEqual(translateAnswer(task, find), task)
  })
})
