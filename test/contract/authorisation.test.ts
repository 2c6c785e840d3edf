import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/api/operations.ts'
import type { Right } from '../../src/http/operation.ts'
import { assertDone, assertRefused, aUser } from '../everything.ts'
import { type Call, startTestPlatform, type TestPlatform } from '../platform.ts'
import { rights } from './rights.ts'

type Who = 'nobody' | 'a stranger' | 'a blocked user' | 'a user' | 'an administrator'

/** What becomes of a call before its input is looked at. */
const expected: Readonly<Record<Right, Readonly<Record<Who, 'let in' | 401 | 403>>>> = {
  anyone: all('let in'),
  user: { ...all(401), 'a user': 'let in', 'an administrator': 'let in' },
  administrator: { ...all(401), 'a user': 403, 'an administrator': 'let in' },
}

function all<T>(answer: T): Record<Who, T> {
  return {
    nobody: answer,
    'a stranger': answer,
    'a blocked user': answer,
    'a user': answer,
    'an administrator': answer,
  }
}

let started: TestPlatform
let callers: Record<Who, Call>
before(async () => {
  started = await startTestPlatform()
  const [user, blocked] = [await aUser(started, { login: 'user' }), await aUser(started, { login: 'blocked' })]
  assertDone(await started.call('POST', `/api/v1/users/${blocked.id}/block`))
  callers = {
    nobody: started.as(''),
    'a stranger': started.as('a-token-that-nobody-has'),
    'a blocked user': blocked.call,
    'a user': user.call,
    'an administrator': started.call,
  }
})
after(() => started[Symbol.asyncDispose]())

it('every operation has its line in the matrix, and no line is left over', () => {
  const lines = Object.entries(rights).flatMap(([right, names]) => names.map((name) => `${name}: ${right}`))
  assert.deepEqual(lines.sort(), operations.map(({ name, right }) => `${name}: ${right}`).sort())
})

describe('who may call', () => {
  for (const { name, methods, path } of operations) {
    const right = (Object.keys(rights) as Right[]).find((one) => rights[one].includes(name))
    for (const method of methods) {
      it(`${method} ${path}: ${right}`, async () => {
        assert.ok(right !== undefined)
        for (const [who, answer] of Object.entries(expected[right]) as [Who, 'let in' | 401 | 403][]) {
          // Nothing has this id, so that whoever is let in harms nothing.
          const address = path.replaceAll(/\{\w+\}/g, '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab')
          const given = await callers[who](method, address, method === 'GET' ? undefined : '{"wrong":true}')
          if (answer === 401) assertRefused(given, 401, 'auth.required', /token/)
          else if (answer === 403) assertRefused(given, 403, 'auth.not_allowed', /administrators/)
          else assert.ok(given.status !== 401 && given.status !== 403, `${who}: ${given.status}`)
          assert.ok(given.status < 500, `${who}: ${given.status}`)
        }
      })
    }
  }
})
