import type { ItemResult } from '../../../foundation/jobs/index.ts'
import { type Caller, systemCaller } from '../../../people/index.ts'
import { type Address, definitionPath } from '../../../solutions/index.ts'
import type { HiddenVariables, Programs } from '../../definition/index.ts'
import type { Execution } from '../../execution/index.ts'
import { incidentsNotSelected } from '../errors.ts'
import { shownText } from '../incidents/incident-source.ts'
import { type IncidentSelection, sameIncident, selectedIncidents } from '../incidents/incidents.store.ts'
import { type InstanceSelection, selectedInstances } from '../moves/moves.store.ts'
import { type MoveRequest, type MoveResult, type Moves, requireSelection } from '../moves/moves.ts'
import type { Mapping } from '../moves/version-map.ts'
import type { Batch, Batches, BatchKind, BatchView } from './batches.ts'

/** Batches on instances. */
export interface InstanceBatches {
  /** Starts a batch that moves instances of a template to a version. The caller must administer the template. */
  move(
    caller: Caller,
    address: Address,
    selection: Omit<InstanceSelection, 'template'>,
    request?: MoveRequest,
  ): Promise<BatchView>
  /**
   * Starts a batch that interrupts instances of any template. The operation checks that the caller is an administrator.
   */
  interrupt(caller: Caller, instances: readonly string[], comment?: string): Promise<BatchView>
  /**
   * Starts a batch that retries selected open incidents of a template, such as all with the same message. The caller
   * must administer the template.
   */
  retry(
    caller: Caller,
    address: Address,
    selection: Omit<IncidentSelection, 'template'>,
    reason?: string,
  ): Promise<BatchView>
  /**
   * Starts a batch that retries open incidents of any templates that the caller administers. Leaves out other
   * incidents. Throws `incident.selection_missing`.
   */
  retrySelected(caller: Caller, selection: SelectedIncidents, reason?: string): Promise<BatchView>
}

/** Incidents by their ids, by their message, or by both. */
type SelectedIncidents = Pick<IncidentSelection, 'ids' | 'messageHash'>

export interface InstanceBatchesDeps {
  readonly batches: Pick<Batches, 'begin'>
  readonly moves: Pick<Moves, 'target'>
  /** Returns the predicate for the templates that the caller administers; undefined for all templates. */
  readonly administered: (caller: Caller) => IncidentSelection['administered']
  /**
   * Returns the variables of instances that a caller may not read; undefined when the caller may read all variables.
   */
  readonly hidden: (caller: Caller) => HiddenVariables | undefined
  /** Returns a template that the caller administers. Throws `process.not_found` and `process.not_allowed`. */
  readonly openTemplate: (caller: Caller, address: Address) => Promise<{ id: string }>
}

export function createInstanceBatches({
  batches,
  moves,
  openTemplate,
  administered,
  hidden,
}: InstanceBatchesDeps): InstanceBatches {
  return {
    async move(caller, address, selected, request = {}) {
      const { id: template } = await openTemplate(caller, address)
      const selection = { template, ...selected }
      requireSelection(selection)
      const { version, mapping } = await moves.target(selection, request)
      const settings = { version: version.version, mapping }
      const audit = { process: definitionPath(address), ...settings }
      return batches.begin(caller, { kind: 'move', template, settings, items: selectedInstances(selection), audit })
    },
    interrupt(caller, instances, comment = '') {
      const settings = { comment }
      const items = selectedInstances({ template: '', instanceIds: instances })
      return batches.begin(caller, { kind: 'interrupt', settings, items, audit: settings })
    },
    async retry(caller, address, selected, reason = '') {
      const { id: template } = await openTemplate(caller, address)
      const settings = { ...selected, reason }
      const items = selectedIncidents({ template, ...selected }, shownText(hidden(caller)))
      const audit = { process: definitionPath(address), ...settings }
      return batches.begin(caller, { kind: 'retry', template, settings, items, audit })
    },
    async retrySelected(caller, { ids, messageHash }, reason = '') {
      if (ids === undefined && messageHash === undefined)
        throw incidentsNotSelected('name the incidents in "ids", or send their "messageHash"', { field: 'ids' })
      const settings = { ...(ids && { incidents: ids.length }), ...(messageHash && { messageHash }), reason }
      const items = selectedIncidents(
        { ids, messageHash, administered: administered(caller) },
        shownText(hidden(caller)),
      )
      return batches.begin(caller, { kind: 'retry', settings, items, audit: settings })
    },
  }
}

/**
 * Creates the kinds of batches. The rights of a user are checked when the user starts a batch, whose items are then
 * fixed; the batch acts as the platform in the name of this user. Its results show no values of hidden variables.
 */
export function batchKinds({
  execution,
  moves,
  programs,
  reader,
}: {
  readonly execution: Pick<Execution, 'deliver'>
  readonly moves: Pick<Moves, 'all'>
  readonly programs: Programs
  readonly reader: Parameters<Programs['get']>[0]
}): readonly BatchKind[] {
  return [
    {
      kind: 'move',
      async run({ template, settings, createdBy }, items) {
        const { version, mapping } = settings as { version: number; mapping: Mapping }
        const target = { version: await programs.get(reader, template!, version), mapping }
        const ids = items.map(({ instance }) => instance)
        const results = await moves.all(systemCaller(createdBy), ids, target)
        return items.map(({ position }, index) => movedItem(position, results[index]!))
      },
    },
    {
      kind: 'interrupt',
      run: (batch, items) =>
        Promise.all(
          items.map(async ({ position, instance }): Promise<ItemResult> => {
            const stimulus = { type: 'interrupt', reason: textOf(batch, 'comment') } as const
            const { outcome, state } = await execution.deliver({ instance, stimulus, caller: callerOf(batch) })
            if (outcome === 'advanced' || state === 'cancel') return { position, state: 'done' }
            return outcome === 'notFound' ? skipped(position, 'NOT_FOUND') : skipped(position, 'NOT_RUNNING')
          }),
        ),
    },
    {
      kind: 'retry',
      run: (batch, items) =>
        Promise.all(
          items.map(async ({ position, instance, incident }): Promise<ItemResult> => {
            const stimulus = { type: 'retry', incident: incident!, comment: textOf(batch, 'reason') } as const
            const { outcome, state } = await execution.deliver({ instance, stimulus, caller: callerOf(batch) })
            if (outcome !== 'advanced') return skipped(position, 'INCIDENT_CLOSED')
            const again = state === 'error' ? await sameIncident(reader, incident!) : undefined
            if (again === undefined) return { position, state: 'done' }
            return { position, state: 'failed', reasons: [{ code: 'INCIDENT_AGAIN', message: again }] }
          }),
        ),
    },
  ]
}

const callerOf = ({ createdBy }: Batch): Caller => systemCaller(createdBy)
const textOf = ({ settings }: Batch, name: string): string => String(settings[name] ?? '')

function movedItem(position: number, { outcome, reasons }: MoveResult): ItemResult {
  if (outcome === 'moved') return { position, state: 'done' }
  if (outcome === 'blocked') return { position, state: 'failed', reasons }
  return skipped(position, outcome === 'current' ? 'ALREADY_CURRENT' : 'NOT_FOUND')
}

const messages = {
  ALREADY_CURRENT: 'the instance already has the version',
  NOT_FOUND: 'the process has no instance with this id',
  NOT_RUNNING: 'the instance has already ended',
  INCIDENT_CLOSED: 'the incident is no longer open',
} as const

const skipped = (position: number, code: keyof typeof messages): ItemResult => ({
  position,
  state: 'skipped',
  reasons: [{ code, message: messages[code] }],
})
