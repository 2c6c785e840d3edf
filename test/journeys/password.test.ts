// Takes long: it starts the program many times.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type TestPlace, testPlace } from '../database.ts'
import { readyUrl, runChancery, withoutServerLine } from '../server-process.ts'

const password = 'a password from the command line'
const environmentOf = ({ dataDir, databaseUrl }: TestPlace): Record<string, string> => ({
  DATA_DIR: dataDir,
  PORT: '0',
  SAMPLE: 'none',
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
})

it('chancery password sets the first password, with which the administrator signs in', async () => {
  const place = await testPlace()
  const environment = environmentOf(place)
  const run = async (words: readonly string[], input: string): Promise<[number | null, string]> => {
    const command = runChancery(['password', ...words], environment, input)
    return [await command.exited, command.output() + withoutServerLine(command.errors())]
  }
  // The server is stopped during this first command and runs during the later ones.
  const [code, said] = await run(['admin'], `${password}\n`)
  assert.deepEqual([code, said], [0, 'The password of admin is set; all sessions have ended.\n'])
  const server = runChancery(['serve'], environment)
  const url = await readyUrl(server)
  const signIn = async (given: string) => {
    const body = JSON.stringify({ login: 'admin', password: given })
    return (await fetch(`${url}/api/v1/sign-in`, { method: 'POST', body })).status
  }
  assert.deepEqual([await signIn(password), await signIn(`${password}\n`)], [200, 401])

  assert.equal((await run(['ADMIN'], ' with spaces around \r\n'))[0], 0)
  assert.equal(await signIn(' with spaces around '), 200)
  for (const [words, input, sentence] of [
    [['admin'], 'short\n', /"password" must have at least 12 characters/],
    [['admin'], '', /stdin has no password/],
    [['nobody'], `${password}\n`, /no user has the login "nobody"/],
    [[], `${password}\n`, /give the login of one user/],
  ] as const) {
    const [code, said] = await run(words, input)
    assert.equal(code, 1)
    assert.match(said, sentence)
  }
  server.child.kill('SIGTERM')
  await server.exited
  await place.remove()
})
