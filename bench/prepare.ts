import { fileURLToPath } from 'node:url'
import { applicationId } from '../src/data/applications/compile.ts'
import type { Database } from '../src/foundation/db/database.ts'
import { migrate } from '../src/foundation/db/migrate.ts'
import { copyElement } from './fill.store.ts'
import { records, recordTemplate } from './record.ts'
import { openRooms } from './rooms.ts'
import { fillTemplate } from './template.ts'
import { type Workload, workloads } from './workloads.ts'

/** The folder of the bench solution. */
export const solution = fileURLToPath(new URL('solution', import.meta.url))

/**
 * Deploys the bench solution into an empty database, creates one record and copies it `rows` times. A server builds the
 * field tables by itself within seconds.
 */
export async function prepare(database: Database, rows: number): Promise<void> {
  await migrate(database)
  await using rooms = await openRooms(database)
  await rooms.solutions.applyFolder(rooms.caller, solution)
  const context = JSON.parse(fillTemplate(recordTemplate, { n: 0, v: 0 }))
  const { item } = await rooms.elements.create(rooms.caller, records, context)
  const { __id: modelId } = JSON.parse(item.text)
  await copyElement(database, applicationId(records.namespace, records.code), modelId, rows)
  await rooms.fieldTables.keep()
  await readOften(database, workloads, rows)
}

/** Lists that search elements for a second a day get an index of their own. */
const readMs = 3_000

/** Reads each of the lists as often as it takes for an index of its own, and builds these indexes. */
export async function readOften(database: Database, lists: readonly Workload[], rows: number): Promise<void> {
  // Fewer elements have no field table.
  if (rows < 1_000) return
  await using rooms = await openRooms(database)
  for (const { call, body, path, between } of lists) {
    if (!path.endsWith('/list')) continue
    const beganMs = performance.now()
    for (let v = 1; v <= 10 || performance.now() < beganMs + readMs; v++) {
      const input = JSON.parse(fillTemplate(body!(0, rows), { n: between(rows)[1], v }))
      await call(rooms.elements, rooms.caller, '', input)
    }
    await rooms.fieldTables.usage.save()
    await rooms.fieldTables.keep()
  }
}
