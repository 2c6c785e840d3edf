import {
  archiveInvalid,
  changeBlocked,
  consentNeeded,
  definitionInvalid,
  solutionFileChanged,
  solutionNotFound,
  viewInUse,
} from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { CodeParams } from '../../v1/schemas.ts'
import { ApplyQuery, applyRequest } from './apply-query.ts'
import { FilesInput, fileChanges, maxFilesBytes } from './file-changes.ts'
import { PlanView } from './plan-solution.ts'

export const applySolutionFiles = operation({
  name: 'applySolutionFiles',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/solutions/{code}/files/apply',
  summary: 'Apply changes of files of a solution',
  description:
    'Applies the deployed solution with these files, in one transaction. The changed files are drift until the solution is ' +
    'exported or applied as a whole. Changes that remove or narrow something require `allowDestructive=true`.',
  right: 'administrator',
  params: CodeParams,
  query: ApplyQuery,
  input: FilesInput,
  maxBodyBytes: maxFilesBytes,
  result: PlanView,
  errors: [
    solutionNotFound,
    solutionFileChanged,
    definitionInvalid,
    archiveInvalid,
    consentNeeded,
    changeBlocked,
    viewInUse,
  ],
  handle: async ({ params, input, query }, { caller, apps }) => {
    return { ...(await apps.solutions.edits.apply(caller, params.code, fileChanges(input), applyRequest(query))) }
  },
})
