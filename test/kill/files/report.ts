import { startObjectStore, withoutObjectStore } from '../../object-store.ts'
import { runFileStorm } from './file-storm.ts'

export interface FileRun {
  readonly kills: number
  readonly seed: number
  readonly databaseUrl: string | undefined
  /** Whether bytes are stored in an object store that the test starts. */
  readonly inObjectStore: boolean
}

/** Runs the test of files and prints its results. Returns the exit code. */
export async function reportFileStorm({ inObjectStore, ...options }: FileRun): Promise<number> {
  if (inObjectStore && withoutObjectStore) throw new Error(withoutObjectStore)
  await using store = inObjectStore ? await startObjectStore() : undefined
  const { problems, acked, downloads, files, leftovers } = await runFileStorm({ ...options, s3: store?.settings })
  for (const problem of problems.slice(0, 50)) console.error(problem)
  const database = options.databaseUrl === undefined ? 'the embedded database' : 'PostgreSQL'
  const counts = Object.entries(acked).map(([what, count]) => `${count} × ${what}`)
  console.log(`acknowledged: ${counts.join(', ')}`)
  console.log(
    `left over before the janitor ${JSON.stringify(leftovers.before)}, after it ${JSON.stringify(leftovers.after)}`,
  )
  console.log(
    `${options.kills} kills of the server on ${database}${store ? ' and an object store' : ''}: ${files} files in the ` +
      `end, ${downloads} downloads compared; ${problems.length} violations`,
  )
  return problems.length === 0 ? 0 : 1
}
