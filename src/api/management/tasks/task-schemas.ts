import { Type } from 'typebox'
import { shownTaskStates, taskActionNames } from '../../../process/index.ts'
import { AnyObject, orNull, Time, Uuid } from '../../v1/schemas.ts'

const Ids = Type.Array(Uuid)

/** Fields that lists of tasks and the view of one task share. */
const shown = {
  __id: Uuid,
  id: Uuid,
  subject: Type.String(),
  type: Type.String(),
  state: Type.Enum([...shownTaskStates]),
  instanceId: orNull(Uuid),
  elementId: orNull(Type.String({ description: 'Id of the element in the diagram.' })),
  templateId: orNull(Uuid),
  performers: Type.Array(Uuid, { description: 'The assignee, or the candidates while nobody has claimed the task.' }),
  assignee: orNull(Uuid),
  candidates: Ids,
  owner: orNull(Uuid),
  asked: Ids,
  dueAt: orNull(Time),
  priority: Type.Integer(),
  createdAt: Time,
  claimedAt: orNull(Time),
  endedAt: orNull(Time),
  itemId: orNull(Uuid),
  item: orNull(AnyObject),
  outcome: orNull(AnyObject),
  instance: orNull(AnyObject),
  template: orNull(AnyObject),
  sheet: orNull(AnyObject),
}

/** A task of a list: its id, and all fields or those that `fields` requests. */
export const PartialTask = Type.Object({ __id: Uuid }, { additionalProperties: true, title: 'PartialTask' })

const TaskField = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    type: Type.String(),
    order: Type.Integer(),
    isArray: Type.Boolean(),
    isReadOnly: Type.Boolean(),
    isHidden: Type.Optional(
      Type.Boolean({ description: 'Whether the caller may not read the value. The form then does not ask for it.' }),
    ),
    isRemarks: Type.Optional(
      Type.Boolean({
        description:
          'Whether the value is the remarks of a sheet: a list of objects with `user`, `answer`, `comment`, `file` and ' +
          '`answeredAt`.',
      }),
    ),
    isRequired: Type.Boolean({ description: 'Whether the field must have a value for every exit.' }),
    requiredFor: Type.Array(Type.String(), {
      description: 'Codes of the exits for which the field must have a value.',
    }),
    value: Type.Unknown(),
  },
  // Settings of the type: `of`, `values` or `columns`.
  { additionalProperties: true },
)

const HistoryEntry = Type.Object({
  kind: Type.Enum([
    'created',
    'claimed',
    'released',
    'reassigned',
    'delegated',
    'returned',
    'asked',
    'answered',
    'reminded',
    'escalated',
    'escalationFailed',
    'completed',
    'cancelled',
  ]),
  at: Time,
  by: orNull(Uuid),
  onBehalfOf: orNull(Uuid),
  details: AnyObject,
})

const Exit = Type.Object({
  code: Type.String(),
  name: Type.String(),
  kind: orNull(Type.Enum(['positive', 'negative'], { description: 'Whether the exit accepts or rejects.' })),
  required: Type.Array(Type.String(), { description: 'Names of the fields that need a value.' }),
  isCommentRequired: Type.Boolean(),
})

const TaskElement = Type.Object(
  {
    namespace: Type.String(),
    code: Type.String(),
    id: Uuid,
    name: Type.String(),
    files: Type.Array(Type.Object({ id: Uuid, name: Type.String(), size: Type.Integer(), version: Type.Integer() }), {
      description: 'Files in the fields of the element, up to 100.',
    }),
  },
  { description: 'Element that the task is about; null when there is none or the caller cannot see it.' },
)

const TaskView = Type.Object(
  {
    ...shown,
    element: orNull(TaskElement),
    onBehalfOf: orNull({ ...Uuid, description: 'User for whom the caller acts as a substitute; null otherwise.' }),
    actions: Type.Array(Type.Enum([...taskActionNames]), {
      description: 'Actions that the caller can perform on the task in its present state.',
    }),
    exits: Type.Array(Exit),
    fields: Type.Array(TaskField, { description: 'The fields of the form, in their order.' }),
    suggestion: orNull(AnyObject),
    history: Type.Array(HistoryEntry),
    names: Type.Record(Type.String(), Type.String(), {
      description: 'Names of the users, groups and positions whose ids are in the task.',
    }),
  },
  { title: 'Task' },
)

export const TaskResult = Type.Object({ task: TaskView }, { title: 'TaskResult' })

const Comment = Type.Optional(Type.String({ maxLength: 10_000, description: 'Comment for the history.' }))

const completion = {
  exit: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Code of the exit; can be omitted when the task has at most one exit.',
    }),
  ),
  context: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'Values of fields of the form, by their names.' }),
  ),
  comment: Comment,
}

export const CompletionInput = Type.Object({
  ...completion,
  seen: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Former values of the fields in `context`, as the form showed them. If one of them has changed since then, ' +
        'the task is not completed, so that no change is lost.',
    }),
  ),
})

/** Maximum number of tasks that one request completes. */
const maxTasks = 500

export const CompletionsInput = Type.Object({
  ids: Type.Array(Uuid, { minItems: 1, maxItems: maxTasks, description: 'Ids of the tasks.' }),
  ...completion,
})

export const userId = Type.String({ minLength: 1, maxLength: 200, description: 'Id or login of the user.' })
export const sentence = (description: string) => Type.String({ minLength: 1, maxLength: 10_000, description })
export { Comment }
