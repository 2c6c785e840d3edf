import { type EventStormOptions, runEventStorm } from './event-storm.ts'

/** Runs the test of event readers and prints its results. Returns the exit code. */
export async function reportEventStorm(options: EventStormOptions): Promise<number> {
  const { problems, changes, acked, versions, processes, rest } = await runEventStorm(options)
  for (const problem of problems.slice(0, 50)) console.error(problem)
  const where = options.databaseUrl === undefined ? 'the embedded database' : 'two nodes on PostgreSQL'
  console.log(
    `${options.kills} kills of event readers on ${where}: ${acked} writes and ${versions} file versions acknowledged, ` +
      `${changes} changes, read by ${processes} processes and ${rest} afterwards; ${problems.length} violations`,
  )
  return problems.length === 0 ? 0 : 1
}
