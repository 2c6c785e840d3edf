// Runs on the embedded database only: the output does not depend on the database.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { embeddedPlace } from '../../test/database.ts'
import { readyUrl, runChancery } from '../../test/server-process.ts'

it('a server whose output is redirected prints the curl line and no sign-in link', async () => {
  const place = await embeddedPlace()
  const settings = { CONSOLE: 'on', DATA_DIR: place.dataDir, PORT: '0', SAMPLE: 'office-without-data' }
  const server = runChancery(['serve'], settings)
  const url = await readyUrl(server)
  server.child.kill('SIGTERM')
  await server.exited
  assert.doesNotMatch(server.output(), /link=/)
  assert.match(server.output(), /Console .*\/console\/setup sets the first password, with the token/)
  assert.ok(server.output().includes(`curl -s ${url}/pub/v1/app/ref/counterparties/list -H "Authorization: Bearer `))
})
