import { Type } from 'typebox'
import { exportFormats } from '../../../data/index.ts'
import { ListInput } from '../../../query/index.ts'
import { fieldUnknown } from '../../../values/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, Uuid } from '../../v1/schemas.ts'
import { selectionErrors, selectionInput } from './selection-input.ts'

const formats = Object.keys(exportFormats) as (keyof typeof exportFormats)[]

export const exportElements = operation({
  name: 'exportElements',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/elements/{namespace}/{code}/export',
  summary: 'Export elements as CSV or XLSX',
  description:
    'Starts a job that writes the selected elements for which the caller has the right `export` into a file. ' +
    '`GET /api/v1/jobs/{id}` returns the link to the file, which is kept for a day. Texts that begin like a formula ' +
    'are stored so that spreadsheets do not run them.',
  right: 'user',
  params: ApplicationParams,
  input: Type.Object({
    ...selectionInput,
    sortExpressions: ListInput.properties.sortExpressions,
    fields: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 300,
        description: 'Codes of the columns in their order; by default the name, the status and all visible fields.',
      }),
    ),
    format: Type.Optional(Type.Enum([...formats], { description: 'Format of the file; csv by default.' })),
  }),
  result: Type.Object({ jobId: Uuid, total: Type.Integer({ description: 'Number of elements to export.' }) }),
  errors: [...selectionErrors, fieldUnknown],
  handle: async ({ params, input }, { caller, apps }) => ({
    ...(await apps.elementJobs.export(caller, params, input)),
  }),
})
