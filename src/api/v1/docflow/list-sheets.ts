import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams, orNull, Time, Uuid } from '../schemas.ts'

/** Types of sheets in the public API, with the type of the sheet that each stands for. */
const types = { approval: 'approval', informing: 'familiarization' } as const
const typeNames = Object.keys(types) as (keyof typeof types)[]

const DocflowRespondent = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Id of the user.' }),
  status: Type.Enum(['none', 'approved', 'rejected', 'informed', 'delegated']),
  comment: Type.String(),
  responseTime: orNull(Time),
  fileId: orNull(Uuid),
  substituteId: orNull(Type.String({ format: 'uuid', description: 'Id of the user who answered as a substitute.' })),
})

const DocflowList = Type.Object({
  id: Uuid,
  type: Type.Enum(typeNames),
  status: Type.Enum(['inProgress', 'approved', 'rejected', 'informed', 'cancelled']),
  respondents: Type.Array(DocflowRespondent),
})

export const listSheets = operation({
  name: 'listSheets',
  area: 'Approval and familiarization sheets; registrations',
  methods: ['POST'],
  path: '/pub/v1/docflow/{namespace}/{code}/{id}/lists',
  summary: 'List the approval and familiarization sheets of an element',
  description:
    'Returns the sheets of the element with their respondents, newest first, at most 1,000. Approvals with remarks have ' +
    'the status `approved`; respondents who have not answered, or need not, have the status `none`.',
  right: 'user',
  params: ElementParams,
  input: Type.Object(
    {
      types: Type.Optional(
        Type.Array(Type.Enum(typeNames), { maxItems: 10, description: 'Types of the sheets; all types by default.' }),
      ),
    },
    { additionalProperties: true },
  ),
  result: Type.Object({ result: Type.Array(DocflowList) }),
  errors: [applicationNotFound, applicationReadOnly, elementNotFound],
  handle: async ({ params, input }, { caller, sheets }) => {
    const wanted = input?.types ?? []
    const named = (wanted.length === 0 ? typeNames : wanted).map((name) => types[name])
    return { result: await sheets.lists(caller, params, named) }
  },
})
