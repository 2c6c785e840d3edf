import { type Caller, systemCaller } from '../../people/index.ts'
import { type Address, definitionPath } from '../../solutions/index.ts'
import type { Execution, Programs } from '../execution/execution.ts'
import { type IncidentSelection, sameIncident, selectedIncidents } from '../incidents/index.ts'
import {
  type InstanceSelection,
  type Mapping,
  type MoveRequest,
  type MoveResult,
  type Moves,
  requireSelection,
  selectedInstances,
} from '../moves/index.ts'
import type { Batch, ItemResult } from './batches.store.ts'
import type { Batches, BatchKind, BatchView } from './batches.ts'

/** Work on many instances. */
export interface InstanceBatches {
  /** Moves instances of a template that the caller administers to a version. */
  move(
    caller: Caller,
    address: Address,
    selection: Omit<InstanceSelection, 'template'>,
    request?: MoveRequest,
  ): Promise<BatchView>
  /** Interrupts instances of any template; for administrators of the platform, which the operation checks. */
  interrupt(caller: Caller, instances: readonly string[], comment?: string): Promise<BatchView>
  /** Retries open incidents with the same cause in a template that the caller administers. */
  retry(
    caller: Caller,
    address: Address,
    selection: Omit<IncidentSelection, 'template'>,
    reason?: string,
  ): Promise<BatchView>
}

export interface InstanceBatchesDeps {
  readonly batches: Pick<Batches, 'begin'>
  readonly moves: Pick<Moves, 'target'>
  /** Opens a template that the caller administers. Throws 404 and 403. */
  readonly openTemplate: (caller: Caller, address: Address) => Promise<{ id: string }>
}

export function createInstanceBatches({ batches, moves, openTemplate }: InstanceBatchesDeps): InstanceBatches {
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
      const items = selectedIncidents({ template, ...selected })
      const audit = { process: definitionPath(address), ...settings }
      return batches.begin(caller, { kind: 'retry', template, settings, items, audit })
    },
  }
}

/** The kinds of batches, which work in the name of the user who has started the batch. */
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
  ALREADY_CURRENT: 'the instance has the version already',
  NOT_FOUND: 'there is no such instance of the process',
  NOT_RUNNING: 'the instance has ended already',
  INCIDENT_CLOSED: 'the incident is not open any more',
} as const

const skipped = (position: number, code: keyof typeof messages): ItemResult => ({
  position,
  state: 'skipped',
  reasons: [{ code, message: messages[code] }],
})
