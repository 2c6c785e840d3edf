import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../foundation/config/index.ts'
import type { Platform } from '../platform/index.ts'
import { greeting } from './greeting.ts'

const url = 'http://127.0.0.1:8080'
const started = (more: Partial<Platform>) => ({ url, adminToken: undefined, ...more }) as Platform

describe('what the server prints at its start', () => {
  it('begins with the address of the console, which signs the administrator in', () => {
    const [first, second] = greeting(started({ consoleUrl: `${url}/console/` }), readConfig({}, {}), 'secret').split(
      '\n',
    )
    assert.match(first!, /^ {2}Console {7}http:\/\/127\.0\.0\.1:8080\/console\/sign-in#link=secret {3}\(.*once/)
    assert.match(second!, /^ {2}API /)
  })

  it('names the page for the first password where it may have no secret', () => {
    const [first] = greeting(started({ consoleUrl: `${url}/console/` }), readConfig({}, {}), undefined).split('\n')
    assert.match(first!, /\/console\/ {3}\(http:\/\/127\.0\.0\.1:8080\/console\/setup sets the first password/)
  })

  it('has no console with CONSOLE=off, and says so when the pages are missing', () => {
    const text = (settings: Record<string, string>): string =>
      greeting(started({ consoleUrl: undefined }), readConfig({}, settings), undefined)
    assert.doesNotMatch(text({ CONSOLE: 'off' }), /console/i)
    assert.match(text({}), /^ {2}Console {7}is missing; the log has the reason$/m)
  })
})
