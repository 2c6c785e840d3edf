import { Type } from 'typebox'
import { applicationNotFound, namespaceNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { readLimitedBody } from '../../read-limited-body.ts'
import { CheckedProblem, fileLimit, ProcessParams } from './process-schemas.ts'

export const checkProcess = operation({
  name: 'checkProcess',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/check',
  summary: 'Check a BPMN file',
  description:
    'Checks a file as publishing it as this process would, and changes nothing. A file without problems of the ' +
    'severity `error` can be published.',
  right: 'administrator',
  params: ProcessParams,
  body: 'bytes',
  input: Type.String({ contentMediaType: 'application/xml', description: 'BPMN 2.0 file, at most 4 MiB.' }),
  result: Type.Object({ problems: Type.Array(CheckedProblem) }),
  errors: [namespaceNotFound, applicationNotFound],
  handle: async ({ params, bytes }, { caller, processes }) => ({
    problems: await processes.templates.check(caller, params, await readLimitedBody(bytes, fileLimit)),
  }),
})
