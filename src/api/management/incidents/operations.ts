import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import {
  contextInvalid,
  flowMissing,
  incidentClosed,
  incidentNotFound,
  incidentsNotSelected,
  instanceFinished,
  instanceNotAllowed,
  instanceNotFound,
  processNotAllowed,
  processNotFound,
  stepNotActive,
} from '../../../process/index.ts'
import { queryErrors } from '../../../query/index.ts'
import { type Context, operation } from '../../operation.ts'
import { AnyObject, IdParams, listResult, NoParams, Nothing, StrictListInput, Uuid } from '../../v1/schemas.ts'
import { BatchResult } from '../batches/operations.ts'
import { ProcessParams } from '../processes/process-schemas.ts'
import { listIncidentGroups } from './list-incident-groups.ts'

export const listIncidents = operation({
  name: 'listIncidents',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/incidents',
  summary: 'List incidents',
  description:
    'Lists the incidents of the processes that the caller administers, the newest first. With `active`, only open ' +
    'incidents are listed. Fields: `templateId`, `instanceId`, `element`, `kind`, `message`, `messageHash`, `state` ' +
    '(open, resolved, cancelled), `openedAt`, `endedAt`, `endedBy`.',
  right: 'user',
  params: NoParams,
  input: StrictListInput,
  // `fields` determines which fields an incident has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, processes }) => {
    const { items, total } = await processes.incidents.list(caller, input)
    return listOf(items, total)
  },
})

const Reason = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Reason; stored in the history of the instance and in the audit log.',
})

const ChangedContext = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Variables with their new values; null clears a variable.',
})

const TakenFlow = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Id of the flow by which the token leaves the element. By default, the conditions of the flows decide.',
})

const retryIncident = operation({
  name: 'retryIncident',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/incidents/{id}/retry',
  summary: 'Retry an incident',
  description:
    'Changes the variables in `context`, then repeats the failed work. If the work fails again, a new incident is ' +
    'opened. For administrators of the process.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ reason: Type.Optional(Reason), context: Type.Optional(ChangedContext) }),
  result: Nothing,
  errors: [incidentNotFound, incidentClosed, contextInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.incidents.retry(caller, params.id, input)
    return {}
  },
})

const retryIncidents = operation({
  name: 'retryIncidents',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/retry-incidents',
  summary: 'Retry the open incidents of a process',
  description:
    'Starts a batch that retries the open incidents of the process. Only the incidents of one element or message when ' +
    '`element` or `messageHash` is given. At most 100 incidents are retried when the answer comes; the others are retried in the ' +
    'background.',
  right: 'user',
  params: ProcessParams,
  input: Type.Object({
    element: Type.Optional(Type.String({ maxLength: 255, description: 'Id of the element in the diagram.' })),
    messageHash: Type.Optional(Type.String({ maxLength: 100 })),
    reason: Type.Optional(Reason),
  }),
  result: BatchResult,
  errors: [processNotFound, processNotAllowed],
  handle: async ({ params, input }, { caller, processes }) => {
    const { reason, ...selection } = input
    return { batch: await processes.background.retry(caller, params, selection, reason) }
  },
})

const retrySelectedIncidents = operation({
  name: 'retrySelectedIncidents',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/incidents/retry',
  summary: 'Retry selected incidents',
  description:
    'Starts a batch that retries open incidents of all processes that the caller administers: those in `ids`, those ' +
    'with a message, or those in `ids` with the message. Other incidents are left out. At most 100 incidents are ' +
    'retried when the answer comes; the others are retried in the background.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 1_000, description: 'Ids of incidents.' })),
    messageHash: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    reason: Type.Optional(Reason),
  }),
  result: BatchResult,
  errors: [incidentsNotSelected],
  handle: async ({ input: { reason, ...selection } }, { caller, processes }) => ({
    batch: await processes.background.retrySelected(caller, selection, reason),
  }),
})

const skipIncident = operation({
  name: 'skipIncident',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/incidents/{id}/skip',
  summary: 'Skip the element of an incident',
  description:
    'Leaves the element that the incident stopped, as if it had been completed with the values of `context`. When ' +
    'a condition caused the incident, the token takes `flow` or else the default flow. For administrators of the process.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ reason: Reason, context: Type.Optional(ChangedContext), flow: Type.Optional(TakenFlow) }),
  result: Nothing,
  errors: [incidentNotFound, incidentClosed, flowMissing, contextInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.incidents.skip(caller, params.id, input)
    return {}
  },
})

const restartStep = operation({
  name: 'restartStep',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/instances/{id}/restart-step',
  summary: 'Restart a step of an instance',
  description:
    'Restarts an element at which the instance waits: its work is cancelled, its boundary events stay active. A ' +
    'multi-instance restarts with its first instance. For administrators of the process.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    element: Type.String({ minLength: 1, maxLength: 255, description: 'Id of the element in the diagram.' }),
    reason: Reason,
  }),
  result: Nothing,
  errors: [instanceNotFound, instanceNotAllowed, instanceFinished, stepNotActive],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.incidents.restartStep(caller, params.id, input)
    return {}
  },
})

const skipStep = operation({
  name: 'skipStep',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/instances/{id}/skip-step',
  summary: 'Skip a step of an instance',
  description:
    'Leaves an element at which the instance waits, as if it had been completed with the values of `context`. For ' +
    'administrators of the process.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    element: Type.String({ minLength: 1, maxLength: 255, description: 'Id of the element in the diagram.' }),
    reason: Reason,
    context: Type.Optional(ChangedContext),
    flow: Type.Optional(TakenFlow),
  }),
  result: Nothing,
  errors: [instanceNotFound, instanceNotAllowed, instanceFinished, stepNotActive, flowMissing, contextInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.incidents.skipStep(caller, params.id, input)
    return {}
  },
})

/** Operations of the management API on incidents and on steps of instances. */
export const incidentOperations: readonly Operation<Context>[] = [
  listIncidents,
  listIncidentGroups,
  retryIncident,
  retryIncidents,
  retrySelectedIncidents,
  skipIncident,
  restartStep,
  skipStep,
]
