// Runs on the embedded database only: the output does not depend on the database.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
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

it('a server says once which names in its environment and in the file .env are no settings', async () => {
  const place = await embeddedPlace()
  writeFileSync(join(place.dataDir, '.env'), 'MAIL_SERVER=mail.example.com\nLOG_LEVEL=warn\n')
  const settings = { DATA_DIR: place.dataDir, PORT: '0', PROT: '8080' }
  const server = runChancery(['serve'], settings, '', place.dataDir)
  await readyUrl(server)
  server.child.kill('SIGTERM')
  await server.exited
  const said = server.errors().match(/the file \.env has names [^"]+|there is no setting [^"]+/g)
  assert.deepEqual(said, [
    'there is no setting PROT, so it has no effect; did you mean PORT?',
    'the file .env has names that are no settings, so they have no effect: MAIL_SERVER',
  ])
})

it('a server in a terminal prints a link that signs the administrator in once', async (test) => {
  // The program `script` of util-linux runs a command in a terminal of its own.
  if (!spawnSync('script', ['--version']).stdout?.includes('util-linux')) return test.skip('SKIPPED: no `script`')
  const place = await embeddedPlace()
  const { TEST_DATABASE_URL: _server, ...inherited } = process.env
  const settings = { CONSOLE: 'on', DATA_DIR: place.dataDir, PORT: '0', SAMPLE: 'none' }
  const program = fileURLToPath(new URL('../../bin/chancery.js', import.meta.url))
  const command = `'${process.execPath}' --liftoff-only '${program}' serve`
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], { env: { ...inherited, ...settings } })
  let output = ''
  const link = /sign-in#link=([\w-]+) {3}\(signs you in as administrator; works once/
  const exited = new Promise<void>((resolve) => void terminal.once('close', () => resolve()))
  const ready = new Promise<void>((resolve) => {
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('is listening on http')) resolve()
    })
  })
  try {
    await Promise.race([ready, exited])
    const secret = link.exec(output)?.[1]
    assert.ok(secret !== undefined, output)
    const url = /is listening on (http:\S+)/.exec(output)![1]!
    const signIn = () =>
      fetch(`${url}/api/v1/sign-in/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ secret }),
      })
    assert.deepEqual([(await signIn()).status, (await signIn()).status], [200, 401])
  } finally {
    // Interrupts the server as Ctrl+C does.
    terminal.stdin.write('\u0003')
    await exited
  }
})
