import { type TSchema, Type } from 'typebox'
import { ListInput } from '../../query/index.ts'

// Schemas that many operations share.
export const Uuid = Type.String({ format: 'uuid' })
export const NoParams = Type.Object({})
const id = Type.String({ title: 'Id' })
const namespace = Type.String({ title: 'Namespace' })
const code = Type.String({ title: 'Code' })
export const IdParams = Type.Object({ id })
export const NamespaceParams = Type.Object({ namespace })
export const CodeParams = Type.Object({ code })
export const ApplicationParams = Type.Object({ namespace, code })
export const ElementParams = Type.Object({ namespace, code, id })

/** A list request of the management API. */
export const StrictListInput = Type.Object(ListInput.properties, {
  additionalProperties: false,
  title: 'StrictListInput',
})

export const Time = Type.String({ format: 'date-time' })
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const StatusValue = Type.Object({ order: Type.Integer(), status: Type.Integer() })

/** An element: the system fields, and the fields that its application defines. */
export const Element = Type.Object(
  {
    __id: Uuid,
    __index: Type.Integer(),
    __name: orNull(Type.String()),
    __createdAt: Time,
    __createdBy: Uuid,
    __updatedAt: Time,
    __updatedBy: Uuid,
    __deletedAt: orNull(Time),
    __version: Type.Integer(),
    __status: orNull(StatusValue),
  },
  { additionalProperties: true, title: 'Element' },
)

/** An element of a list: its id, and all fields or those that `fields` requests. */
export const PartialElement = Type.Object({ __id: Uuid }, { additionalProperties: true, title: 'PartialElement' })

export const Item = Type.Object({ item: Element }, { title: 'ElementResult' })

/** Returns the schema of the response of a list operation. `listOf` creates such a response. */
export function listResult<T extends TSchema>(items: T) {
  const { title = 'Object' } = items as { title?: string }
  const result = Type.Object({ result: Type.Array(items), total: Type.Integer({ minimum: 0 }) })
  return Type.Object({ result }, { title: `${title}List` })
}

export const Nothing = Type.Object({}, { title: 'Success' })
export const AnyObject = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }))
