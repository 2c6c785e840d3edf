import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'

/** Memory in bytes that a process of test files takes after a few hundred of them. */
const processBytes = 1.5 * 1024 ** 3
const sharedProcess = fileURLToPath(new URL('shared-process.ts', import.meta.url))

export interface FilesRun {
  readonly title: string
  readonly env: NodeJS.ProcessEnv
  readonly files: readonly string[]
  /** Number of processes at once. */
  readonly processes: number
}

export interface FilesResult {
  readonly hasFailed: boolean
  /** Time in ms that each file took, by file name; only for files that shared a process. */
  readonly takenMs: ReadonlyMap<string, number>
  /** The files that did not run because their process had ended. */
  readonly left: readonly string[]
}

/** Returns whether one of the lines of comments at the beginning of a test file begins like this, such as "// Runs alone: ". */
function beginsWith(file: string, comment: string): boolean {
  const lines = readFileSync(file, 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('// '))
  return lines.slice(0, end < 0 ? undefined : end).some((line) => line.startsWith(comment))
}

/**
 * What a run takes: the files that do not take long, which a developer runs; those that take long, which CI runs too; or
 * all files, at night.
 */
export type Choice = 'short' | 'long' | 'all'

const longComments = { embedded: '// Takes long: ', postgres: '// Takes long, on PostgreSQL: ' }

/**
 * Returns the files that run on a database. Files that take long run on one of the two until the night, and say on which:
 * "Takes long: …" or "Takes long, on PostgreSQL: …". Files that begin with "At night: …" run at night only. On PostgreSQL,
 * files that begin with "On PostgreSQL at night: …" do, too, and files that begin with "Runs on the embedded database
 * only: …" never run.
 */
export function filesOn(database: 'embedded' | 'postgres', files: readonly string[], choice: Choice): string[] {
  if (choice === 'long') return files.filter((file) => beginsWith(file, longComments[database]))
  const onServer = database === 'postgres'
  const never = onServer ? ['// Runs on the embedded database only: '] : []
  const later = [...Object.values(longComments), '// At night: ', ...(onServer ? ['// On PostgreSQL at night: '] : [])]
  const leftOut = choice === 'all' ? never : [...never, ...later]
  return files.filter((file) => !leftOut.some((comment) => beginsWith(file, comment)))
}

/**
 * Returns the number of processes for test files: one for each core, as far as there is memory for them. Each process has
 * a second thread for its database, so more processes only take turns, and tests of kills under load fail.
 */
export function testProcesses(): number {
  const inMemory = Math.floor(process.availableMemory() / processBytes)
  return Math.max(1, Math.min(availableParallelism(), inMemory))
}

/**
 * Runs test files and prints a report. The files share the processes, except for those that begin with the comment
 * "Runs alone: …".
 */
export async function runFiles({ title, env, files, processes }: FilesRun): Promise<FilesResult> {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`)
  const alone = files.filter((file) => beginsWith(file, '// Runs alone: '))
  const shared = files.filter((file) => !alone.includes(file))
  const queue = mkdtempSync(join(tmpdir(), 'chancery-tests-'))
  writeFileSync(join(queue, 'files.json'), JSON.stringify(shared))
  const takenMs = new Map<string, number>()
  let hasFailed = false
  try {
    const tests = run({
      files: [...Array(Math.min(processes, shared.length)).fill(sharedProcess), ...alone],
      concurrency: processes,
      env: { ...env, TEST_QUEUE: queue },
    })
    // The suite of a file is inside the suite of its folder.
    tests.on('test:complete', ({ name, nesting, details }) => {
      if (nesting === 1) takenMs.set(name, details.duration_ms)
    })
    tests.on('test:fail', ({ todo }) => {
      hasFailed ||= todo === undefined || todo === false
    })
    for await (const text of tests.compose(spec)) process.stdout.write(text)
    // Callers end this process, while the reader of a pipe may still wait for the end of the report: the failed tests.
    await new Promise<void>((done) => process.stdout.write('', () => done()))
    const left = shared.filter((_, index) => !existsSync(join(queue, `${index}.done`)))
    return { hasFailed, takenMs, left }
  } finally {
    rmSync(queue, { recursive: true })
  }
}
