import { Type } from 'typebox'
import { applicationNotFound, namespaceNotFound } from '../../../data/index.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import {
  processInvalid,
  processNotAllowed,
  processNotFound,
  processNotRetirable,
  templateRights,
} from '../../../process/index.ts'
import { type Context, operation } from '../../operation.ts'
import { readLimitedBody } from '../../read-limited-body.ts'
import { NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'
import { grantOperations } from '../access/grant-operations.ts'
import { compareProcessVersions } from './compare-process-versions.ts'
import { deleteProcessDraft, getProcessDraft, putProcessDraft } from './process-draft.ts'
import { CheckedProblem, fileLimit, ModelProblem, ProcessParams, ProcessTemplate } from './process-schemas.ts'
import { tryProcess } from './try-process.ts'

export const listProcessTemplates = operation({
  name: 'listProcessTemplates',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/processes',
  summary: 'List process templates',
  description:
    'Returns the templates that the caller may start or view, ordered by namespace and code, with the numbers of their ' +
    'instances and open incidents.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  result: Type.Object({ processes: Type.Array(ProcessTemplate) }),
  handle: async (_request, { caller, processes }) => ({ processes: await processes.templates.describeAll(caller) }),
})

export const getProcessTemplate = operation({
  name: 'getProcessTemplate',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/processes/{namespace}/{code}',
  summary: 'Get a process template',
  description: 'Requires the right `start` or `view` to the template.',
  right: 'user',
  inLanguage: true,
  params: ProcessParams,
  result: Type.Object({ process: ProcessTemplate }),
  errors: [processNotFound],
  handle: async ({ params }, { caller, processes }) => ({
    process: await processes.templates.describe(caller, params),
  }),
})

const publishProcess = operation({
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

const retireProcess = operation({
  name: 'retireProcess',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/retire',
  summary: 'Retire a process',
  description:
    'Retires a process that was published by hand, with all processes of its file. Running instances continue, and no ' +
    'new instance can be started. Publishing the process again reactivates it. A process of a solution is retired by ' +
    'removing its file from the solution.',
  right: 'administrator',
  params: ProcessParams,
  input: Type.Object({
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, description: 'Reason; stored in the audit log.' }),
    ),
  }),
  result: Type.Object({
    processes: Type.Array(Type.String(), { description: 'Paths of the retired processes.' }),
    running: Type.Integer({ description: 'Number of instances that continue.' }),
  }),
  errors: [processNotFound, processNotRetirable],
  handle: async ({ params, input }, { caller, processes }) => {
    const { processes: retired, running } = await processes.templates.retire(caller, params, input.reason)
    return { processes: [...retired], running }
  },
})

const Version = Type.Object({
  version: Type.Integer(),
  comment: orNull(Type.String()),
  active: orNull(
    Type.Integer({
      description: 'Number of running instances of the version; null for callers who do not see all instances.',
    }),
  ),
  createdAt: Time,
  createdBy: Uuid,
})

const listProcessVersions = operation({
  name: 'listProcessVersions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/processes/{namespace}/{code}/versions',
  summary: 'List the versions of a process',
  description: 'Returns the published versions, newest first. Requires the right `view` to the template.',
  right: 'user',
  params: ProcessParams,
  result: Type.Object({ versions: Type.Array(Version) }),
  errors: [processNotFound, processNotAllowed],
  handle: async ({ params }, { caller, processes }) => ({
    versions: await processes.templates.versions(caller, params),
  }),
})

const getProcessBpmn = operation({
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

const checkProcess = operation({
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

/** Operations on the grants of process templates. */
const [listProcessGrants, putProcessGrant, deleteProcessGrant] = grantOperations({
  name: 'Process',
  noun: { article: 'a', text: 'process' },
  path: '/api/v1/processes/{namespace}/{code}',
  params: ProcessParams,
  rights: templateRights,
  granting: 'administer',
  errors: [processNotFound, processNotAllowed],
  grants: ({ processes }) => processes.templates.grants,
})

/** Operations of the management API on process templates. */
export const processOperations: readonly Operation<Context>[] = [
  listProcessTemplates,
  getProcessTemplate,
  publishProcess,
  retireProcess,
  listProcessVersions,
  getProcessBpmn,
  compareProcessVersions,
  checkProcess,
  tryProcess,
  getProcessDraft,
  putProcessDraft,
  deleteProcessDraft,
  listProcessGrants,
  putProcessGrant,
  deleteProcessGrant,
]
