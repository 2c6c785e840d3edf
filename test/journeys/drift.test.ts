import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupIdOf } from '../../src/people/index.ts'
import { adminToken, startTestPlatform } from '../platform.ts'
import { runChancery, withoutServerLine } from '../server-process.ts'

describe('chancery drift', () => {
  it('prints what was changed by hand, and its exit code says whether anything was', async () => {
    await using office = await startTestPlatform()
    const run = async (...words: string[]): Promise<[number | null, string]> => {
      const command = runChancery(['drift', ...words, '--server', office.url, '--token', adminToken], {})
      const code = await command.exited
      return [code, command.output() + withoutServerLine(command.errors())]
    }
    assert.deepEqual(await run(), [0, 'nothing was changed by hand\n'])
    await office.call('PUT', `/pub/v1/scheme/groups/${groupIdOf('ref', 'registrars')}`, { __name: 'Clerks' })
    await office.call('POST', '/pub/v1/scheme/namespaces/ref/groups', { __name: 'Mine', code: 'mine' })
    const lines = [
      '~ the role ref.registrars is called "Clerks" instead of "Registrars"',
      '+ the group ref.mine "Mine" was created by hand',
      '',
    ].join('\n')
    assert.deepEqual(await run(), [1, lines])
    assert.deepEqual(await run('office'), [1, lines])
    assert.deepEqual(await run('offce'), [1, 'chancery drift: solution "offce" not found; did you mean "office"?\n'])
    assert.match((await run('--help'))[1], /^chancery drift \[CODE\][\s\S]*Exit code: 0 when nothing was changed/)
  })
})
