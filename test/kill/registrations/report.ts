import { type RegistrationStormOptions, runRegistrationStorm } from './registration-storm.ts'

/** Runs the test of registrations and prints its results. Returns the exit code. */
export async function reportRegistrationStorm(options: RegistrationStormOptions): Promise<number> {
  const { problems, acked, stored } = await runRegistrationStorm(options)
  for (const problem of problems.slice(0, 50)) console.error(problem)
  const where = options.databaseUrl === undefined ? 'the embedded database' : 'PostgreSQL'
  console.log(
    `${options.kills} kills while letters were registered on ${where}: ${acked} registrations acknowledged, ${stored} numbers; ` +
      `${problems.length} violations`,
  )
  return problems.length === 0 ? 0 : 1
}
