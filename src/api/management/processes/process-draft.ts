import { Type } from 'typebox'
import { applicationNotFound, namespaceNotFound } from '../../../data/index.ts'
import { wrongInput } from '../../../foundation/http/errors.ts'
import type { Reply } from '../../../foundation/http/operation.ts'
import { draftChanged, draftNotFound, modelLimits, processInvalid } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { readIfMatch } from '../../v1/app/element-etag.ts'
import { Nothing, orNull, Time, Uuid } from '../../v1/schemas.ts'
import { ProcessParams } from './process-schemas.ts'

const path = '/api/v1/processes/{namespace}/{code}/draft'
const places = [namespaceNotFound, applicationNotFound]

const Draft = Type.Object(
  {
    revision: Type.Integer({ description: 'Counted from 1; also the `ETag` of the answer.' }),
    xml: Type.String({ description: 'BPMN 2.0 file.' }),
    baseVersion: orNull(Type.Integer({ description: 'Version from which the draft was made; null for none.' })),
    updatedAt: Time,
    updatedBy: Uuid,
  },
  { title: 'ProcessDraft' },
)

/** Returns the revision in `If-Match`; undefined when any revision matches. */
function expectedRevision(ifMatch: string | undefined): number | undefined {
  const { rev } = readIfMatch(ifMatch)
  if (rev !== undefined && !Number.isSafeInteger(Number(rev)))
    throw wrongInput('If-Match must be an ETag of this server, such as "17"', { field: 'If-Match' })
  return rev === undefined ? undefined : Number(rev)
}

function withEtag<D extends { readonly revision: number }>(draft: D, reply: Reply): { draft: D } {
  reply.header('etag', `"${draft.revision}"`)
  return { draft }
}

export const getProcessDraft = operation({
  name: 'getProcessDraft',
  area: 'Management',
  methods: ['GET'],
  path,
  summary: 'Get the draft of a process',
  description:
    'Returns the BPMN file that was stored for drawing and has not been published; null, with the `ETag` `"0"`, when ' +
    'there is none.',
  right: 'administrator',
  params: ProcessParams,
  result: Type.Object({ draft: orNull(Draft) }),
  errors: places,
  handle: async ({ params, reply }, { caller, processes }) => {
    const draft = await processes.templates.drafts.get(caller, params)
    if (draft !== undefined) return withEtag(draft, reply)
    reply.header('etag', '"0"')
    return { draft: null }
  },
})

export const putProcessDraft = operation({
  name: 'putProcessDraft',
  area: 'Management',
  methods: ['PUT'],
  path,
  summary: 'Store the draft of a process',
  description:
    'Stores a BPMN file without checking or publishing it. With `If-Match`, the draft is refused when the stored one ' +
    'has another revision; `If-Match: "0"` means that there is none. The process need not exist yet.',
  right: 'administrator',
  params: ProcessParams,
  // JSON escapes can make the text of a file longer than the file itself.
  maxBodyBytes: 2 * modelLimits.maxBytes,
  input: Type.Object({
    xml: Type.String({ maxLength: modelLimits.maxBytes, description: 'BPMN 2.0 file; it may have problems.' }),
    baseVersion: Type.Optional(
      orNull(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'Version from which the draft was made.' })),
    ),
  }),
  result: Type.Object({ draft: Draft }),
  errors: [...places, processInvalid, draftChanged],
  handle: async ({ params, input, header, reply }, { caller, processes }) => {
    const expected = expectedRevision(header('if-match'))
    return withEtag(await processes.templates.drafts.put(caller, params, input, expected), reply)
  },
})

export const deleteProcessDraft = operation({
  name: 'deleteProcessDraft',
  area: 'Management',
  methods: ['DELETE'],
  path,
  summary: 'Delete the draft of a process',
  description: 'With `If-Match`, the draft is kept when it has another revision. Published versions stay.',
  right: 'administrator',
  params: ProcessParams,
  result: Nothing,
  errors: [...places, draftNotFound, draftChanged],
  handle: async ({ params, header }, { caller, processes }) => {
    await processes.templates.drafts.delete(caller, params, expectedRevision(header('if-match')))
    return {}
  },
})
