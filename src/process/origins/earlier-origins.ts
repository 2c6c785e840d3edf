import type { Database, Reader } from '../../foundation/db/database.ts'
import type { PeriodicJob } from '../../foundation/jobs/index.ts'
import type { Program } from '../model/index.ts'
import {
  type EarlierInstance,
  insertEarlier,
  moveOn,
  nextEarlier,
  versionsOfTemplate,
} from './earlier-origins.store.ts'
import { closureOf, flowsOf } from './program-flows.ts'
import { programOrigins, type VariableOrigin } from './program-origins.ts'

export interface EarlierOriginsDeps {
  readonly database: Database
  /** Returns the program of a version of a template. */
  readonly programOf: (reader: Reader, template: string, version: number) => Promise<Program>
}

const everyMs = 60_000
const instancesAtOnce = 100

/**
 * Returns the periodic job that stores the origins of variables of instances that were started before origins were
 * stored. What these instances have read is not known, so the job takes the flows of their versions and errs on the
 * safe side: a variable can be hidden although its value comes from somewhere else.
 */
export function createEarlierOrigins({ database, programOf }: EarlierOriginsDeps): PeriodicJob {
  const reading = new Map<string, boolean>()

  /** Returns whether a version of a template reads or writes elements. */
  async function readsElements(reader: Reader, template: string): Promise<boolean> {
    const known = reading.get(template)
    if (known !== undefined) return known
    let found = false
    for (const version of await versionsOfTemplate(reader, template)) {
      found = programOrigins(await programOf(reader, template, version)).size > 0
      if (found) break
    }
    reading.set(template, found)
    return found
  }

  async function originsOf(reader: Reader, instance: EarlierInstance): Promise<VariableOrigin[]> {
    const { template, version, templates, isCalled } = instance
    const program = await programOf(reader, template, version)
    const own = [...programOrigins(program).values()].flat()
    const others = await Promise.all(templates.map((one) => one !== template && readsElements(reader, one)))
    return others.some(Boolean) ? [...own, ...originsOfCalls(program, isCalled)] : own
  }

  /** Stores the origins of some instances; returns whether there were any. */
  const runOnce = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const instances = await nextEarlier(tx, instancesAtOnce)
      if (instances === undefined) return false
      for (const instance of instances) await insertEarlier(tx, instance.id, await originsOf(tx, instance))
      await moveOn(tx, instances.at(-1)?.id)
      return instances.length > 0
    })

  return {
    name: 'origins of earlier instances',
    everyMs,
    on: 'one node',
    async run() {
      while (await runOnce()) {
        // Each turn handles the next instances.
      }
      reading.clear()
    },
  }
}

/**
 * Returns origins for the variables that exchange values with instances which have read elements: the results of calls,
 * and the variables of a called instance.
 */
function originsOfCalls(program: Program, isCalled: boolean): VariableOrigin[] {
  const flows = flowsOf(program)
  const results = program.nodes
    .filter(({ kind }) => kind === 'callActivity')
    .flatMap(({ outputs, boundary }) => [...outputs, ...boundary.flatMap((index) => program.nodes[index]!.outputs)])
  const given = isCalled ? program.scopes[0]!.variables : []
  const names = new Set([...results, ...given].flatMap(({ name }) => [...closureOf(flows, name)]))
  return [...names].map((variable) => ({ variable, field: '*' }))
}
