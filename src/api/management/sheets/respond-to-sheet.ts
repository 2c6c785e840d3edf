import { Type } from 'typebox'
import { persistErrors } from '../../../files/index.ts'
import { sheetWrongAnswer, sheetWrongFile } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Uuid } from '../../v1/schemas.ts'
import { AnswerEnum, RespondentId, respondentErrors, SheetResult, sentence } from './sheet-schemas.ts'

export const respondToSheet = operation({
  name: 'respondToSheet',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/respond',
  summary: 'Answer a sheet',
  description:
    'Answers the sheet as a respondent whose turn it is, or as a substitute of one. An answer cannot be changed later.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    answer: AnswerEnum,
    comment: Type.Optional(sentence('Comment; required for a rejection and for an approval with remarks.')),
    file: Type.Optional(
      Type.Union(
        [Uuid, Type.Object({ hash: Uuid, name: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })) })],
        { description: 'A file of the answer: the id of a file, or the hash of an upload of the caller.' },
      ),
    ),
    respondentId: RespondentId,
  }),
  result: SheetResult,
  errors: [...respondentErrors, sheetWrongAnswer, sheetWrongFile, ...persistErrors],
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.respond(caller, params.id, input)
    return { sheet: await sheets.get(caller, params.id) }
  },
})
