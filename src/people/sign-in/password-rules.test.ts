import assert from 'node:assert/strict'
import { it } from 'node:test'
import { refuseWeak } from './password-rules.ts'

const weak = { code: 'password.too_weak', status: 400 }

it('a password equal to the login, in any case, is refused', () => {
  assert.throws(() => refuseWeak('Anna.Petrova@x', 'anna.petrova@X'), weak)
})

it('one of the most common passwords is refused', () => {
  for (const password of ['123456789012', 'PASSWORD1234', 'qwertyuiop12', 'йцукенгшщзхъ'])
    assert.throws(() => refuseWeak(password, 'anna'), weak, password)
})

it('one repeated character is refused, in any case', () => {
  for (const password of ['aaaaaaaaaaaaaaaa', 'aAaAaAaAaAaA', '🔑'.repeat(12)])
    assert.throws(() => refuseWeak(password, 'anna'), { ...weak, message: /repeats a single character/ }, password)
})

it('any other password is accepted, without composition rules', () => {
  for (const password of ['all small letters', '493827160594', '            x', 'корова даёт молоко'])
    refuseWeak(password, 'anna')
})
