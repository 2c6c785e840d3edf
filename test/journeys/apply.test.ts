// Takes long: it starts the program many times.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { callOf } from '../../src/process/definition/templates/templates.fixture.ts'
import { shopFiles } from '../../src/solutions/solution.fixture.ts'
import { testPlace } from '../database.ts'
import { runChancery, withoutServerLine } from '../server-process.ts'

const field = (code: string): string => `  - { code: ${code}, name: ${code}, type: string }\n`

it('chancery apply refuses to remove something without --allow-destructive, and names the option', async () => {
  const place = await testPlace()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-apply-'))
  const apply = async (fields: string, ...options: string[]): Promise<[number | null, string]> => {
    for (const [path, content] of shopFiles({ parts: `name: Parts\nfields:\n${fields}` })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const { databaseUrl } = place
    const command = runChancery(['apply', folder, ...options], {
      DATA_DIR: place.dataDir,
      PORT: '0',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    })
    return [await command.exited, command.output() + withoutServerLine(command.errors())]
  }
  try {
    assert.equal((await apply(field('a') + field('b')))[0], 0)
    const [code, words] = await apply(field('a'))
    assert.equal(code, 1)
    assert.match(words, /^chancery apply: these changes .* with --allow-destructive to make them:\n {2}.*\bb\b/)
    assert.doesNotMatch(words, /allowDestructive/)
    assert.equal((await apply(field('a'), '--allow-destructive'))[0], 0)
  } finally {
    rmSync(folder, { recursive: true })
    await place.remove()
  }
})

it('chancery plan and apply print what the processes of a solution refer to that does not exist yet', async () => {
  const place = await testPlace()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-apply-'))
  const bpmn = 'namespaces/shop/processes/buy.bpmn'
  for (const [path, content] of [...shopFiles({}), [bpmn, callOf('shop.later')] as const]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  try {
    for (const name of ['plan', 'apply']) {
      const { databaseUrl } = place
      const command = runChancery([name, folder], {
        DATA_DIR: place.dataDir,
        PORT: '0',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      })
      assert.equal(await command.exited, 0, command.errors())
      assert.match(command.errors(), /^no server runs; data folder .*, started for this command$/m)
      assert.match(command.output(), /^\+ adds the process shop\.buy/m)
      assert.match(command.output(), /^warning: .*\/buy\.bpmn: c: there is no process "shop\.later" yet$/m)
    }
  } finally {
    rmSync(folder, { recursive: true })
    await place.remove()
  }
})
