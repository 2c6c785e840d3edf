import { Type } from 'typebox'
import { archiveInvalid, definitionInvalid, solutionFileChanged, solutionNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { FilesInput, fileChanges, maxFilesBytes } from './file-changes.ts'
import { PlanView } from './plan-solution.ts'

const Content = Type.Union([Type.String(), Type.Null()])

export const planSolutionFiles = operation({
  name: 'planSolutionFiles',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/solutions/{code}/files/plan',
  summary: 'Plan changes of files of a solution',
  description:
    'Returns the changes that applying the deployed solution with these files would make, and the text of each file before ' +
    'and after. Nothing is changed.',
  right: 'administrator',
  params: Type.Object({ code: Type.String() }),
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
