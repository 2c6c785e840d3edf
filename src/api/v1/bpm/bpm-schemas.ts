import { Type } from 'typebox'
import { maxCommentChars } from '../../../process/index.ts'
import { orNull, Time, Uuid } from '../schemas.ts'

export const TemplateParams = Type.Object({ namespace: Type.String(), code: Type.String() })

const Template = Type.Object({
  id: Uuid,
  name: Type.String(),
  namespace: Type.String(),
  code: Type.String(),
  version: Type.Integer(),
})
const ElementOfInstance = Type.Object({ id: Uuid, code: Type.String(), namespace: Type.String() })
const AnyMap = Type.Object({}, { additionalProperties: true })

/** A process instance: the system fields, and the variables of its context at the same level. */
export const Instance = Type.Object(
  {
    __id: Uuid,
    __name: Type.String(),
    __state: Type.String({
      description:
        'State of the instance. `exec`: work is due; `wait`; `done`; `cancel`: interrupted; `error`: an incident is open.',
    }),
    __template: Template,
    __templateId: Uuid,
    __createdAt: Time,
    __createdBy: Uuid,
    __updatedAt: Time,
    __updatedBy: Uuid,
    __deletedAt: Type.Null(),
    __endedAt: orNull(Time),
    __item: orNull(ElementOfInstance),
    __target: orNull(Type.String()),
    __parent: orNull(Uuid),
    __tasks: AnyMap,
    __performers: AnyMap,
    __currentPerformers: orNull(Type.Array(Uuid)),
    __informLists: AnyMap,
    __fieldVisibilityConditions: AnyMap,
    __flowHistory: Type.Object({ items: AnyMap, transitions: AnyMap }),
    __subscribers: Type.Array(Uuid),
    __logged: Type.Boolean(),
    __notifyOnStart: Type.Boolean(),
    cross_instance: AnyMap,
  },
  { additionalProperties: true, title: 'Instance' },
)

/** An instance of a list: its id, and all fields or those that `fields` requests. */
export const PartialInstance = Type.Object({ __id: Uuid }, { additionalProperties: true, title: 'PartialInstance' })

export const Comment = Type.String({
  maxLength: maxCommentChars,
  description: 'Reason, stored in the history of the instance.',
})
export const InstanceIds = (description: string) => Type.Array(Uuid, { maxItems: 10_000, description })
