import { Type } from 'typebox'
import { orNull, Time, Uuid } from '../schemas.ts'

/** What operations on definitions share. */
export const NamespaceParams = Type.Object({ namespace: Type.String() })
export const CodeParams = Type.Object({ code: Type.String() })
const Hash = Type.String({ description: 'SHA-256; changes exactly when the definition does.' })
const more = { additionalProperties: true }

export const Namespace = Type.Object(
  {
    __id: Uuid,
    code: Type.String(),
    namespace: Type.String(),
    name: Type.String(),
    title: Type.String(),
    icon: orNull(Type.String()),
    order: Type.Integer(),
    hidden: Type.Boolean(),
    system: Type.Boolean({ description: 'Built in.' }),
    hash: Hash,
    __createdAt: orNull(Time),
    __updatedAt: orNull(Time),
  },
  { ...more, title: 'Namespace' },
)

const FieldView = Type.Object(
  {
    code: Type.String(),
    type: Type.String({ description: 'STRING, FLOAT, SYS_COLLECTION, …' }),
    required: Type.Boolean(),
    array: Type.Boolean(),
    single: Type.Boolean(),
    searchable: Type.Boolean(),
    indexed: Type.Boolean(),
    deleted: Type.Boolean(),
    system: Type.Boolean(),
    defaultValue: Type.Unknown(),
    calcByFormula: Type.Boolean(),
    formula: Type.String(),
    linkTo: Type.Null(),
    view: Type.Object({ name: Type.String({ description: 'Title.' }) }),
    data: Type.Object(
      {
        namespace: Type.Optional(Type.String({ description: 'Of the application that a reference leads to.' })),
        code: Type.Optional(Type.String()),
        enumItems: Type.Optional(Type.Array(Type.Object({ code: Type.String(), name: Type.String() }))),
        fields: Type.Optional(Type.Array(Type.Unknown(), { description: 'The columns of a table, as fields.' })),
      },
      { ...more, description: 'And the settings of the field: `view`, `maxLength`, `min`, `currency` …' },
    ),
  },
  more,
)

const Form = Type.Object({
  fields: Type.Array(
    Type.Object({
      code: Type.String(),
      display: Type.String(),
      required: Type.Boolean(),
      readonly: Type.Boolean(),
    }),
  ),
})

export const ApplicationSchema = Type.Object(
  {
    __id: Uuid,
    namespace: Type.String(),
    code: Type.String(),
    name: Type.String(),
    elementName: Type.String(),
    type: Type.String(),
    version: Type.Integer(),
    hash: Hash,
    fields: Type.Array(FieldView),
    forms: Type.Object({ create: Form, view: Form, edit: Form, detail: Form, tile: Form }),
    statuses: Type.Array(Type.Object({ id: Type.Integer(), code: Type.String(), name: Type.String() }, more)),
    statusGroups: Type.Array(Type.Object({ id: Uuid, code: Type.String(), name: Type.String() })),
    permissions: Type.Object({}, more),
    rights: Type.Array(Type.String(), { description: 'What the caller may do with at least some elements.' }),
    params: Type.Object({
      nameTemplate: orNull(Type.String()),
      unique: Type.Array(Type.Array(Type.String())),
    }),
    __createdAt: orNull(Time),
    __createdBy: Uuid,
    __updatedAt: orNull(Time),
    __updatedBy: Uuid,
    __deletedAt: Type.Null(),
  },
  { ...more, title: 'ApplicationSchema' },
)

export const Solution = Type.Object(
  {
    __id: Uuid,
    code: Type.String(),
    name: Type.String(),
    version: Type.String(),
    dependencies: Type.Array(Type.String()),
    content: Type.Array(
      Type.Object({
        type: Type.Union([Type.Literal('namespace'), Type.Literal('application'), Type.Literal('group')]),
        namespace: Type.String(),
        code: Type.String(),
        name: Type.String(),
        hash: Hash,
      }),
    ),
    hash: Hash,
    __createdAt: Time,
    __updatedAt: Time,
  },
  { ...more, title: 'Solution' },
)

export const Exportable = Type.Object({
  exportable: Type.Boolean(),
  reasons: Type.Array(
    Type.Object({
      code: Type.String({ description: '`outside_application`, `outside_group` or `local_record`' }),
      path: Type.String({ description: 'What refers.' }),
      ref: Type.String({ description: 'To what.' }),
    }),
  ),
})
