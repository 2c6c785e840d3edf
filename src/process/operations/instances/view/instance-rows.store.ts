import type { Reader } from '../../../../foundation/db/database.ts'
import { Bound, type Sql, sql } from '../../../../foundation/db/sql.ts'
import { type InstancePath, type PathRow, pathFrom, type SheetRow, sheetsOf, stepsOf } from './instance-path.store.ts'
import {
  type ChildRow,
  childrenOf,
  factsOf,
  type IncidentRow,
  type InstanceFactsRow,
  incidentsOf,
  type RestorePointRow,
  restorePointsOf,
  type TaskRow,
  tasksOf,
  type WaitRow,
  waitsOf,
} from './instance-view.store.ts'

/** The rows that belong to one instance. */
export interface InstanceRows {
  readonly facts: InstanceFactsRow
  readonly waits: readonly WaitRow[]
  readonly tasks: readonly TaskRow[]
  readonly incidents: readonly IncidentRow[]
  readonly restorePoints: readonly RestorePointRow[]
  readonly children: readonly ChildRow[]
  readonly sheets: readonly SheetRow[]
  readonly path: InstancePath
}

type ParsedRows = Omit<InstanceRows, 'facts' | 'path'> & {
  readonly facts: InstanceFactsRow | null
  readonly steps: readonly PathRow[]
}

const array = (select: Sql): Sql => sql`(select coalesce(json_agg(r), '[]') from (${select}) r)`

/**
 * Reads the rows of one instance with one statement, because an instance can advance between two, and then its context
 * would not agree with its tokens and tasks. `visible` is the predicate for the instances that the caller sees. Returns
 * undefined when there is no such instance.
 */
export async function instanceRows(
  reader: Reader,
  instance: string,
  visible: (row: Sql) => Sql,
): Promise<InstanceRows | undefined> {
  const id = new Bound(instance)
  const row = await reader.row<{ rows: string }>(sql`
    select json_build_object(
      'facts', (select row_to_json(r) from (${factsOf(id)}) r),
      'waits', ${array(waitsOf(id))},
      'tasks', ${array(tasksOf(id))},
      'incidents', ${array(incidentsOf(id))},
      'restorePoints', ${array(restorePointsOf(id))},
      'children', ${array(childrenOf(id, visible))},
      'sheets', ${array(sheetsOf(id))},
      'steps', ${array(stepsOf(id))}
    ) as rows`)
  const { facts, steps, ...others } = JSON.parse(row!.rows) as ParsedRows
  return facts ? { facts, ...others, path: pathFrom(steps) } : undefined
}
