import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isInstalled } from './bare.ts'
import { workloads } from './workloads.ts'

export interface Options {
  readonly rows: number
  readonly seconds: number
  readonly rounds: number
  readonly importRows: number
  /** Names of the operations to measure. Without `peers`, `import` is one of them. */
  readonly only: readonly string[]
  /** Whether other servers are measured instead of bare SQL. */
  readonly peers: boolean
  readonly on: { readonly postgres: boolean; readonly embedded: boolean }
  readonly generator: 'wrk' | 'own'
  readonly bare: 'pgbench' | 'driver'
  readonly resultsFile: string
  readonly profileDir: string | undefined
  readonly databaseUrl: string | undefined
}

export const help = `npm run bench -- [flags]

  --rows N           number of elements in the database [100000]
  --million          the same as --rows 1000000
  --seconds N        duration of each round [5]
  --rounds N         number of alternating rounds [5]
  --import-rows N    rows of the imported file [50000]
  --peers            compare with a 40-line server and with Directus, on PostgreSQL only; installs Directus into a cache
                     folder (900 MB) at the first run
  --only A,B         measure only some of ${[...workloads.map(({ name }) => name), 'import'].join(', ')};
                     with --peers, of the operations in bench/peers/operations.ts
  --database WHICH   postgres, embedded or both [both]
  --generator WHICH  wrk; own (the generator of this project) where wrk is not installed
  --bare WHICH       pgbench; driver where pgbench is not installed
  --results FILE     file for the tables [bench/results.md]
  --profile DIR      folder for CPU profiles of the servers

PostgreSQL is taken from BENCH_DATABASE_URL or DATABASE_URL, whose user must be allowed to create databases. Without
these settings, a server is started for the run.`

/**
 * Reads the flags. `peerNames` are the operations that `--peers` measures. Returns undefined when help was requested.
 * Throws an error with a message for the user when a flag is wrong.
 */
export function readOptions(words: string[], peerNames: readonly string[] = []): Options | undefined {
  const text = { type: 'string' } as const
  const yes = { type: 'boolean' } as const
  const { values } = parseArgs({
    args: words,
    options: {
      ...{ rows: text, seconds: text, rounds: text, 'import-rows': text, only: text, database: text },
      ...{ generator: text, bare: text, results: text, profile: text, million: yes, peers: yes, help: yes },
    },
  })
  if (values.help) return undefined
  const peers = values.peers === true
  const known = peers ? peerNames : [...workloads.map(({ name }) => name), 'import']
  const only = values.only?.split(',') ?? known
  for (const name of only) oneOf('--only', name, known)
  if (peers && values.database === 'embedded') throw new Error('--peers compares servers on PostgreSQL only')
  const database = oneOf('--database', values.database ?? 'both', ['postgres', 'embedded', 'both'])
  return {
    rows: positive('--rows', values.rows ?? (values.million ? '1000000' : '100000')),
    seconds: positive('--seconds', values.seconds ?? '5'),
    rounds: positive('--rounds', values.rounds ?? '5'),
    importRows: positive('--import-rows', values['import-rows'] ?? '50000'),
    only,
    peers,
    on: { postgres: database !== 'embedded', embedded: database !== 'postgres' },
    generator: oneOf('--generator', values.generator ?? (isInstalled('wrk') ? 'wrk' : 'own'), ['wrk', 'own']),
    bare: oneOf('--bare', values.bare ?? (isInstalled('pgbench') ? 'pgbench' : 'driver'), ['pgbench', 'driver']),
    resultsFile: values.results ?? fileURLToPath(new URL('results.md', import.meta.url)),
    profileDir: values.profile,
    databaseUrl: process.env.BENCH_DATABASE_URL || process.env.DATABASE_URL || undefined,
  }
}

function positive(flag: string, text: string): number {
  const number = Number(text)
  if (number > 0) return number
  throw new Error(`${flag} is "${text}"; it must be a number above 0`)
}

function oneOf<T extends string>(flag: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((word) => word === given)
  if (found === undefined) throw new Error(`${flag} is "${given}"; it must be ${allowed.join(', ')}`)
  return found
}
