import type { RespondentRow } from '../../../records/index.ts'

/** The form of the task of a respondent: only a file, because exits and comment belong to every completion. */
const fields = [
  {
    name: 'file',
    title: 'File',
    type: 'file',
    order: 0,
    isArray: false,
    isReadOnly: false,
    isRequired: false,
    requiredFor: [],
    value: null,
  },
]

/** The end of the task of a respondent by the state of the respondent; other states are answers. */
const ends: Readonly<Record<string, string>> = { delegated: 'delegated', removed: 'cancelled', cancelled: 'cancelled' }

/** Returns the properties of a respondent's task that its view has and lists do not have. */
export function sheetTaskView(respondent: RespondentRow): object {
  const { openedAt, endedAt, userId, substitute, state, comment, automatic, delegatedTo } = respondent
  const created = { kind: 'created', at: openedAt, by: null, onBehalfOf: null, details: {} }
  const isAnswer = !(state in ends)
  const ended = {
    kind: isAnswer ? 'completed' : ends[state],
    at: endedAt,
    by: automatic || !(isAnswer || state === 'delegated') ? null : (substitute ?? userId),
    onBehalfOf: substitute === null ? null : userId,
    details: {
      ...(isAnswer && { exit: state }),
      ...(delegatedTo !== null && { to: delegatedTo }),
      ...(automatic && { automatic }),
      ...(comment !== null && { comment }),
    },
  }
  return { fields, suggestion: null, history: endedAt === null ? [created] : [created, ended] }
}
