import { parseArgs } from 'node:util'
import pg from 'pg'
import { reportEventStorm } from './events/report.ts'
import { reportFileStorm } from './files/report.ts'
import { countOutcomes } from './ledger.ts'
import { type PrivatePostgres, startPostgres } from './private-postgres.ts'
import { reportProcessStorm } from './processes/report.ts'
import { reportRegistrationStorm } from './registrations/report.ts'
import { runStorm } from './storm.ts'

const help = `node test/kill/kill-server.ts [--kills 50] [--database embedded|postgres] [--kill-database] [--seed N]
                                 [--files [--object-store]] [--events] [--processes [--plant NAME]] [--registrations]

Kills the server (kill -9) again and again under a load of creates and updates, then checks that no acknowledged write
is lost and no write is stored in part.
--database postgres starts a separate cluster from the PostgreSQL programs installed on this machine.
--kill-database kills PostgreSQL instead of the server; the server must keep running.
--files adds a load of uploads, moves and deletions of files; --object-store stores their bytes in an object store.
--events kills servers that read events; each change must be read once, in order. On PostgreSQL there are two nodes.
--processes kills servers that run processes; each step must happen once. On PostgreSQL there are two nodes. In the end
nodes are killed while they move and interrupt many instances and send a signal to many.
--registrations kills servers while letters are registered in one case, 200 letters for each kill; numbers have neither
gaps nor doubles, and the journal verifies.
--plant NAME plants a fault of test/kill/processes/plants.ts in the servers, which the test must find.`

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    database: { type: 'string', default: 'embedded' },
    'kill-database': { type: 'boolean', default: false },
    files: { type: 'boolean', default: false },
    'object-store': { type: 'boolean', default: false },
    events: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    registrations: { type: 'boolean', default: false },
    plant: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(help)
else process.exitCode = await main()

async function main(): Promise<number> {
  const [kills, seed] = [Number(values.kills), Number(values.seed)]
  if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) throw new Error(help)
  if (values['object-store'] && !values.files) throw new Error(help)
  const loads = [values['kill-database'], values.files, values.events, values.processes, values.registrations]
  if (loads.filter(Boolean).length > 1) throw new Error(help)
  if (!['embedded', 'postgres'].includes(values.database)) throw new Error(help)
  const onPostgres = values['kill-database'] || values.database === 'postgres'
  await using postgres = onPostgres ? await startPostgres() : undefined
  if (onPostgres && postgres === undefined) throw new Error('no PostgreSQL server is installed on this machine')
  const victim = values['kill-database'] ? postgres : undefined
  console.log(`seed ${seed}`)
  const databaseUrl = await databaseOf(postgres)
  if (values.files) return await reportFileStorm({ kills, seed, databaseUrl, inObjectStore: values['object-store'] })
  if (values.events) return await reportEventStorm({ kills, seed, databaseUrl })
  if (values.registrations)
    return await reportRegistrationStorm({ kills, seed, databaseUrl, registrations: kills * 200 })
  if (values.processes) {
    const { plant } = values
    return await reportProcessStorm({ kills, seed, databaseUrl, ...(plant !== undefined && { plant }) })
  }
  const result = await runStorm({ kills, seed, databaseUrl, victim })

  const { acked, refused, 'in doubt': inDoubt } = countOutcomes(result.entries)
  const what = `${kills} kills of ${victim ? 'PostgreSQL' : 'the server'} on ${onPostgres ? 'PostgreSQL' : 'the embedded database'}`
  const slowest = (Math.max(...result.recoveriesMs) / 1000).toFixed(1)
  for (const problem of result.problems.slice(0, 50)) console.error(problem)
  console.log(
    `${what}: ${acked} writes acknowledged, ${refused} refused, ${inDoubt} in doubt; ` +
      `recovery took ${slowest} s at most; ${result.problems.length} violations`,
  )
  return result.problems.length === 0 ? 0 : 1
}

async function databaseOf(postgres: PrivatePostgres | undefined): Promise<string | undefined> {
  if (postgres === undefined) return undefined
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create database chancery')
  await client.end()
  return new URL('/chancery', postgres.url).href
}
