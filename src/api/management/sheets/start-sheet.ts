import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { fileNotFound } from '../../../files/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import {
  sheetElementDeleted,
  sheetRunning,
  sheetTypes,
  sheetWrongFile,
  sheetWrongRespondent,
  sheetWrongRoute,
} from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { SheetResult, StageInput, sentence } from './sheet-schemas.ts'

export const startSheet = operation({
  name: 'startSheet',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets',
  summary: 'Start an approval or a familiarization',
  description:
    'Asks users about the current version of a file of an element, stage by stage; requires the right to edit the ' +
    'element. A new version of the file cancels the sheet.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    type: Type.Enum([...sheetTypes]),
    namespace: Type.String({ minLength: 1, maxLength: 255 }),
    code: Type.String({ minLength: 1, maxLength: 255 }),
    elementId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the element.' }),
    fileId: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Id of the file; can be omitted when the element has only one file.',
      }),
    ),
    subject: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'Subject; by default, the name of the element.' }),
    ),
    comment: Type.Optional(sentence('Comment for the respondents.')),
    stages: Type.Array(StageInput, { minItems: 1, maxItems: 50 }),
    onRejection: Type.Optional(
      Type.Enum(['stop', 'collect'], {
        description:
          'Whether the first rejected stage ends the sheet (stop, the default), or all answers are collected.',
      }),
    ),
    calendar: Type.Optional(
      Type.String({ minLength: 1, maxLength: 300, description: 'Calendar in whose working time durations count.' }),
    ),
    remindBefore: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Duration between the reminder and the due date.' }),
    ),
    skipApproved: Type.Optional(
      Type.Boolean({
        description: 'Whether users who approved the same version before are not asked again; true by default.',
      }),
    ),
    initiatorMayApprove: Type.Optional(
      Type.Boolean({ description: 'Whether the caller may answer the approval; true by default.' }),
    ),
  }),
  result: SheetResult,
  errors: [
    applicationNotFound,
    applicationReadOnly,
    elementNotFound,
    notAllowed,
    fileNotFound,
    sheetElementDeleted,
    sheetRunning,
    sheetWrongFile,
    sheetWrongRespondent,
    sheetWrongRoute,
  ],
  idempotent: { again: async (_request, id, { caller, sheets }) => ({ sheet: await sheets.get(caller, id) }) },
  handle: async ({ input }, { caller, sheets }) => ({
    sheet: await sheets.get(caller, await sheets.start(caller, input)),
  }),
})
