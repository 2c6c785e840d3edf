import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { settings } from '../../src/foundation/config/settings.ts'

const read = (path: string): string => readFileSync(`deploy/${path}`, 'utf8')
const known = new Set(['NODE_ENV', ...settings.map(({ name }) => name)])
const unknown = (names: readonly string[]): string[] => names.filter((name) => !known.has(name))

describe('the files in deploy/', () => {
  it('have settings that exist', () => {
    const ofUnit = [...read('systemd/chancery.env').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name!)
    const ofImage = [...read('docker/Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
      [...line!.matchAll(/([A-Z0-9_]+)=/g)].map(([, name]) => name!),
    )
    const { environment } = parse(read('docker/compose.yaml')).services.chancery
    assert.ok(ofUnit.length > 5 && ofImage.length > 3 && Object.keys(environment).length > 2)
    assert.deepEqual(unknown([...ofUnit, ...ofImage, ...Object.keys(environment)]), [])
  })

  it('name programs and folders of this project', () => {
    const unit = read('systemd/chancery.service')
    const [, node, program] = /^ExecStart=\/opt\/chancery\/(\S+) (\S+) serve$/m.exec(unit)!
    assert.ok(existsSync(program!), program!)
    const packages = JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies
    assert.ok(packages[node!.split('/')[1]!], node!)
    const image = read('docker/Dockerfile')
    assert.match(image, /^USER 10001$/m)
    assert.match(image, /^HEALTHCHECK /m)
    for (const folder of /rm -rf ([\w. ]+)/.exec(image)![1]!.trim().split(' '))
      assert.ok(folder === '.git' || existsSync(folder), folder)
    const { build } = parse(read('docker/compose.yaml')).services.chancery
    assert.ok(existsSync(build.dockerfile))
  })

  it('have a unit that systemd accepts', (context) => {
    if (!existsSync('/usr/bin/systemd-analyze')) return context.skip('systemd-analyze is not installed')
    const folder = mkdtempSync(join(tmpdir(), 'chancery-unit-'))
    try {
      const path = join(folder, 'chancery.service')
      // The unit expects the program in /opt, where it is not installed on a test machine.
      const unit = read('systemd/chancery.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      writeFileSync(path, unit.replaceAll('/opt/chancery', process.cwd()))
      const shown = execFileSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8', stdio: 'pipe' })
      assert.doesNotMatch(shown, /Unknown|ignoring/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
