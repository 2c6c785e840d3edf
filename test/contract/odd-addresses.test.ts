// On PostgreSQL at night: its results do not depend on the database.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Everything, startEverything } from '../everything.ts'
import { type Endpoint, endpointsOf } from '../fuzz/endpoints.ts'

let started: Everything
let endpoints: readonly Endpoint[]
before(async () => {
  started = await startEverything()
  endpoints = endpointsOf((await started.call('GET', '/openapi.json')).body)
})
after(() => started[Symbol.asyncDispose]())

/** Existing values for the parameters before the odd one, so that the server gets as far as the odd one. */
const right: Readonly<Record<string, string>> = { namespace: 'all', code: 'things' }

const oddParts: readonly [what: string, part: string][] = [
  ['a name with a colon', ':id'],
  ['the character U+0000', '%00'],
  ['a path of its own', '..%2F..%2Fhealth'],
  ['bytes that are no UTF-8', '%ff'],
  ['a quotation mark', "'%22"],
  ['300 characters', 'x'.repeat(300)],
  ['a number that is too large', '99999999999999999999'],
  ['an id that is cut off', '0b6f7b2e-2f0f-4f5a-9c53-0123456789a'],
]

/** Returns the address with the odd part in place of each parameter, except those that `kept` names. */
function addressOf({ path }: Endpoint, part: string, kept: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => kept[name] ?? part)
}

describe('an odd part of an address never causes a server error, in any operation:', () => {
  for (const [what, part] of oddParts) {
    it(what, async () => {
      const failed: string[] = []
      let sent = 0
      for (const endpoint of endpoints) {
        if (endpoint.lasts || !endpoint.path.includes('{')) continue
        for (const address of new Set([addressOf(endpoint, part, {}), addressOf(endpoint, part, right)])) {
          const body = endpoint.method === 'GET' ? undefined : {}
          const { status } = await started.call(endpoint.method, address, body)
          sent += 1
          if (status >= 500) failed.push(`${endpoint.method} ${address}: ${status}`)
        }
      }
      assert.ok(sent > 200, `${sent} requests`)
      assert.deepEqual(failed, [])
    })
  }
})
