import type { Reader } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Caller } from '../../../people/index.ts'
import type { Lists } from '../../../query/index.ts'
import type { Address } from '../../../solutions/index.ts'
import { processNotFound, type Templates } from '../../definition/index.ts'
import { doneOf, presentOf } from './statistics.store.ts'

/** The statistics of one element of a process. */
interface ElementStatistics {
  readonly element: string
  readonly name: string | null
  readonly kind: string
  /**
   * Number of open waits at the element, such as one for each running iteration of a loop; 0 for a boundary event.
   */
  readonly active: number
  /** The number of open incidents. */
  readonly incidents: number
  /** Number of completions of the element in the period. */
  readonly done: number
  readonly meanMs: number | null
  readonly medianMs: number | null
  readonly p95Ms: number | null
}

interface ProcessStatistics {
  readonly from: string
  readonly to: string
  /** Time since which the numbers are complete, when the period has more advances than could be read; else null. */
  readonly completeSince: string | null
  readonly elements: readonly ElementStatistics[]
}

interface StatisticsRequest {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly version?: number | undefined
}

export interface StatisticsDeps {
  readonly reader: Reader
  readonly clock: Clock
  readonly lists: Lists
  readonly templates: Pick<Templates, 'open' | 'programs'>
}

const defaultPeriodMs = 30 * 86_400_000

export type Statistics = (caller: Caller, address: Address, request: StatisticsRequest) => Promise<ProcessStatistics>

/**
 * Creates the function that returns the statistics of a process per element, in the order of the file. It reads a
 * limited number of rows and counts as a list request of the caller.
 */
export function createStatistics({ reader, clock, lists, templates }: StatisticsDeps): Statistics {
  return async (caller, address, request) => {
    const template = await templates.open(caller, address, 'viewAll')
    const to = request.to ?? new Date(clock.nowMs())
    const from = request.from ?? new Date(to.getTime() - defaultPeriodMs)
    const scope = { template: template.id, version: request.version }
    const version = await templates.programs.find(reader, {
      ...address,
      ...(request.version && { version: request.version }),
    })
    if (version === undefined) {
      const path = `${address.namespace}.${address.code}`
      throw processNotFound(`process "${path}" has no version ${request.version}`)
    }
    const { nodes } = version.loaded.program
    return lists.limited(caller.userId, async () => {
      const { rows, since } = await doneOf(reader, scope, { from, before: to })
      const done = new Map(rows.map((row) => [row.element, row]))
      const ids = nodes.map(({ id }) => id)
      const present = new Map((await presentOf(reader, scope, ids)).map((row) => [row.element, row]))
      const known = nodes.map(({ id, name, kind, attachedTo }) => ({
        element: id,
        name: name ?? null,
        kind,
        attachedTo,
      }))
      return {
        from: from.toISOString(),
        to: to.toISOString(),
        completeSince: since,
        elements: known.map(({ element, name, kind, attachedTo }) => ({
          element,
          name,
          kind,
          // A boundary event has no token, because it waits together with its activity.
          active: attachedTo !== undefined ? 0 : (present.get(element)?.active ?? 0),
          incidents: present.get(element)?.incidents ?? 0,
          done: done.get(element)?.done ?? 0,
          meanMs: done.get(element)?.meanMs ?? null,
          medianMs: done.get(element)?.medianMs ?? null,
          p95Ms: done.get(element)?.p95Ms ?? null,
        })),
      }
    })
  }
}
