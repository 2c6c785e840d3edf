import { Type } from 'typebox'
import {
  answers,
  overdueAnswers,
  respondentStates,
  sheetEnded,
  sheetEventKinds,
  sheetNotAllowed,
  sheetNotFound,
  sheetNotPending,
  sheetStates,
  sheetTypes,
  sheetWrongRespondent,
  stageModes,
} from '../../../records/index.ts'
import { AnyObject, orNull, Time, Uuid } from '../../v1/schemas.ts'

const Due = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Due date: a date, or a duration in ISO 8601 from the turn of each respondent, such as P2D.',
})

/** Rules of a stage that requests and answers share. */
const rules = {
  mode: Type.Enum([...stageModes], {
    description:
      'Whether all respondents answer at once (parallel, the default), one after another (sequential), or only ' +
      'the first (firstAnswer).',
  }),
  quorum: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'Number of approvals that approve the stage; by default, all respondents have to approve.',
  }),
  quorumPercent: Type.Integer({ minimum: 1, maximum: 100, description: 'The quorum in percent of the respondents.' }),
  due: Due,
  overdue: Type.Object(
    {
      escalate: Type.Optional(
        Type.Boolean({ description: 'Whether the supervisor of the respondent answers instead; only for approvals.' }),
      ),
      answer: Type.Optional(
        Type.Enum([...overdueAnswers], {
          description:
            'Automatic answer when nobody answers instead: approved or rejected for an approval; none for a ' +
            'familiarization, which no longer waits for the respondent.',
        }),
      ),
    },
    { description: 'What happens when a respondent has not answered until the due date.' },
  ),
}

const optionalRules = {
  mode: Type.Optional(rules.mode),
  quorum: Type.Optional(rules.quorum),
  quorumPercent: Type.Optional(rules.quorumPercent),
  due: Type.Optional(Due),
  overdue: Type.Optional(rules.overdue),
}

export const StageInput = Type.Object({
  ...optionalRules,
  respondents: Type.Array(
    Type.Object({
      type: Type.Enum(['user', 'group', 'position']),
      id: Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          'Id; or the login of a user, the path of a group, or the code of an item of the organisation chart.',
      }),
    }),
    {
      minItems: 1,
      maxItems: 500,
      description: 'Users who are asked; groups and positions are resolved to their users.',
    },
  ),
})

const SheetRespondent = Type.Object({
  id: Type.String({
    format: 'uuid',
    description: 'Id of the respondent, which is also the id of the task of the user.',
  }),
  stage: Type.Integer({ description: 'Number of the stage, from 1.' }),
  userId: Uuid,
  state: Type.Enum([...respondentStates]),
  openedAt: orNull(Time),
  dueAt: orNull(Time),
  respondedAt: orNull(Time),
  substituteId: orNull(Uuid),
  comment: orNull(Type.String()),
  fileId: orNull(Uuid),
  delegatedFrom: orNull(Uuid),
  automatic: Type.Boolean({ description: 'Whether the platform gave the answer, because the user was overdue.' }),
})

const HistoryEntry = Type.Object({
  kind: Type.Enum([...sheetEventKinds]),
  at: Time,
  by: orNull(Uuid),
  onBehalfOf: orNull(Uuid),
  respondentId: orNull(Uuid),
  details: AnyObject,
})

const SheetSchema = Type.Object(
  {
    id: Uuid,
    type: Type.Enum([...sheetTypes]),
    state: Type.Enum([...sheetStates]),
    round: Type.Integer({ description: 'Number among the sheets of this type of the element, from 1.' }),
    subject: Type.String(),
    comment: orNull(Type.String()),
    element: orNull(Type.Object({ namespace: Type.String(), code: Type.String(), id: Uuid })),
    file: Type.Object(
      { id: Uuid, name: Type.String(), version: Type.Integer(), sha256: Type.String() },
      { description: 'The version of the file that the respondents answer about.' },
    ),
    stages: Type.Array(Type.Object({ ...optionalRules })),
    onRejection: Type.Enum(['stop', 'collect']),
    createdAt: Time,
    createdBy: Type.String({ format: 'uuid', description: 'The initiator.' }),
    endedAt: orNull(Time),
    endedBy: orNull(Uuid),
    reason: orNull(Type.String({ description: 'Why the sheet was cancelled or ended early.' })),
    process: orNull(
      Type.Object({
        instanceId: Uuid,
        instanceName: orNull(Type.String({ description: 'Name of the instance at the start of the sheet.' })),
        elementId: Type.String({ description: 'Id of the element in the diagram.' }),
      }),
    ),
    respondents: Type.Array(SheetRespondent),
    history: Type.Array(HistoryEntry),
    names: Type.Record(Type.String(), Type.String(), { description: 'Names of the users by their ids.' }),
  },
  { title: 'Sheet' },
)

export const SheetResult = Type.Object({ sheet: SheetSchema }, { title: 'SheetResult' })

export const AnswerEnum = Type.Enum([...answers], {
  description: 'approved, approvedWithRemarks or rejected for an approval; informed for a familiarization.',
})
export const RespondentId = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'Id of the respondent; needed by a substitute of several respondents of the sheet.',
  }),
)
export const sentence = (description: string) => Type.String({ minLength: 1, maxLength: 10_000, description })

/** Errors of actions on a sheet that is in progress. */
export const sheetErrors = [sheetNotFound, sheetNotAllowed, sheetEnded]
/** Errors of actions of respondents. */
export const respondentErrors = [...sheetErrors, sheetNotPending, sheetWrongRespondent]
