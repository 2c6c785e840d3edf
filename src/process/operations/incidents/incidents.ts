import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database, Transaction } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { wrongInput } from '../../../foundation/http/errors.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { Caller } from '../../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../../query/index.ts'
import {
  type HiddenVariables,
  namesOfHidden,
  type Programs,
  type PublishedVersion,
  withoutHiddenNulls,
} from '../../definition/index.ts'
import { type Program, type ProgramNode, type Stimulus, traitsOf, type Variables } from '../../engine/index.ts'
import type { Execution } from '../../execution/index.ts'
import { flowMissing, incidentClosed, incidentNotFound, stepNotActive } from '../errors.ts'
import { incidentSource, shownText } from './incident-source.ts'
import { type IncidentGroup, type IncidentRow, incidentGroups, incidentRow } from './incidents.store.ts'

/**
 * Returns the flow by which a skipped element is left. This is the given flow, or else the default flow of a gateway
 * with conditions, or of any element with conditions and no loop if `isNeeded` is true. `isNeeded` says that a
 * condition could not be evaluated. In other cases no flow is returned: the conditions decide, or there are none.
 * Throws `input.wrong` for a flow that does not leave the element, and `incident.flow_missing` when a flow must be
 * given.
 */
function skippedFlow(
  { nodes, flows }: Program,
  element: string,
  { flow, isNeeded = false }: { readonly flow?: string | undefined; readonly isNeeded?: boolean },
): { readonly flow?: string } {
  const node = nodes.find(({ id }) => id === element)
  const leaving = (node?.outgoing ?? []).map((index) => flows[index]!)
  const choice = leaving.map(({ id, name }) => (name === undefined ? id : `${id} (${name})`)).join(', ')
  if (flow !== undefined) {
    if (leaving.some(({ id }) => id === flow)) return { flow }
    const known = leaving.length === 0 ? 'no flow leaves it' : `these flows leave it: ${choice}`
    const hint = didYouMean(
      flow,
      leaving.map(({ id }) => id),
    )
    const message = `"${flow.slice(0, 100)}" is not a flow that leaves "${element.slice(0, 100)}"; ${known}${hint}`
    throw wrongInput(message, { field: 'flow' })
  }
  const hasConditions = leaving.some(({ condition }) => condition !== undefined)
  if (node === undefined || !hasConditions || !(isGateway(node) || (isNeeded && node.loop === undefined))) return {}
  if (node.defaultFlow !== undefined) return { flow: flows[node.defaultFlow]!.id }
  throw flowMissing(`"${element}" has no default flow; name the flow to take in "flow": ${choice}`, { field: 'flow' })
}

const isGateway = (node: ProgramNode): boolean => ['one', 'some'].includes(traitsOf(node).chooses ?? '')

type Values = Readonly<Record<string, unknown>>

export interface Retry {
  /** Reason for the retry. */
  readonly reason?: string | undefined
  /** Changes of the context before the retry. */
  readonly context?: Values | undefined
}

export interface ManualStep {
  readonly element: string
  readonly reason: string
  /** Variables that the skipped step writes. */
  readonly context?: Values | undefined
  /** Id of the flow by which the step is left. */
  readonly flow?: string | undefined
}

/** An instance that the caller administers. */
export interface AdministeredInstance {
  readonly id: string
  readonly template: string
  readonly version: number
}

export interface IncidentsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly programs: Programs
  readonly execution: Pick<Execution, 'deliverIn'>
  /** Returns the predicate for the rows of templates that the caller administers; undefined for all templates. */
  readonly administered: (caller: Caller) => ((template: Sql) => Sql) | undefined
  /** Returns whether the caller administers a template. */
  readonly mayAdminister: (caller: Caller, template: string) => Promise<boolean>
  /**
   * Returns the variables of instances that a caller may not read; undefined when the caller may read all variables.
   */
  readonly hidden: (caller: Caller) => HiddenVariables | undefined
  /** Returns a running instance that the caller administers. Throws 404, 403 and 409. */
  readonly open: (caller: Caller, instance: string, what: string) => Promise<AdministeredInstance>
  /**
   * Checks changed values against the declared variables and what the caller can see, and returns them in their
   * stored form.
   */
  readonly readChange: (caller: Caller, version: PublishedVersion, values: Values) => Promise<Variables>
}

const maxGroups = 1_000

export class Incidents {
  readonly #deps: IncidentsDeps

  constructor(deps: IncidentsDeps) {
    this.#deps = deps
  }

  /** Lists the incidents of the processes that the caller administers, the newest first. */
  list(caller: Caller, input: unknown): Promise<Page> {
    const { lists, clock, hidden } = this.#deps
    const source = incidentSource({ visible: this.#visible(caller), hidden: hidden(caller) })
    return lists.page(readListRequest(input), source, { callerId: caller.userId, nowMs: clock.nowMs() })
  }

  /** Groups the open incidents by process, element, kind and message, the largest group first. */
  groups(caller: Caller, { template, size = 100 }: { template?: string; size?: number }): Promise<IncidentGroup[]> {
    return incidentGroups(this.#deps.database.reader, {
      visible: this.#visible(caller) ?? (() => sql`true`),
      text: shownText(this.#deps.hidden(caller)),
      size: Math.min(size, maxGroups),
      ...(template !== undefined && { template }),
    })
  }

  /** Repeats the work that an incident stopped. Throws `incident.not_found` and `incident.closed`. */
  async retry(caller: Caller, id: string, { reason = '', context }: Retry): Promise<void> {
    const found = await this.#find(caller, id)
    const variables = await this.#read(caller, instanceOf(found), context)
    const change: Stimulus[] = Object.keys(variables).length > 0 ? [{ type: 'setVariables', variables }] : []
    const retry: Stimulus = { type: 'retry', incident: found.id, ...(reason !== '' && { comment: reason }) }
    const after = { retried: found.element, incident: found.id, message: found.message, reason, ...variables }
    if (found.state !== 'open') throw closed(found.id)()
    await this.#give(caller, found.instance, { stimuli: [...change, retry], after, refuse: closed(found.id) })
  }

  /**
   * Leaves the element of an incident as if the element had been completed. Throws `incident.not_found`,
   * `incident.closed`, and `incident.flow_missing` when `skippedFlow` needs a flow.
   */
  async skip(caller: Caller, id: string, { reason, context, flow }: Omit<ManualStep, 'element'>): Promise<void> {
    const found = await this.#find(caller, id)
    if (found.state !== 'open') throw closed(found.id)()
    const variables = await this.#read(caller, instanceOf(found), context)
    const { loaded } = await this.#deps.programs.get(this.#deps.database.reader, found.template, found.version)
    const taken = skippedFlow(loaded.program, found.element, { flow, isNeeded: found.kind === 'CONDITION_ERROR' })
    const skip: Stimulus = { type: 'skip', incident: found.id, variables, comment: reason, ...taken }
    const { element, message } = found
    const after = { skipped: element, incident: found.id, message, reason, ...taken, ...variables }
    await this.#give(caller, found.instance, { stimuli: [skip], after, refuse: closed(found.id) })
  }

  /** Restarts an element at which the instance waits. Throws `instance.step_not_active`. */
  async restartStep(
    caller: Caller,
    instance: string,
    { element, reason }: Omit<ManualStep, 'context' | 'flow'>,
  ): Promise<void> {
    const { id } = await this.#deps.open(caller, instance, 'restart its steps')
    const stimuli: Stimulus[] = [{ type: 'restartStep', element, comment: reason }]
    await this.#give(caller, id, { stimuli, after: { restarted: element, reason }, refuse: inactive(id, element) })
  }

  /**
   * Leaves an element at which the instance waits. Throws `instance.step_not_active`, and the errors of
   * `skippedFlow`.
   */
  async skipStep(caller: Caller, instance: string, { element, reason, context, flow }: ManualStep): Promise<void> {
    const opened = await this.#deps.open(caller, instance, 'skip its steps')
    const variables = await this.#read(caller, opened, context)
    const { loaded } = await this.#deps.programs.get(this.#deps.database.reader, opened.template, opened.version)
    const taken = skippedFlow(loaded.program, element, { flow })
    const stimuli: Stimulus[] = [{ type: 'skipStep', element, comment: reason, variables, ...taken }]
    const after = { skipped: element, reason, ...taken, ...variables }
    await this.#give(caller, opened.id, { stimuli, after, refuse: inactive(opened.id, element) })
  }

  #visible(caller: Caller): ((row: Sql) => Sql) | undefined {
    const test = this.#deps.administered(caller)
    return test && ((row) => test(sql`${row}.template`))
  }

  async #find(caller: Caller, id: string): Promise<IncidentRow> {
    const found = isUuid(id) ? await incidentRow(this.#deps.database.reader, id) : undefined
    if (found !== undefined && (await this.#deps.mayAdminister(caller, found.template))) return found
    throw incidentNotFound(`incident ${id.slice(0, 100)} not found`)
  }

  async #read(
    caller: Caller,
    { id, template, version }: AdministeredInstance,
    context: Values | undefined,
  ): Promise<Variables> {
    if (context === undefined || Object.keys(context).length === 0) return {}
    const { database, programs, hidden, readChange } = this.#deps
    const unread = await namesOfHidden(database.reader, hidden(caller), id)
    const given = withoutHiddenNulls(context, unread)
    return readChange(caller, await programs.get(database.reader, template, version), given)
  }

  /**
   * Applies stimuli to an instance in one transaction, with an audit entry. Throws the error that `refuse` returns if
   * the instance does not advance.
   */
  async #give(
    caller: Caller,
    instance: string,
    { stimuli, after, refuse }: { stimuli: readonly Stimulus[]; after: Values; refuse: () => Error },
  ): Promise<void> {
    await this.#deps.database.transaction(async (tx: Transaction) => {
      for (const stimulus of stimuli) {
        const { outcome } = await this.#deps.execution.deliverIn(tx, { instance, stimulus, caller })
        if (outcome !== 'advanced') throw refuse()
      }
      await recordAudit(tx, caller, { object: `instance:${instance}`, after })
    })
  }
}

const closed = (id: string) => () => incidentClosed(`incident ${id} is no longer open`)

const instanceOf = ({ instance, template, version }: IncidentRow): AdministeredInstance => ({
  id: instance,
  template,
  version,
})

const inactive = (id: string, element: string) => () =>
  stepNotActive(`instance ${id} does not wait at "${element.slice(0, 100)}"`, { field: 'element' })
