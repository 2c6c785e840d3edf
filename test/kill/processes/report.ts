import { type ProcessStormOptions, runProcessStorm } from './process-storm.ts'

/** Runs the test of processes and prints its results. Returns the exit code. */
export async function reportProcessStorm(options: ProcessStormOptions): Promise<number> {
  const { problems, requests, instances, advances, deliveries } = await runProcessStorm({ batchSize: 500, ...options })
  for (const problem of problems.slice(0, 50)) console.error(problem)
  if (process.env.DBG) {
    const c = new Map<string, number>()
    for (const p of problems) {
      const k = p.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#').replaceAll(/\b\d+\b/g, 'N')
      c.set(k, (c.get(k) ?? 0) + 1)
    }
    console.log([...c].sort((a, b) => b[1] - a[1]))
    ;(await import('node:fs')).writeFileSync(process.env.DBG, problems.join('\n'))
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
