// On PostgreSQL at night: its results do not depend on the database.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { consoleFolder } from '../../src/api/console/console.fixture.ts'
import { startEmptyPlatform } from '../platform.ts'
import { useConsole } from './use-console.ts'

const folder = consoleFolder()
folder.write('index.html', '<!doctype html><title>Console</title><h1>Ready</h1> waits')
after(() => folder[Symbol.dispose]())
const console = useConsole(() => startEmptyPlatform({}, { consoleFolder: folder.path }))

it('a page that is opened while the console is built shows the console afterwards, with the same sign-in link', async () => {
  const { page } = await console.visit()
  const address = `${console.server().url}/console/sign-in#link=secret`
  await page.goto(address)
  await page.getByRole('heading', { name: 'The console is being built' }).waitFor()
  folder.write('go', '')
  await page.getByRole('heading', { name: 'Ready' }).waitFor({ timeout: 60_000 })
  assert.equal(page.url(), address)
})
