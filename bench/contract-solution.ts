import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { applicationId } from '../src/data/applications/compile.ts'
import type { Database } from '../src/foundation/db/database.ts'
import { copyElement } from './fill.store.ts'
import { solution } from './prepare.ts'
import { records, recordTemplate } from './record.ts'
import { openRooms } from './rooms.ts'
import { fillTemplate } from './template.ts'

/** The code of the contract, in the namespace of the records. */
export const contractCode = 'all'
const withoutAnchors = { aliasDuplicateObjects: false }
const more = ['records2', 'records3', 'records4']

/**
 * Adds three applications like the records, with as many elements, and a contract with all their fields over all four.
 */
export async function prepareContract(database: Database, rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  try {
    writeSolution(folder)
    await using rooms = await openRooms(database)
    await rooms.solutions.applyFolder(rooms.caller, folder)
    const context = JSON.parse(fillTemplate(recordTemplate, { n: 0, v: 0 }))
    for (const code of more) {
      const { id } = await rooms.elements.create(rooms.caller, { ...records, code }, context)
      await copyElement(database, applicationId(records.namespace, code), id, rows)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeSolution(folder: string): void {
  cpSync(solution, folder, { recursive: true })
  const home = join(folder, 'namespaces', records.namespace)
  const text = readFileSync(join(home, 'apps', `${records.code}.yaml`), 'utf8')
  for (const code of more) writeFileSync(join(home, 'apps', `${code}.yaml`), text)
  const entries = (parse(text) as { fields: Record<string, unknown>[] }).fields
  const fields = entries.map(({ required, default: _, indexed, search, ...field }) => field)
  const mapping = Object.fromEntries(fields.map(({ code }) => [code, code]))
  const sources = [records.code, ...more].map((code) => ({
    application: `${records.namespace}.${code}`,
    fields: mapping,
  }))
  mkdirSync(join(home, 'contracts'))
  writeFileSync(
    join(home, 'contracts', `${contractCode}.yaml`),
    stringify({ name: 'All', fields, sources }, withoutAnchors),
  )
}
