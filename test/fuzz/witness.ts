import type { Database } from '../../src/foundation/db/database.ts'
import { sql } from '../../src/foundation/db/sql.ts'

/**
 * A detector of writes. Every change is recorded, in its transaction, in one of three tables: the audit log, with the
 * id of the request; the history of elements; or the history of process instances.
 */
export interface Witness {
  /** Records the present state, before a request that might write. */
  look(): Promise<void>
  /** Discards the recorded state, after a request that was allowed to write. */
  forget(): void
  /**
   * Returns a description of what was written since `look`, by the refused request or by something else; undefined when
   * nothing was written.
   */
  changes(requestId: string | undefined): Promise<string | undefined>
  /** Returns whether a job runs or is due, so that the histories may grow at any moment. */
  jobsRun(): Promise<boolean>
}

export function createWitness({ single }: Database): Witness {
  let before: number | undefined

  async function state(): Promise<number> {
    const row = await single.row<{ n: number }>(sql`
      select ((select count(*) from element_history) + (select count(*) from process_history))::int as n`)
    return row!.n
  }
  return {
    async look() {
      before ??= await state()
    },
    forget() {
      before = undefined
    },
    async changes(requestId) {
      const entries = await single.rows<{ operation: string; object: string }>(sql`
        select operation, object from audit where outcome = 'done' and request_id = ${requestId ?? ''}`)
      if (entries.length > 0) return entries.map(({ operation, object }) => `${operation} of ${object}`).join(', ')
      const [was, after] = [before, await state()]
      before = after
      return after === was ? undefined : `${was} entries of histories became ${after}`
    },
    async jobsRun() {
      const row = await single.row<{ run: boolean }>(sql`
        select exists (select from pgboss.job where state = 'active'
          or (state in ('created', 'retry') and start_after <= platform_now())) as run`)
      return row!.run
    },
  }
}
