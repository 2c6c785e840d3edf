import { parseArgs } from 'node:util'
import { countOutcomes } from '../kill/ledger.ts'
import { runStorm } from '../kill/storm.ts'
import { missingPrograms, startPatroni, ttlS } from './patroni.ts'

const help = `npm run ha [-- --kills 20] [--seed N]

Starts three PostgreSQL nodes with synchronous replication under Patroni and a server on them, and kills the primary again
and again under a load of creates and updates. Checks that no acknowledged write is lost, that no write is stored in part, and
that writes succeed within 2 s after the
cluster itself accepts writes. Needs the packages patroni, etcd-server and postgresql. Each kill takes
about half a minute, most of which Patroni waits for the silent primary.`

/** Maximum time in ms from the moment at which the cluster accepts writes to the next successful write over HTTP. */
const maxRecoveryMs = 2_000

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { kills: text, seed: text, help: { type: 'boolean' } } })
if (values.help) console.log(help)
else process.exitCode = await main()

async function main(): Promise<number> {
  const missing = missingPrograms()
  if (missing !== undefined) throw new Error(`this machine lacks ${missing}`)
  const kills = Number(values.kills ?? 20)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) throw new Error(help)
  console.log(`seed ${seed}; Patroni waits ${ttlS} s for a silent primary`)
  await using cluster = await startPatroni()
  const storm = { kills, seed, databaseUrl: cluster.url, victim: cluster, pauseMs: 1_000 }
  const { problems, entries, recoveriesMs } = await runStorm(storm)
  const list = (all: readonly number[]): string => all.map((ms) => (ms / 1000).toFixed(1)).join(', ')
  console.log(`${kills} kills of the primary; writes: ${JSON.stringify(countOutcomes(entries))}`)
  console.log(`seconds from kill to the first write that the cluster itself accepts: ${list(cluster.failoversMs)}`)
  console.log(`seconds from then to the first write over HTTP: ${list(recoveriesMs)}`)
  const late = recoveriesMs.filter((ms) => ms > maxRecoveryMs)
  for (const problem of problems) console.log(`PROBLEM ${problem}`)
  if (late.length > 0) console.log(`PROBLEM ${late.length} recoveries took longer than ${maxRecoveryMs} ms`)
  return problems.length + late.length === 0 ? 0 : 1
}
