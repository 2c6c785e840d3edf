import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { productVersion } from '../src/foundation/http/product-version.ts'

// Writes the files of a release of the present commit into the folder `release`. Two runs on one commit give the same
// bytes; docs/releasing.md describes the files.

const project = fileURLToPath(new URL('..', import.meta.url))
const folder = `${project}release`
const maxOutputBytes = 1024 ** 3

function run(command: string, ...words: readonly string[]): Buffer {
  return execFileSync(command, words, {
    cwd: project,
    maxBuffer: maxOutputBytes,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns the bill of materials in the format CycloneDX, with the time and identifier of the commit. */
function billOfMaterials(): string {
  const bill = JSON.parse(run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only').toString())
  const digest = sha256(Buffer.from(`chancery ${commit}`))
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest)!
  bill.serialNumber = `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`
  bill.metadata.timestamp = new Date(epochSeconds * 1000).toISOString()
  // Where a package was downloaded from depends on the machine.
  for (const component of bill.components)
    component.externalReferences = component.externalReferences?.filter(
      ({ type }: { type: string }) => type !== 'distribution',
    )
  return `${JSON.stringify(bill, null, 2)}\n`
}

const commit = run('git', 'rev-parse', 'HEAD').toString().trim()
const epochSeconds = Number(run('git', 'log', '-1', '--format=%ct').toString())
const changed = run('git', 'status', '--porcelain').toString()
if (changed !== '') throw new Error(`a release is made of a commit; commit or remove these changes first:\n${changed}`)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const name = `chancery-${productVersion}`
run('npm', 'pack', '--silent', '--pack-destination', folder)
writeFileSync(`${folder}/${name}.cdx.json`, billOfMaterials())
const source = run('git', 'archive', '--format=tar', `--prefix=${name}/`, 'HEAD')
writeFileSync(`${folder}/${name}-source.tar.gz`, gzipSync(source, { level: 9 }))
const sums = readdirSync(folder)
  .sort()
  .map((file) => `${sha256(readFileSync(`${folder}/${file}`))}  ${file}\n`)
writeFileSync(`${folder}/SHA256SUMS`, sums.join(''))
console.log(`release of ${commit}:\n${sums.join('')}`)
