import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '../../foundation/db/sql.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { aCaller, type FilesTrial, formOf, someBytes, tryFiles } from '../files-trial.fixture.ts'
import { rootId } from '../index.ts'
import { minPartBytes } from '../uploads/content-range.ts'

const users = [aCaller(), aCaller()]
const hashes = [newId(), newId(), newId()]

/** An action of a user on one of the hashes or one of the files created so far. */
interface Step {
  readonly does: 'upload' | 'part' | 'keep' | 'version' | 'remove' | 'restore' | 'purge' | 'wait'
  readonly user: number
  readonly hash: number
  readonly file: number
  readonly bytes: number
}

const step = fc.record<Step>({
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('upload', 'keep') },
    { weight: 4, arbitrary: fc.constantFrom('version', 'remove', 'restore', 'purge') },
    { weight: 2, arbitrary: fc.constant('part') },
    { weight: 1, arbitrary: fc.constant('wait') },
  ),
  user: fc.nat(users.length - 1),
  hash: fc.nat(hashes.length - 1),
  file: fc.nat(1000),
  bytes: fc.integer({ min: 0, max: 5 }).map((hundreds) => hundreds * 100),
})

/** Rounds of steps; the steps of one round run concurrently. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 20 })

async function take({ files, clock }: FilesTrial, made: string[], { does, ...of }: Step): Promise<void> {
  const caller = users[of.user]!
  const hash = hashes[of.hash]!
  const file = made[of.file % made.length] ?? newId()
  if (does === 'upload') await files.uploadTemporary(caller, { hash, bytes: formOf(someBytes(of.bytes, of.hash)) })
  if (does === 'keep') made.push((await files.persist(caller, { directory: rootId, hash, name: 'a.txt' })).__id)
  if (does === 'version') await files.versions.add(caller, file, { hash })
  if (does === 'remove') await files.remove(caller, file)
  if (does === 'restore') await files.recycleBin.restore(caller, file)
  if (does === 'purge') await files.recycleBin.purge(caller, file)
  if (does === 'wait') {
    clock.advance(61 * 60_000)
    await files.sweep()
  }
  if (does === 'part') {
    const contentRange = `bytes 0-${minPartBytes}/${minPartBytes + of.bytes + 1}`
    await files.uploadTemporary(caller, { hash, contentRange, bytes: formOf(someBytes(minPartBytes)) })
  }
}

async function countedAnew({ database }: FilesTrial) {
  return database.reader.rows<{ who: string; bytes: string }>(sql`
    select who, sum(bytes)::text as bytes from (
      select created_by::text as who, size as bytes from file_version
      union all select user_id::text, total from temporary_file
      union all select 'all', total from temporary_file union all select 'all', size from blob
    ) there group by who having sum(bytes) > 0 order by who`)
}

async function counters({ database }: FilesTrial) {
  return database.reader.rows<{ who: string; bytes: string }>(sql`
    select who, bytes::text from (
      select user_id::text as who, sum(bytes) as bytes from file_usage group by user_id union all select 'all', sum(bytes) from file_total
    ) kept where bytes <> 0 order by who`)
}

test('after any sequence of actions, the counted bytes match the stored bytes, and no user exceeds the quota', async () => {
  const userQuotaBytes = minPartBytes + 2000
  await using trial = await tryFiles(undefined, { userQuotaBytes, binDays: 1 })
  const made: string[] = []
  const refusals = new Set<string>()
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      for (const round of all) {
        const results = await Promise.allSettled(round.map((one) => take(trial, made, one)))
        for (const result of results) {
          if (result.status === 'fulfilled') continue
          if (!(result.reason instanceof PlatformError) || result.reason.status >= 500) throw result.reason
          refusals.add(result.reason.code)
        }
        const counted = await counters(trial)
        assert.deepEqual(counted, await countedAnew(trial))
        for (const { who, bytes } of counted) assert.ok(who === 'all' || Number(bytes) <= userQuotaBytes)
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
  assert.ok(made.length > 10, `only ${made.length} files were made`)
  assert.ok(refusals.has('files.quota_reached'), 'the quota was never reached')
})
