import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipFolder } from '../src/cli/solution-zip.ts'
import type { Subject } from './subject.ts'

const solution = fileURLToPath(new URL('solution', import.meta.url))

/** A variant of the bench solution with other searched fields in records. */
export interface Variant {
  /** Codes of the searched fields of records. */
  readonly searched: readonly string[]
  /** Number of additional empty applications, each with one searched field. */
  readonly moreApplications: number
}

/** Applies the variant to a running server and waits until its indexes are built. */
export async function applyVariant({ url, token }: Subject, { searched, moreApplications }: Variant): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-variant-'))
  try {
    cpSync(solution, folder, { recursive: true })
    const apps = join(folder, 'namespaces/bench/apps')
    const file = join(apps, 'records.yaml')
    const lines = readFileSync(file, 'utf8').replaceAll(', search: true', '').split('\n')
    const isSearched = (line: string): boolean => searched.some((code) => line.includes(`{ code: ${code},`))
    writeFileSync(
      file,
      lines.map((line) => (isSearched(line) ? line.replace(' }', ', search: true }') : line)).join('\n'),
    )
    for (let n = 1; n <= moreApplications; n++) {
      const fields = `fields: [{ code: text${n}, type: string, search: true }]`
      writeFileSync(join(apps, `more${n}.yaml`), `name: More ${n}\n${fields}\n`)
    }
    const response = await fetch(`${url}/api/v1/solutions/apply?allowDestructive=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: await zipFolder(folder),
    })
    if (response.status !== 200) throw new Error(await response.text())
  } finally {
    rmSync(folder, { recursive: true })
  }
}
