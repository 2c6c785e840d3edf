import assert from 'node:assert/strict'
import { it } from 'node:test'
import { refuseWeak } from './password-rules.ts'

const weak = { code: 'password.too_weak', status: 400 }

it('a password that is the login, in any case, is refused', () => {
  assert.throws(() => refuseWeak('Anna.Petrova@x', 'anna.petrova@X'), weak)
})

it('a password among the first that others try is refused', () => {
  for (const password of ['123456789012', 'PASSWORD1234', 'qwertyuiop12', 'aaaaaaaaaaaaaaaa', 'йцукенгшщзхъ'])
    assert.throws(() => refuseWeak(password, 'anna'), weak, password)
})

it('any other is taken, without rules of composition', () => {
  for (const password of ['all small letters', '493827160594', '            x', 'корова даёт молоко'])
    refuseWeak(password, 'anna')
})
