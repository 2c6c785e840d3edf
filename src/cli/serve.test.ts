// Runs on the embedded database only: the output does not depend on the database.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

it('a server says once which names in the file .env are no settings', async () => {
  const place = await embeddedPlace()
  writeFileSync(join(place.dataDir, '.env'), 'MAIL_SERVER=mail.example.com\nLOG_LEVEL=warn\n')
  const server = runChancery(['serve'], { DATA_DIR: place.dataDir, PORT: '0' }, '', place.dataDir)
  await readyUrl(server)
  server.child.kill('SIGTERM')
  await server.exited
  const said = server
    .errors()
    .match(/the file \.env has names that are no settings, so they have no effect: [A-Z_, ]+/g)
  assert.deepEqual(said, ['the file .env has names that are no settings, so they have no effect: MAIL_SERVER'])
})
