import { Type } from 'typebox'
import { applicationNotFound, namespaceNotFound } from '../../../data/index.ts'
import { processInvalid } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { readLimitedBody } from '../../read-limited-body.ts'
import { fileLimit, ModelProblem, ProcessParams } from './process-schemas.ts'

export const publishProcess = operation({
  name: 'publishProcess',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/publish',
  summary: 'Publish a process',
  description:
    'Publishes a BPMN file as the new version of a process template, and creates the template when there is none. ' +
    'An unchanged file creates no new version. Running instances stay on their version.',
  right: 'administrator',
  params: ProcessParams,
  body: 'bytes',
  query: Type.Object({
    comment: Type.Optional(Type.String({ maxLength: 1000, description: 'Description of the new version.' })),
  }),
  input: Type.String({ contentMediaType: 'application/xml', description: 'BPMN 2.0 file, at most 4 MiB.' }),
  result: Type.Object({
    version: Type.Integer({ description: 'Version that has the content of the file.' }),
    changed: Type.Boolean({ description: 'Whether the file created a new version or reactivated a retired process.' }),
    warnings: Type.Array(ModelProblem, {
      description:
        'Parts of expressions that can only be null, and references to processes, decisions, applications and groups that do not exist yet.',
    }),
  }),
  errors: [processInvalid, namespaceNotFound, applicationNotFound],
  handle: async ({ params, bytes, query }, { caller, processes }) => {
    const file = { bytes: await readLimitedBody(bytes, fileLimit), comment: query.comment?.slice(0, 1000) }
    return { ...(await processes.templates.publish(caller, params, file)) }
  },
})
