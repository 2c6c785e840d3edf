import { Type } from 'typebox'
import { processNotAllowed, processNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { orNull, Time } from '../../v1/schemas.ts'
import { ProcessParams } from '../processes/process-schemas.ts'

export const listProcessStarts = operation({
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
