import { Type } from 'typebox'
import { applicationNotFound, elementNotFound } from '../../../data/index.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import {
  contextInvalid,
  processNotAllowed,
  processNotFound,
  startLimitReached,
  startNotOffered,
  startRefused,
} from '../../../process/index.ts'
import { type Context, operation } from '../../operation.ts'
import { ElementParams, orNull, Time, Uuid } from '../../v1/schemas.ts'
import { ProcessParams } from '../processes/process-schemas.ts'

const listProcessStarts = operation({
  name: 'listProcessStarts',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/processes/{namespace}/{code}/starts',
  summary: 'List the automatic starts of a process',
  description:
    'Returns the timers, messages, signals and element events that start instances of the newest version. Requires the right `view` to the template. Failures and waiting starts are shown only to callers who see all instances of the process.',
  right: 'user',
  inLanguage: true,
  params: ProcessParams,
  result: Type.Object({
    starts: Type.Array(
      Type.Object({
        elementId: Type.String({ description: 'Id of the start event, or `startOn/N` for an entry of the settings.' }),
        kind: Type.String({ enum: ['timer', 'message', 'signal', 'elementEvent'] }),
        dueAt: orNull(Time),
        name: orNull(Type.String({ description: 'Name of the message or signal.' })),
        application: orNull(Type.String({ description: 'Path of the application whose elements start the process.' })),
        event: orNull(
          Type.String({ description: 'Event of the element: created, updated, statusChanged or deleted.' }),
        ),
        failures: orNull(
          Type.Integer({
            description:
              'Number of starts that failed since the publication; null for callers who do not see all instances.',
          }),
        ),
        lastFailure: orNull(
          Type.Object(
            {
              at: Time,
              message: Type.String({ description: 'Reason why no instance was started.' }),
              item: orNull(Type.String({ description: 'Id of the element whose event failed to start an instance.' })),
            },
            { description: 'The newest failure.' },
          ),
        ),
      }),
    ),
    pending: Type.Array(
      Type.Object({
        elementId: orNull(Type.String({ description: 'Id of the start event; null for the one without an event.' })),
        dueAt: Time,
        attempts: Type.Integer({ description: 'Number of failed attempts.' }),
      }),
      { description: 'Up to 100 starts that wait for the start limit or for another attempt, the next one first.' },
    ),
  }),
  errors: [processNotFound, processNotAllowed],
  handle: async ({ params }, { caller, processes }) => ({ ...(await processes.starts.list(caller, params)) }),
})

const listElementProcesses = operation({
  name: 'listElementProcesses',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/processes',
  summary: 'List the processes that can be started from an element',
  description: 'Returns the processes that the caller may start and whose setting `startFrom` names the application.',
  right: 'user',
  inLanguage: true,
  params: ElementParams,
  result: Type.Object({
    processes: Type.Array(
      Type.Object({ process: Type.String({ description: 'Path of the template.' }), name: Type.String() }),
    ),
  }),
  errors: [applicationNotFound, elementNotFound],
  handle: async ({ params }, { caller, processes }) => ({
    processes: [...(await processes.starts.offered(caller, params))],
  }),
})

const startElementProcess = operation({
  name: 'startElementProcess',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/start-process',
  summary: 'Start a process from an element',
  description:
    'Starts an instance that runs for the element. The first variable for elements of the application holds the element, unless `context` sets it. Requires the right `start` to the template.',
  right: 'user',
  params: ElementParams,
  input: Type.Object({
    process: Type.String({ maxLength: 200, description: 'Path of the template, such as `docs.approve`.' }),
    context: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Values of variables.' })),
  }),
  result: Type.Object({ instanceId: Uuid }),
  errors: [
    applicationNotFound,
    elementNotFound,
    processNotFound,
    processNotAllowed,
    startNotOffered,
    startRefused,
    startLimitReached,
    contextInvalid,
  ],
  idempotent: { again: async (_request, id) => ({ instanceId: id }) },
  handle: async ({ params, input }, { caller, processes }) => ({
    instanceId: await processes.starts.start(caller, params, input),
  }),
})

/** Operations of the management API on the starts of processes. */
export const startOperations: readonly Operation<Context>[] = [
  listProcessStarts,
  listElementProcesses,
  startElementProcess,
]
