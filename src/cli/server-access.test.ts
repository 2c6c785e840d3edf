import assert from 'node:assert/strict'
import { it } from 'node:test'
import { explain } from './server-access.ts'

const problem = (file: string, message: string) => ({ file, line: 3, path: 'fields/0', message })

it('a refusal with one problem is printed once', () => {
  const one = problem('app.yaml', 'has no type')
  assert.equal(
    explain({ error: 'app.yaml:3: fields/0: has no type', problems: [one] }),
    'app.yaml:3: fields/0: has no type',
  )
})

it('a refusal with several problems lists all of them', () => {
  const problems = [problem('app.yaml', 'has no type'), problem('b.yaml', 'is empty')]
  assert.deepEqual(
    explain({ error: 'app.yaml:3: fields/0: has no type (and 1 more)', problems }).split('\n').slice(1),
    ['  app.yaml:3: fields/0: has no type', '  b.yaml:3: fields/0: is empty'],
  )
})

it('a refusal whose error says something else than its problem has both', () => {
  const text = explain({ error: 'the solution cannot be applied', problems: [problem('app.yaml', 'has no type')] })
  assert.match(text, /cannot be applied\n {2}app\.yaml:3/)
})
