import { type ProcessStormOptions, runProcessStorm } from './process-storm.ts'

/** Runs the test of processes and prints its results. Returns the exit code. */
export async function reportProcessStorm(options: ProcessStormOptions): Promise<number> {
  const { problems, requests, instances, advances, deliveries } = await runProcessStorm({ batchSize: 500, ...options })
  for (const [kind, ofKind] of byKind(problems)) {
    for (const problem of ofKind.slice(0, 10)) console.error(problem)
    if (ofKind.length > 10) console.error(`… and ${ofKind.length - 10} more like "${kind}"`)
  }
  const counts = new Map<string, number>()
  for (const { kind, outcome } of requests.all())
    counts.set(`${kind} ${outcome}`, (counts.get(`${kind} ${outcome}`) ?? 0) + 1)
  console.log([...counts].map(([what, count]) => `${count} × ${what}`).join(', '))
  const where = options.databaseUrl === undefined ? 'the embedded database' : 'two nodes on PostgreSQL'
  console.log(
    `${options.kills} kills under processes on ${where}: ${instances} instances, ${advances} advances, ${deliveries} ` +
      `requests to the other system; ${problems.length} violations`,
  )
  return problems.length === 0 ? 0 : 1
}

/** Groups problems that differ only in ids and numbers. */
function byKind(problems: readonly string[]): Map<string, readonly string[]> {
  return Map.groupBy(problems, (problem) => problem.replace(/[\da-f-]*\d[\da-f-]*/g, '…'))
}
