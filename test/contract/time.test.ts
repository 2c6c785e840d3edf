import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { describe, it } from 'node:test'

/**
 * Files that read the system time without the platform's clock, with the reason. All other code takes a `Clock`, so
 * that tests can set the time.
 */
const readsSystemTime: Readonly<Record<string, string>> = {
  'foundation/kit/clock.ts': 'it is the clock',
  'foundation/kit/ids.ts': 'ids without a given time; they only have to be in order',
  'foundation/kit/log.ts': 'times of log lines',
  'foundation/http/handler.ts': 'the log says how long a request took',
  'foundation/http/constant-time-404.ts': 'it measures milliseconds of its own work',
  'foundation/http/admission/bulkhead.ts': 'how long requests wait, which nobody moves',
  'foundation/metrics/index.ts': 'how long figures are kept for the monitoring',
  'foundation/db/observed.ts': 'it measures the time of statements',
  'foundation/db/embedded/worker.ts': 'the thread of the embedded database',
  'foundation/db/embedded/session-lock.ts': 'turns of the embedded database, which exists before the clock',
  'foundation/db/embedded/upkeep.ts': 'upkeep of the embedded database, which exists before the clock',
  'foundation/db/embedded/lock.ts': 'the lock between processes, which compares times of files',
  'foundation/db/planner/statement-times.ts': 'it measures the time of statements',
  'foundation/db/planner/grown-tables.store.ts': 'pauses after failures, also where no clock runs',
  'data/events/event-reader.ts': 'how long it waits for transactions of others, which nobody moves',
  'foundation/db/embedded/supervisor.ts': 'restarts of the thread of the embedded database',
  'foundation/db/embedded/run-cancellable.ts': 'how long a report runs, and how long others wait for it',
  'foundation/db/postgres/pool.ts': 'how long no connection was returned, which nobody moves',
  'foundation/db/postgres/postgres.ts': 'whether the server answers, which exists before the clock',
  'files/for-each-entry.ts': 'it measures its own work',
  'files/blobs/circuit-breaker.ts': 'rests after network errors',
  'files/blobs/s3-client.ts': 'object stores refuse signatures of another time',
  'files/blobs/disk-blobs.ts': 'times of files on the disk',
  'files/blobs/sweep-blobs.ts': 'compares with times of files',
  'files/janitor.ts': 'compares with times of files',
  'files/text/read/read-text.ts': 'a process that extracts text limits its own work',
  'files/text/read/text-sink.ts': 'a process that extracts text limits its own work',
  'foundation/sandbox/sandbox.ts': 'a thread that runs a script limits its own work',
  'cli/stop-signal.ts': 'two signals of one key press',
  'cli/sample/play-step.ts': 'waits for processes while the clock of the platform is in the past',
  'cli/token-create.ts': 'a command has no clock to move',
}

/** Files that repeat something without `jobs.every`, with the reason. */
const repeatsByItself: Readonly<Record<string, string>> = {
  'api/event-streams/event-streams.ts': 'comments that keep the connection of one stream open',
  'foundation/db/embedded/lock.ts': 'the heartbeat of the lock between processes',
  'foundation/db/embedded/upkeep.ts': 'upkeep of the embedded database, also where no jobs run',
  'foundation/backup/make-backup.ts': 'the sign of life of a backup that runs',
  'foundation/db/answer-timeouts.ts': 'the timeouts of queries, which jobs need themselves',
  'foundation/db/postgres/watch.ts': 'the watch on connections, which jobs need themselves',
  'foundation/db/embedded/run-cancellable.ts': 'the watch on one report while it runs',
  'foundation/db/postgres/pool.ts': 'the watch on one wait for a connection',
  'foundation/kit/fault-folding.ts': 'lines of the log, also where no jobs run',
  'foundation/kit/memory-limit.ts': 'separate processes, which watch their memory',
}

/** Stores whose SQL uses the time of the database itself, with the reason. Other SQL uses platform_now() or a value. */
const usesDatabaseTime: Readonly<Record<string, string>> = {
  'foundation/db/clock.store.ts': 'it defines platform_now()',
  'foundation/db/migrate.ts': 'the record of migrations, which exists before the clock',
  'foundation/jobs/queue-report.store.ts': 'jobs become due by the time of the database',
  'foundation/jobs/jobs.store.ts': 'queues keep durations, and heartbeats of live nodes',
}

const files = globSync('src/**/*.ts')
  .map((path) => ({ path: relative('src', path).replaceAll(sep, '/'), text: readFileSync(path, 'utf8') }))
  .filter(({ path }) => !/\.(test|fixture)\.ts$/.test(path))

/** Returns the files in which a pattern occurs outside comments. */
const filesWith = (pattern: RegExp): string[] =>
  files
    .filter(({ text }) => pattern.test(text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')))
    .map(({ path }) => path)
    .sort()

const named = (list: Readonly<Record<string, string>>): string[] => Object.keys(list).sort()

describe('time', () => {
  it('is read from the clock of the platform, with few exceptions', () => {
    assert.deepEqual(filesWith(/\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/), named(readsSystemTime))
  })

  it('of rows is read from the clock or from platform_now()', () => {
    const stores = filesWith(/(?<![\w.])(now|clock_timestamp|statement_timestamp)\(\)/).filter(
      (path) => path.endsWith('.store.ts') || path === 'foundation/db/migrate.ts',
    )
    assert.deepEqual(stores, named(usesDatabaseTime))
  })

  it('controls periodic work through jobs.every only', () => {
    assert.deepEqual(
      filesWith(/\bsetInterval\(|\bstartInterval\(/).filter(
        (path) => path !== 'foundation/kit/time/interval.ts' && path !== 'foundation/jobs/periodic-jobs.ts',
      ),
      named(repeatsByItself),
    )
  })
})
