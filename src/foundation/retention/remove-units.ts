import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Actor, recordAudit } from '../audit/index.ts'
import type { Database } from '../db/database.ts'
import type { JobProgress, JobRun, TrackedJob } from '../jobs/index.ts'
import type { Clock } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import { heldAmong, insertExport, lockHolds } from './retention.store.ts'
import type { ExportStore, RetentionKind, RetentionRule } from './retention-kind.ts'

export interface RemoveDeps {
  readonly database: Database
  readonly clock: Clock
  readonly store: ExportStore
}

/** Thrown to undo a removal whose units have changed since they were exported. */
class UnitsChanged extends Error {}

/** What a run has done so far. */
export interface RetentionCounts {
  readonly removed: number
  /** Number of units that had to stay, such as those under a legal hold. */
  readonly kept: number
}

export const countsOf = ({ result }: TrackedJob): RetentionCounts => {
  const { removed = 0, kept = 0 } = result as Partial<RetentionCounts>
  return { removed, kept }
}

function withMore(job: TrackedJob, more: Partial<RetentionCounts>): JobProgress {
  const before = countsOf(job)
  const [removed, kept] = [before.removed + (more.removed ?? 0), before.kept + (more.kept ?? 0)]
  return { processed: removed + kept, result: { removed, kept } }
}

/** The units of one rule, and the run that removes them. */
interface Removal<Rule extends RetentionRule> {
  readonly run: JobRun
  readonly actor: Actor
  readonly kind: RetentionKind<Rule>
  readonly rule: Rule
}

const maxAttempts = 3
const idPattern = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi

/** What was written into an export. */
interface Written {
  readonly sha256: Buffer
  readonly bytes: number
  readonly lines: number
  /** The MD5 digests of the rows that are compared again, by their ids. */
  readonly digests: ReadonlyMap<string, string>
  /** The ids that each unit refers to. */
  readonly mentions: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Exports units and then removes them in one transaction, together with the progress, the record of the export and its
 * audit entry. Units under a legal hold stay, and units that change again and again stay until the next run. Throws
 * JobLost when the run has ended.
 */
export async function removeUnits<Rule extends RetentionRule>(
  deps: RemoveDeps,
  removal: Removal<Rule>,
  due: readonly string[],
): Promise<void> {
  const { database } = deps
  const { run, kind } = removal
  let units = due
  for (let attempt = 0; attempt < maxAttempts && units.length > 0; ) {
    const written = await writeExport(deps, kind, units)
    const held = await heldUnits(database.reader, kind, units, written)
    if (held.size > 0) {
      await run.commit(async () => withMore(run.job, { kept: held.size }))
      units = units.filter((unit) => !held.has(unit))
      continue
    }
    try {
      await removeExported(deps, removal, units, written)
      return
    } catch (error) {
      if (!(error instanceof UnitsChanged)) throw error
      attempt++
    }
  }
  if (units.length > 0) await run.commit(async () => withMore(run.job, { kept: units.length }))
}

async function writeExport(
  { database, store }: RemoveDeps,
  kind: RetentionKind,
  units: readonly string[],
): Promise<Written> {
  const digests = new Map<string, string>()
  const mentions = new Map<string, Set<string>>(units.map((unit) => [unit, new Set()]))
  let lines = 0
  async function* texts(): AsyncGenerator<string> {
    for await (const { unit, text, row } of kind.lines(database.reader, units)) {
      lines++
      if (row !== undefined) {
        digests.set(row, createHash('md5').update(text).digest('hex'))
        for (const [id] of text.matchAll(idPattern)) mentions.get(unit)?.add(id.toLowerCase())
      }
      yield `${text}\n`
    }
  }
  const zipped = createGzip()
  const [{ sha256, bytes }] = await Promise.all([store.keep(zipped), pipeline(Readable.from(texts()), zipped)])
  return { sha256, bytes, lines, digests, mentions }
}

/** Returns the units that are under a legal hold or refer to something that is. */
async function heldUnits(
  reader: Database['reader'],
  kind: RetentionKind,
  units: readonly string[],
  { mentions }: Written,
): Promise<ReadonlySet<string>> {
  const ids = new Set(units.flatMap((unit) => [...(mentions.get(unit) ?? [])]))
  const held = new Set(await heldAmong(reader, [...ids]))
  const refers = units.filter((unit) => [...(mentions.get(unit) ?? [])].some((id) => held.has(id)))
  return new Set([...refers, ...(await kind.held(reader, units))])
}

async function removeExported<Rule extends RetentionRule>(
  { clock }: RemoveDeps,
  { run, actor, kind, rule }: Removal<Rule>,
  units: readonly string[],
  written: Written,
): Promise<void> {
  const { sha256, bytes, lines, digests } = written
  await run.commit(async (tx) => {
    await lockHolds(tx)
    if ((await heldUnits(tx, kind, units, written)).size > 0) throw new UnitsChanged()
    const left = await kind.remove(tx, units, digests)
    if (left === undefined) throw new UnitsChanged()
    const id = newId(clock.nowMs())
    const sorted = units.toSorted()
    const { process, days: keepDays } = rule
    const facts = {
      run: run.job.id,
      kind: kind.kind,
      process,
      keepDays,
      units: units.length,
      lines,
      first: sorted[0]!,
      last: sorted.at(-1)!,
      bytes,
    }
    const remaining = left.length === 0 ? null : left
    await insertExport(tx, { id, ...facts, sha256, remaining, at: new Date(clock.nowMs()) })
    await recordAudit(tx, actor, {
      object: `retention:${id}`,
      before: { ...facts, rule: rule.from, sha256: sha256.toString('hex') },
    })
    return withMore(run.job, { removed: units.length })
  })
}
