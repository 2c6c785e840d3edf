import { Type } from 'typebox'
import { processNotAllowed, processNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { ProcessParams } from './process-schemas.ts'

const Ids = (description: string) => Type.Array(Type.String(), { description })
const Version = (description: string) => Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description })

export const compareProcessVersions = operation({
  name: 'compareProcessVersions',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/processes/{namespace}/{code}/difference',
  summary: 'Compare two versions of a process',
  description:
    'Returns how the elements of the version `to` differ from those of the version `from`, by their ids. The layout of ' +
    'the diagram does not count. Requires the right `view` to the template.',
  right: 'user',
  params: ProcessParams,
  input: Type.Object({ from: Version('The version to compare with.'), to: Version('The compared version.') }),
  result: Type.Object({
    added: Ids('Ids of the elements and flows that only `to` has.'),
    removed: Ids('Ids of the elements and flows that only `from` has.'),
    changed: Type.Array(
      Type.Object({
        elementId: Type.String(),
        properties: Ids('Names of the BPMN properties that differ, such as `name` and `extensionElements`.'),
      }),
    ),
  }),
  errors: [processNotFound, processNotAllowed],
  handle: async ({ params, input: { from, to } }, { caller, processes }) => ({
    ...(await processes.templates.difference(caller, params, { version: to, from })),
  }),
})
