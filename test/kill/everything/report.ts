import { type EverythingStormOptions, runEverythingStorm } from './everything-storm.ts'

/** Runs the test of all kinds of work and prints its results. Returns the exit code. */
export async function reportEverythingStorm(options: EverythingStormOptions): Promise<number> {
  const startMs = Date.now()
  const minutes = (): string => ((Date.now() - startMs) / 60_000).toFixed(1)
  const { problems, acked, serverKills, databaseKills, slowestRecoveryMs } = await runEverythingStorm({
    ...options,
    onKill(kill, writes) {
      if (kill % 10 === 0) console.log(`${minutes()} min: ${kill} kills, ${writes} writes acknowledged`)
    },
  })
  for (const problem of problems.slice(0, 50)) console.error(problem)
  const writes = Object.values(acked).reduce((sum, count) => sum + count, 0)
  const where = options.databaseUrl === undefined ? 'the embedded database' : 'two nodes on PostgreSQL'
  console.log(
    Object.entries(acked)
      .map(([work, count]) => `${count} × ${work}`)
      .join(', '),
  )
  console.log(
    `${serverKills} kills of the server and ${databaseKills} of PostgreSQL under all kinds of work on ${where}, ` +
      `${minutes()} min: ${writes} writes acknowledged; writes went on ${(slowestRecoveryMs / 1000).toFixed(1)} s after ` +
      `PostgreSQL was back, at most; ${problems.length} violations`,
  )
  return problems.length === 0 ? 0 : 1
}
