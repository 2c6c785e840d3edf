import { Type } from 'typebox'
import { archiveInvalid, definitionInvalid } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { readZipBody } from './zip-body.ts'

export const Sentence = {
  sentence: Type.String(),
  key: Type.Optional(
    Type.String({ description: 'Key of the sentence, which never changes; for translations. Absent for a list.' }),
  ),
  template: Type.String({ description: 'The sentence with `{0}`, `{1}`, … in place of its values.' }),
  values: Type.Array(Type.Unknown(), {
    description: 'Values of the template: strings, numbers, and parts of the sentence as {key, template, values}.',
  }),
}

const ChangeView = Type.Object(
  {
    kind: Type.Union([Type.Literal('add'), Type.Literal('change'), Type.Literal('remove')]),
    what: Type.String(),
    path: Type.String(),
    ...Sentence,
    destructive: Type.Boolean(),
    blocked: Type.Boolean(),
  },
  { title: 'SolutionChange' },
)

const WarningView = Type.Object(
  {
    file: Type.String({ description: 'Path of the file inside the solution.' }),
    line: Type.Optional(Type.Integer({ description: 'Line of the file, counted from 1.' })),
    path: Type.String({
      description: 'Place inside the file, such as the id of a BPMN element; empty for the whole file.',
    }),
    message: Type.String(),
  },
  { title: 'SolutionWarning' },
)

export const PlanView = Type.Object(
  {
    solution: Type.String(),
    version: Type.String(),
    changes: Type.Array(ChangeView),
    warnings: Type.Array(WarningView, {
      description:
        'Parts of expressions that can only be null, and what the files refer to that does not exist yet, such as a process or a user, and may be created later.',
    }),
  },
  { title: 'SolutionPlan' },
)

export const ZipInput = Type.String({
  contentMediaType: 'application/zip',
  description: 'Zip of the solution folder, at most 16 MiB.',
})

export const planSolution = operation({
  name: 'planSolution',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/solutions/plan',
  summary: 'Plan a solution',
  description: 'Returns the changes that applying the solution would make. Nothing is changed.',
  right: 'administrator',
  params: NoParams,
  body: 'bytes',
  input: ZipInput,
  result: PlanView,
  errors: [definitionInvalid, archiveInvalid],
  handle: async ({ bytes }, { apps }) => ({ ...(await apps.solutions.plan(await readZipBody(bytes))) }),
})
