import { parseArgs } from 'node:util'
import { reportEventStorm } from './events/report.ts'
import { reportEverythingStorm } from './everything/report.ts'
import { reportFileStorm } from './files/report.ts'
import { countOutcomes } from './ledger.ts'
import { type PrivatePostgres, startPostgres } from './private-postgres.ts'
import { reportProcessStorm } from './processes/report.ts'
import { reportRegistrationStorm } from './registrations/report.ts'
import { freshDatabase, reportPlants } from './run-plants.ts'
import { runStorm } from './storm.ts'

const help = `node test/kill/kill-server.ts [--kills 50] [--database embedded|postgres] [--kill-database] [--seed N]
                                 [--files [--object-store]] [--events] [--processes [--plant NAME]] [--registrations]
                                 [--everything [--database-kills N] [--writes N] [--minutes 60]] [--plants [NAME]…]

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
--plant NAME plants a fault of test/kill/plants.ts in the servers, which the test must find.
--everything does all kinds of work at the same time; on PostgreSQL on two nodes, of which PostgreSQL is killed too. By
default 100 kills of servers, 30 of PostgreSQL and 30,000 acknowledged writes on PostgreSQL, in at most 60 minutes.
--plants plants each fault of test/kill/plants.ts in turn, or the named ones, and prints by what it was caught.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string' },
    database: { type: 'string' },
    'kill-database': { type: 'boolean', default: false },
    files: { type: 'boolean', default: false },
    'object-store': { type: 'boolean', default: false },
    events: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    registrations: { type: 'boolean', default: false },
    everything: { type: 'boolean', default: false },
    'database-kills': { type: 'string' },
    writes: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    plant: { type: 'string' },
    plants: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(help)
else process.exitCode = await main()

async function main(): Promise<number> {
  const { everything } = values
  const byDefault = everything || values.plants ? 'postgres' : 'embedded'
  const database = values['kill-database'] ? 'postgres' : (values.database ?? byDefault)
  const onPostgres = database === 'postgres'
  const whole = (text: string | undefined, usual: number): number => {
    const number = Number(text ?? usual)
    if (!Number.isInteger(number) || number < 0) throw new Error(help)
    return number
  }
  const kills = whole(values.kills, everything && onPostgres ? 100 : 50)
  const seed = whole(values.seed, 0)
  if (kills < 1) throw new Error(help)
  if (values['object-store'] && !values.files) throw new Error(help)
  const { files, events, processes, registrations } = values
  const loads = [values['kill-database'], files, events, processes, registrations, everything, values.plants]
  if (loads.filter(Boolean).length > 1) throw new Error(help)
  if (!['embedded', 'postgres'].includes(database) || (values.plants && !onPostgres)) throw new Error(help)
  if (positionals.length > 0 && !values.plants) throw new Error(help)
  await using postgres = onPostgres ? await startPostgres() : undefined
  if (onPostgres && postgres === undefined) throw new Error('no PostgreSQL server is installed on this machine')
  const victim = values['kill-database'] ? postgres : undefined
  console.log(`seed ${seed}`)
  if (values.plants) {
    const names = positionals.length > 0 ? positionals : undefined
    return (await reportPlants({ seed, postgres: postgres!, ...(names && { names }) })) === 0 ? 0 : 1
  }
  const databaseUrl = await databaseOf(postgres)
  if (files) return await reportFileStorm({ kills, seed, databaseUrl, inObjectStore: values['object-store'] })
  if (events) return await reportEventStorm({ kills, seed, databaseUrl })
  if (registrations) return await reportRegistrationStorm({ kills, seed, databaseUrl, registrations: kills * 200 })
  if (processes) {
    const { plant } = values
    return await reportProcessStorm({ kills, seed, databaseUrl, ...(plant !== undefined && { plant }) })
  }
  if (everything) {
    const databaseKills = postgres === undefined ? 0 : whole(values['database-kills'], 30)
    const writes = whole(values.writes, onPostgres ? 30_000 : kills * 100)
    const maxMs = whole(values.minutes, 60) * 60_000
    return await reportEverythingStorm({ kills, databaseKills, writes, seed, databaseUrl, postgres, maxMs })
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
  return postgres && (await freshDatabase(postgres))
}
