import { Type } from 'typebox'
import { contextErrors } from '../../../data/index.ts'
import { elementBytes } from '../../../foundation/http/body-limit.ts'
import { operation } from '../../operation.ts'
import { AnyObject, ApplicationParams, orNull, Uuid } from '../../v1/schemas.ts'
import { BulkResult } from '../jobs/job.ts'
import { selectionErrors, selectionInput } from './selection-input.ts'

const Action = Type.Object(
  {
    setStatus: Type.Optional(Type.Object({ code: Type.String() })),
    update: Type.Optional(Type.Object({ context: AnyObject })),
    delete: Type.Optional(Type.Boolean()),
    restore: Type.Optional(Type.Boolean()),
  },
  { description: 'What is done to each element: exactly one of the keys.' },
)

export const changeElements = operation({
  name: 'changeElements',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/elements/{namespace}/{code}/bulk',
  summary: 'Change many elements',
  description:
    'Sets the status of the selected elements, updates, deletes or restores them, with the rights and rules of a ' +
    'change of a single element. Up to 200 elements are changed before the answer, in one transaction; more are ' +
    'changed by the job `jobId`. A refused element stays as it is. With `isDryRun`, everything is tried and undone.',
  right: 'user',
  params: ApplicationParams,
  input: Type.Object({
    ...selectionInput,
    action: Action,
    isDryRun: Type.Optional(Type.Boolean({ 'x-refuses-null': true })),
  }),
  maxBodyBytes: elementBytes,
  result: Type.Object({
    jobId: orNull(Uuid),
    total: Type.Integer({ description: 'Number of selected elements.' }),
    failed: Type.Integer(),
    result: orNull(BulkResult),
  }),
  errors: [...selectionErrors, ...contextErrors],
  handle: async ({ params, input }, { caller, apps }) => {
    const { isDryRun = false } = input
    const { jobId, total, outcome } = await apps.elementJobs.bulk(caller, params, input)
    const failed = outcome?.failures.length ?? 0
    return { jobId, total, failed, result: outcome === undefined ? null : { ...outcome, isDryRun } }
  },
})
