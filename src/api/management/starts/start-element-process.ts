import { Type } from 'typebox'
import { applicationNotFound, elementNotFound } from '../../../data/index.ts'
import {
  contextInvalid,
  processNotAllowed,
  processNotFound,
  startLimitReached,
  startNotOffered,
  startRefused,
} from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams, Uuid } from '../../v1/schemas.ts'

export const startElementProcess = operation({
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
