import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

export const startRetention = operation({
  name: 'startRetention',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/retention/runs',
  summary: 'Remove what is due now',
  description:
    'Starts a job that exports and removes everything that is due by the rules of the installation. Returns the job ' +
    'that runs if there is one already. Without this request, a job starts every day when something is due.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({ jobId: Uuid }),
  handle: async (_request, { caller, retention }) => ({ jobId: (await retention.start(caller)).id }),
})
