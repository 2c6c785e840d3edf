import { Type } from 'typebox'
import {
  archiveInvalid,
  changeBlocked,
  consentNeeded,
  definitionInvalid,
  solutionFileChanged,
  solutionFileNotFound,
  solutionNotFound,
  viewInUse,
} from '../../../data/index.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { type Context, operation } from '../../operation.ts'
import { CodeParams, NoParams } from '../../v1/schemas.ts'
import { ApplyQuery, applyRequest } from './apply-query.ts'
import { applySolutionFiles } from './apply-solution-files.ts'
import { FilesInput, fileChanges, maxFilesBytes } from './file-changes.ts'
import { PlanView, planSolution, Sentence, ZipInput } from './plan-solution.ts'
import { readZipBody } from './zip-body.ts'

const applySolution = operation({
  name: 'applySolution',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/solutions/apply',
  summary: 'Apply a solution',
  description:
    'Makes all changes in one transaction. Changes that remove or narrow something require `allowDestructive=true`.',
  right: 'administrator',
  params: NoParams,
  body: 'bytes',
  query: ApplyQuery,
  input: ZipInput,
  result: PlanView,
  errors: [definitionInvalid, archiveInvalid, consentNeeded, changeBlocked, viewInUse],
  handle: async ({ bytes, query }, { caller, apps }) => {
    return { ...(await apps.solutions.apply(caller, await readZipBody(bytes), applyRequest(query))) }
  },
})

const exportSolution = operation({
  name: 'exportSolution',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/solutions/{code}/export',
  summary: 'Export a solution as a zip',
  description:
    'Returns the folder of a deployed solution in the form that `applySolution` accepts. Equal definitions give ' +
    'equal bytes on every installation.',
  right: 'administrator',
  params: CodeParams,
  result: Type.String({ contentMediaType: 'application/zip' }),
  media: 'application/zip',
  errors: [solutionNotFound],
  handle: async ({ params, reply }, { apps }) => {
    const { version, zip } = await apps.solutions.export(params.code)
    reply.header('content-disposition', `attachment; filename="${params.code}-${version}.zip"`)
    return zip
  },
})

const DriftView = Type.Object({
  kind: Type.Union([Type.Literal('added'), Type.Literal('changed'), Type.Literal('removed')]),
  what: Type.String(),
  path: Type.String(),
  ...Sentence,
})

const getSolutionDrift = operation({
  name: 'getSolutionDrift',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/solutions/{code}/drift',
  summary: 'Get the drift of a solution',
  description:
    'Returns what was changed by hand since the files of the solution were applied; the list is empty when nothing ' +
    'was. The members of groups and roles are not part of the files, so they are not compared.',
  right: 'administrator',
  params: CodeParams,
  result: Type.Object({ drift: Type.Array(DriftView) }),
  errors: [solutionNotFound],
  handle: async ({ params }, { apps }) => ({ drift: await apps.solutions.drift(params.code) }),
})

const getSolutionFile = operation({
  name: 'getSolutionFile',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/solutions/{code}/files',
  summary: 'Get a file of a solution',
  description: 'Returns one file of a deployed solution as an export contains it: in its normalised form.',
  right: 'administrator',
  params: CodeParams,
  input: Type.Object({
    path: Type.String({ description: 'Path inside the solution, such as `namespaces/legal/apps/contracts.yaml`.' }),
  }),
  result: Type.Object({
    path: Type.String(),
    hash: Type.String({ description: 'Hash of the content; a later change of the file sends this hash.' }),
    text: Type.Union([Type.String(), Type.Null()], { description: 'Content; null for a file that is not text.' }),
    definition: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: 'Content of a YAML file as a map; null for every other file.',
    }),
  }),
  errors: [solutionNotFound, solutionFileNotFound],
  handle: async ({ params, input }, { apps }) => ({ ...(await apps.solutions.edits.read(params.code, input.path)) }),
})

const Content = Type.Union([Type.String(), Type.Null()])

const planSolutionFiles = operation({
  name: 'planSolutionFiles',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/solutions/{code}/files/plan',
  summary: 'Plan changes of files of a solution',
  description:
    'Returns the changes that applying the deployed solution with these files would make, and the text of each file before ' +
    'and after. Nothing is changed.',
  right: 'administrator',
  params: CodeParams,
  input: FilesInput,
  maxBodyBytes: maxFilesBytes,
  result: Type.Object({
    ...PlanView.properties,
    files: Type.Array(
      Type.Object({
        path: Type.String(),
        before: Content,
        after: Content,
        definition: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
          description: 'New content of a YAML file as a map; null for every other file.',
        }),
      }),
      { description: 'The changed files; texts are null for a missing file and for a file that is not text.' },
    ),
  }),
  errors: [solutionNotFound, solutionFileChanged, definitionInvalid, archiveInvalid],
  handle: async ({ params, input }, { apps }) => ({
    ...(await apps.solutions.edits.plan(params.code, fileChanges(input))),
  }),
})

const exportSolutionFiles = operation({
  name: 'exportSolutionFiles',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/solutions/{code}/files/export',
  summary: 'Export a solution with changed files as a zip',
  description:
    'Returns the folder of a deployed solution with these changes, which are not applied. The folder can be put under ' +
    'version control and applied from there.',
  right: 'administrator',
  params: CodeParams,
  input: FilesInput,
  maxBodyBytes: maxFilesBytes,
  result: Type.String({ contentMediaType: 'application/zip' }),
  media: 'application/zip',
  errors: [solutionNotFound, solutionFileChanged, definitionInvalid, archiveInvalid],
  handle: async ({ params, input, reply }, { apps }) => {
    const { version, zip } = await apps.solutions.edits.export(params.code, fileChanges(input))
    reply.header('content-disposition', `attachment; filename="${params.code}-${version}.zip"`)
    return zip
  },
})

/** Operations of the management API on solutions. */
export const solutionOperations: readonly Operation<Context>[] = [
  planSolution,
  applySolution,
  exportSolution,
  getSolutionDrift,
  getSolutionFile,
  planSolutionFiles,
  applySolutionFiles,
  exportSolutionFiles,
]
