// At night: the step `start` of CI runs the story, too.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const story = fileURLToPath(new URL('story.ts', import.meta.url))

describe('the story of the sample', () => {
  it('plays to its end on a server of its own, and tells each step', async () => {
    const { TEST_DATABASE_URL: _server, ...env } = process.env
    const child = spawn(process.execPath, [story], {
      env: { ...env, CONSOLE: 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
    const [code, output, errors] = await Promise.all([exited, text(child.stdout), text(child.stderr)])
    assert.equal(code, 0, `${output}\n${errors}`)
    assert.match(output, /720 counterparties: a dry run, an import \(720 created\), once more \(720 unchanged\)/)
    assert.match(output, /146 contracts from 33 files/)
    assert.match(output, /sent as 01-04\/1-out/)
    assert.match(output, /20 instances move to version 2/)
    assert.match(output, /11 members of the staff confirm that they have read it/)
    assert.match(output, /backed up and restored elsewhere: the same journal/)
    assert.match(output, /All steps of the story gave the expected results/)
  })
})
