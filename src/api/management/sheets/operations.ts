import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { persistErrors } from '../../../files/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import { queryErrors } from '../../../query/index.ts'
import {
  sheetNotFamiliarization,
  sheetNotFound,
  sheetWrongAnswer,
  sheetWrongFile,
  sheetWrongRespondent,
} from '../../../records/index.ts'
import { type Context, operation } from '../../operation.ts'
import { AnyObject, ElementParams, IdParams, listResult, StrictListInput, Uuid } from '../../v1/schemas.ts'
import { AnswerEnum, RespondentId, respondentErrors, SheetResult, sentence, sheetErrors } from './sheet-schemas.ts'
import { startSheet } from './start-sheet.ts'

const getSheet = operation({
  name: 'getSheet',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/sheets/{id}',
  summary: 'Get a sheet',
  description:
    'Returns a sheet with its respondents and its history. Allowed for users who can read the element, for the ' +
    'initiator and for the respondents.',
  right: 'user',
  params: IdParams,
  result: SheetResult,
  errors: [sheetNotFound],
  handle: async ({ params }, { caller, sheets }) => ({ sheet: await sheets.get(caller, params.id) }),
})

const printSheet = operation({
  name: 'printSheet',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/sheets/{id}/print',
  summary: 'Get a sheet as a page for printing',
  description:
    'An HTML page with the document, the version of the file, and the answers with names, positions and times in the ' +
    'time zone of the organisation. Registration numbers are shown to callers who can see the document.',
  right: 'user',
  params: IdParams,
  result: Type.String(),
  media: 'text/html; charset=utf-8',
  errors: [sheetNotFound],
  handle: async ({ params }, { caller, sheets }) => new JsonText(await sheets.print(caller, params.id)),
})

const respondToSheet = operation({
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

const delegateSheet = operation({
  name: 'delegateSheet',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/delegate',
  summary: 'Delegate an answer to another user',
  description:
    'Gives the answer of a respondent whose turn it is to another user, who answers in place of the respondent.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    userId: Type.String({ format: 'uuid', description: 'Id of the user who answers.' }),
    comment: Type.Optional(sentence('Comment for the user.')),
    respondentId: RespondentId,
  }),
  result: SheetResult,
  errors: respondentErrors,
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.delegate(caller, params.id, input)
    return { sheet: await sheets.get(caller, params.id) }
  },
})

const addSheetRespondent = operation({
  name: 'addSheetRespondent',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/respondents',
  summary: 'Add a respondent to a sheet',
  description:
    'Adds a user at the end of a stage that has not ended. Allowed for the initiator and for administrators.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    userId: Type.String({ format: 'uuid', description: 'Id of the user.' }),
    stage: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: 'Number of the stage; by default, the stage in progress.' }),
    ),
    reason: sentence('Reason for the history.'),
  }),
  result: SheetResult,
  errors: [...sheetErrors, sheetWrongRespondent],
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.addRespondent(caller, params.id, input)
    return { sheet: await sheets.get(caller, params.id) }
  },
})

const removeSheetRespondent = operation({
  name: 'removeSheetRespondent',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/respondents/{respondentId}/remove',
  summary: 'Remove a respondent from a sheet',
  description:
    'Removes a respondent who has not answered. Allowed for the initiator and for administrators. The respondent stays ' +
    'in the history of the sheet.',
  right: 'user',
  params: Type.Object({ id: Type.String(), respondentId: Type.String() }),
  input: Type.Object({ reason: sentence('Reason for the history.') }),
  result: SheetResult,
  errors: respondentErrors,
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.removeRespondent(caller, params.id, params.respondentId, input.reason)
    return { sheet: await sheets.get(caller, params.id) }
  },
})

const cancelSheet = operation({
  name: 'cancelSheet',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/cancel',
  summary: 'Cancel a sheet',
  description:
    'Ends a sheet without a result. Answers that were given stay in the sheet. Allowed for the initiator and for ' +
    'administrators.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ reason: sentence('Reason for the history.') }),
  result: SheetResult,
  errors: sheetErrors,
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.cancel(caller, params.id, input.reason)
    return { sheet: await sheets.get(caller, params.id) }
  },
})

const endSheet = operation({
  name: 'endSheet',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sheets/{id}/end',
  summary: 'End a familiarization early',
  description:
    'Ends a familiarization although not everybody has confirmed; the history lists who has not. Allowed for the ' +
    'initiator and for administrators.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ reason: sentence('Reason for the history.') }),
  result: SheetResult,
  errors: [...sheetErrors, sheetNotFamiliarization],
  handle: async ({ params, input }, { caller, sheets }) => {
    await sheets.end(caller, params.id, input.reason)
    return { sheet: await sheets.get(caller, params.id) }
  },
})

const listElementSheets = operation({
  name: 'listElementSheets',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/sheets',
  summary: 'List the sheets of an element',
  description:
    'Lists the sheets of an element, newest first. With `active`, only sheets in progress are listed. Fields: `type`, ' +
    '`state`, `round`, `subject`, `fileId`, `version`, `createdAt`, `createdBy`, `endedAt`, `respondents`.',
  right: 'user',
  params: ElementParams,
  input: StrictListInput,
  // `fields` determines which fields a sheet has.
  result: listResult(AnyObject),
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, ...queryErrors],
  handle: async ({ params, input }, { caller, sheets }) => {
    const { items, total } = await sheets.list(caller, params, input)
    return listOf(items, total)
  },
})

/** Operations of the management API on sheets of approval and familiarization. */
export const sheetOperations: readonly Operation<Context>[] = [
  startSheet,
  getSheet,
  printSheet,
  respondToSheet,
  delegateSheet,
  addSheetRespondent,
  removeSheetRespondent,
  cancelSheet,
  endSheet,
  listElementSheets,
]
