import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { writeZip } from '../../src/solutions/files/write-zip.ts'
import { assertDone } from '../everything.ts'
import { adminToken, startTestPlatform, type TestPlatform } from '../platform.ts'

const docs = new URL('../../docs/', import.meta.url)
const page = readFileSync(new URL('recipes/curl.md', docs), 'utf8')
/** The sections of the page with their commands; `beginning` comes before them, and all sections use it. */
const [beginning, ...areas] = page.split(/^## /m).map((text) => ({
  name: text.split('\n', 1)[0]!,
  commands: /^```sh\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? '',
}))
const missing = ['bash', 'curl'].filter((program) => spawnSync(program, ['--version']).error !== undefined)

/** A replacement for the function `api` of the page, which writes each answer that is not a success to stderr. */
const strictApi = `api() {
  local answer; answer=$(curl -s -H "Authorization: Bearer $TOKEN" "$@")
  case "$answer" in *'"success":true'*) ;; *) printf '%s\n' "$* was answered $answer" >&2;; esac
  printf '%s' "$answer"
}`

describe('the curl recipes', { skip: missing.length > 0 && `${missing.join(' and ')} are not installed` }, () => {
  let server: TestPlatform
  let folder: string
  before(async () => {
    server = await startTestPlatform()
    // The contract that the recipe of contracts names.
    const contracts = readFileSync(new URL('contracts.md', docs), 'utf8')
    const files = contracts.matchAll(/^```yaml\n# (\S+\.yaml)\n([\s\S]*?)^```$/gm)
    const zip = await writeZip(new Map([...files].map(([, path, text]) => [path!, text!])))
    assertDone(await server.call('POST', '/api/v1/solutions/apply', zip))
    folder = mkdtempSync(join(tmpdir(), 'curl-recipes-'))
  })
  after(async () => {
    rmSync(folder, { recursive: true })
    await server[Symbol.asyncDispose]()
  })

  it('cover the thirteen areas', () => {
    assert.equal(areas.length, 13)
    assert.match(beginning!.commands, /^URL=.* TOKEN=.*\napi\(\)/)
  })

  for (const { name, commands } of areas)
    it(`${name}: every request succeeds`, async () => {
      const script = [
        `URL='${server.url}' TOKEN='${adminToken}'`,
        strictApi,
        valueFunctionOf(beginning!.commands),
        commands,
      ]
      const environment = { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` }
      const options = { cwd: folder, env: environment }
      const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `set -eu\n${script.join('\n')}`], options)
      assert.equal(stderr, '')
      assert.match(stdout, /"success":true/)
    })
})

/** Returns the line that defines the function `value`. */
const valueFunctionOf = (text: string): string => text.split('\n').find((line) => line.startsWith('value()'))!
