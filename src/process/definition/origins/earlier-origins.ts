import type { Database, Reader } from '../../../foundation/db/database.ts'
import type { PeriodicJob } from '../../../foundation/jobs/index.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import type { Program } from '../../engine/index.ts'
import {
  type EarlierInstance,
  insertEarlier,
  moveOn,
  nextEarlier,
  versionsOfTemplate,
} from './earlier-origins.store.ts'
import { everyVariable } from './origin-links.ts'
import { closureOf, flowsOf } from './program-flows.ts'
import { everyField, programOrigins, type VariableOrigin } from './program-origins.ts'

export interface EarlierOriginsDeps {
  readonly database: Database
  /** Returns the program of a version of a template. */
  readonly programOf: (reader: Reader, template: string, version: number) => Promise<Program>
  readonly log: Log
  /** Number of instances of one transaction. */
  readonly instancesAtOnce?: number
}

const everyMs = 60_000

/**
 * Returns the periodic job that stores the origins of variables of instances that were started before origins were
 * stored. What these instances have read is not known, so the job takes the flows of their versions and errs on the
 * safe side: a variable can be hidden although its value comes from somewhere else.
 */
export function createEarlierOrigins({
  database,
  programOf,
  log,
  instancesAtOnce = 100,
}: EarlierOriginsDeps): PeriodicJob {
  const reading = new Map<string, boolean>()

  /** Returns the program of a version; undefined, with a line in the log, if the version cannot be loaded. */
  async function loaded(reader: Reader, template: string, version: number): Promise<Program | undefined> {
    try {
      return await programOf(reader, template, version)
    } catch (error) {
      // After an error of the database, the next statement of the transaction fails, too, and the job runs again later.
      log('warn', 'the variables of instances of a version that cannot be loaded are hidden', {
        template,
        version,
        error,
      })
      return undefined
    }
  }

  /** Returns whether a version of a template reads or writes elements. A version that cannot be loaded counts. */
  async function readsElements(reader: Reader, template: string): Promise<boolean> {
    const known = reading.get(template)
    if (known !== undefined) return known
    let found = false
    for (const version of await versionsOfTemplate(reader, template)) {
      const program = await loaded(reader, template, version)
      found = program === undefined || programOrigins(program).size > 0
      if (found) break
    }
    reading.set(template, found)
    return found
  }

  /** Returns the origins for an instance; all of its variables and all fields if its version cannot be loaded. */
  async function originsOf(reader: Reader, instance: EarlierInstance): Promise<VariableOrigin[]> {
    const { template, version, templates, isCalled } = instance
    const program = await loaded(reader, template, version)
    if (program === undefined) return [{ variable: everyVariable, field: everyField }]
    const own = [...programOrigins(program).values()].flat()
    const exchanged = originsOfCalls(program, isCalled)
    if (exchanged.length === 0) return own
    for (const one of templates) if (await readsElements(reader, one)) return [...own, ...exchanged]
    return own
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
    async run(signal) {
      while (!signal.aborted && (await runOnce())) {
        // Each turn handles the next instances.
      }
      reading.clear()
    },
  }
}

/**
 * Returns origins for the variables that exchange values with instances which have read elements: the results of calls,
 * what events that catch errors receive, and the variables of a called instance. Without mappings and declarations, all
 * variables can have such values.
 */
function originsOfCalls(program: Program, isCalled: boolean): VariableOrigin[] {
  const { nodes, scopes } = program
  const calls = nodes.filter(({ kind }) => kind === 'callActivity')
  const receiving = calls.length === 0 ? [] : [...calls, ...nodes.filter(({ event }) => event?.type === 'error')]
  const declared = scopes[0]!.variables
  if (receiving.some(({ outputs }) => outputs.length === 0) || (isCalled && declared.length === 0))
    return [{ variable: everyVariable, field: everyField }]
  const flows = flowsOf(program)
  const named = [...receiving.flatMap(({ outputs }) => outputs), ...(isCalled ? declared : [])]
  const names = new Set(named.flatMap(({ name }) => [...closureOf(flows, name)]))
  return [...names].map((variable) => ({ variable, field: everyField }))
}
