import { createServerDatabase } from '../postgres-server.ts'
import { runEverythingStorm } from './everything/everything-storm.ts'
import { plants } from './plants.ts'
import type { PrivatePostgres } from './private-postgres.ts'

export interface PlantRun {
  readonly seed: number
  readonly postgres: PrivatePostgres
  /** Names of the faults to plant; all faults when absent. */
  readonly names?: readonly string[]
}

const usualKills = 2
/** Pause in ms after each write of an element. Writes are slow, because every element is read at the end. */
const usualPaceMs = 200
/** Maximum number of runs in which a fault must be found. */
const attempts = 3
const usualDrainMs = 8_000

/**
 * Plants each fault in turn and runs the kind of work that has to find it. Prints a table with the first problem found
 * for each, and returns the number of faults that were not found.
 */
export async function reportPlants({ seed, postgres, names = Object.keys(plants) }: PlantRun): Promise<number> {
  console.log('| Fault | Work | Caught by |\n| --- | --- | --- |')
  let missed = 0
  for (const name of names) {
    const { work } = plants[name]!
    const found = await firstProblem(name, { seed, postgres })
    if (!found.isCaught) missed++
    console.log(`| ${name} | ${work} | ${found.isCaught ? '' : 'NOT CAUGHT: '}${shortened(found.problem)} |`)
  }
  console.log(`${names.length - missed} of ${names.length} planted faults were caught`)
  return missed
}

interface Found {
  readonly isCaught: boolean
  readonly problem: string
}

async function firstProblem(name: string, { seed, postgres }: PlantRun): Promise<Found> {
  const {
    work,
    caughtBy,
    nodes = 1,
    killsDatabase = false,
    kills = usualKills,
    paceMs = usualPaceMs,
    maxDrainMs = usualDrainMs,
  } = plants[name]!
  let other = 'no problem was found'
  for (let attempt = 0; attempt < attempts; attempt++) {
    const storm = runEverythingStorm({
      ...{ seed: seed + attempt, databaseUrl: await freshDatabase(postgres), postgres, work: [work] },
      ...{ plant: name, maxDrainMs, maxMs: 300_000, paceMs },
      nodes,
      kills: killsDatabase ? 0 : kills,
      databaseKills: killsDatabase ? kills : 0,
    })
    // On a busy machine, a run may fail for another reason than the fault.
    const problems = await storm.then(
      (result) => result.problems,
      (error: Error) => [error.message],
    )
    const problem = problems.find((one) => caughtBy.test(one))
    if (problem !== undefined) return { isCaught: true, problem }
    other = problems[0] ?? other
  }
  return { isCaught: false, problem: other }
}

/** Returns a problem without its ids, for the table. */
function shortened(problem: string): string {
  const plain = problem.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '…').replaceAll(/[\n|]/g, ' ')
  return plain.length > 140 ? `${plain.slice(0, 140)} …` : plain
}

/** Creates a new database of the ordinary role on the server and returns its URL. */
export async function freshDatabase({ superuserUrl }: PrivatePostgres): Promise<string> {
  return (await createServerDatabase(`storm_${Date.now()}`, undefined, superuserUrl)).url
}
