import { Type } from 'typebox'
import { processNotAllowed, processNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { ProcessParams } from './process-schemas.ts'

export const getProcessBpmn = operation({
  name: 'getProcessBpmn',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/processes/{namespace}/{code}/versions/{version}/bpmn',
  summary: 'Get the BPMN file of a version',
  description: 'Returns the file byte by byte as it was published. Requires the right `view` to the template.',
  right: 'user',
  params: Type.Object({ ...ProcessParams.properties, version: Type.String() }),
  result: Type.String({ contentMediaType: 'application/xml' }),
  media: 'application/xml',
  errors: [processNotFound, processNotAllowed],
  handle: async ({ params: { version, ...address }, reply }, { caller, processes }) => {
    const bytes = await processes.templates.bpmn(caller, address, /^\d+$/.test(version) ? Number(version) : Number.NaN)
    // The response is an attachment, because the file can contain scripts and can have another encoding than UTF-8.
    reply.header('content-disposition', `attachment; filename="${address.code}-${version}.bpmn"`)
    return bytes
  },
})
