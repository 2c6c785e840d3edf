import { Type } from 'typebox'
import { orNull, Time, Uuid } from '../schemas.ts'

// Schemas that the operations on definitions share.

const Hash = Type.String({
  description: 'SHA-256 hash of the definition; changes exactly when the definition changes.',
})
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
    system: Type.Boolean({ description: 'Whether the namespace is built in.' }),
    hash: Hash,
    __createdAt: orNull(Time),
    __updatedAt: orNull(Time),
  },
  { ...more, title: 'Namespace' },
)

export const FieldView = Type.Object(
  {
    code: Type.String(),
    type: Type.String({ description: 'Type of the field, such as STRING, FLOAT or SYS_COLLECTION.' }),
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
    view: Type.Object({ name: Type.String({ description: 'Title of the field.' }) }),
    data: Type.Object(
      {
        namespace: Type.Optional(
          Type.String({ description: 'Namespace of the application whose elements the field refers to.' }),
        ),
        code: Type.Optional(Type.String()),
        enumItems: Type.Optional(Type.Array(Type.Object({ code: Type.String(), name: Type.String() }))),
        fields: Type.Optional(
          Type.Array(Type.Unknown(), { description: 'Columns of a table, each described as a field.' }),
        ),
      },
      { ...more, description: 'Settings of the field, such as `view`, `maxLength`, `min` or `currency`.' },
    ),
  },
  { ...more, title: 'Field' },
)

const Form = Type.Object(
  {
    fields: Type.Array(
      Type.Object({
        code: Type.String(),
        display: Type.String(),
        required: Type.Boolean(),
        readonly: Type.Boolean(),
      }),
    ),
  },
  { title: 'Form' },
)

const Sections = Type.Array(
  Type.Object({
    name: Type.String(),
    fields: Type.Array(Type.String({ description: 'Code of a field of the form.' })),
  }),
)

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
    formSections: Type.Object(
      { create: Sections, edit: Sections, view: Sections },
      { description: 'Sections of the forms, in their order; fields of a form that no section names stand outside.' },
    ),
    statuses: Type.Array(Type.Object({ id: Type.Integer(), code: Type.String(), name: Type.String() }, more)),
    statusGroups: Type.Array(Type.Object({ id: Uuid, code: Type.String(), name: Type.String() })),
    permissions: Type.Object({}, more),
    rights: Type.Array(Type.String(), {
      description: 'Rights that the caller has to at least some elements of the application.',
    }),
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

export const ModuleSchema = Type.Object(
  {
    __id: Uuid,
    __name: Type.String(),
    code: Type.String(),
    namespace: Type.String({ description: 'Code of the module, which is its own namespace.' }),
    name: Type.String(),
    kind: Type.Enum(['integration', 'telephony']),
    summary: Type.String(),
    description: Type.String(),
    help: Type.String(),
    author: Type.String(),
    website: Type.String(),
    language: Type.String(),
    enabled: Type.Boolean({ description: 'Whether the module is on.' }),
    activities: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), description: Type.String() }), {
      description: 'Activities that processes can use.',
    }),
    __createdAt: Time,
    __createdBy: Uuid,
    __updatedAt: Time,
    __updatedBy: Uuid,
    __deletedAt: Type.Null(),
  },
  { ...more, title: 'Module' },
)

const processRow = {
  __id: Uuid,
  __name: Type.String(),
  name: Type.String(),
  namespace: Type.String({ description: 'Namespace, or the path of the application that has the process.' }),
  code: Type.String(),
  type: Type.Literal('PROCESS'),
  __type: Type.Literal('PROCESS'),
  version: Type.Integer({ description: 'Newest published version.' }),
  description: Type.String(),
  solution: orNull(Type.String()),
  hash: Hash,
  __createdAt: Time,
  __createdBy: Uuid,
  __updatedAt: Time,
  __updatedBy: Uuid,
  __deletedAt: Type.Null(),
}
export const ProcessRow = Type.Object(processRow, { ...more, title: 'ProcessRow' })

export const ProcessSchema = Type.Object(
  {
    ...processRow,
    context: Type.Array(FieldView, { description: 'Variables of the process, described like fields.' }),
    process: Type.Object({
      items: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), type: Type.String(), swimlane: orNull(Type.String()) }),
        { description: 'Elements of the diagram; `type` is the BPMN element, such as userTask.' },
      ),
      transitions: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), source: Type.String(), target: Type.String() }),
      ),
      swimlanes: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    }),
  },
  { ...more, title: 'ProcessSchema' },
)

export const DocumentTemplateRow = Type.Object(
  {
    __id: Uuid,
    __name: Type.String(),
    name: Type.String(),
    namespace: Type.String(),
    code: Type.String(),
    app: orNull(Type.String({ description: 'Code of the application whose elements the template shows.' })),
    version: Type.Integer({ description: 'Incremented by every change of the template.' }),
    description: Type.String(),
    format: Type.String({ description: 'Format of the file: docx or html.' }),
    output: Type.String({ description: 'Format of the documents: docx, html or pdf.' }),
    language: Type.String(),
    field: orNull(Type.String({ description: 'Field of the application that holds the documents.' })),
    inputs: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), type: Type.String() }), {
      description: 'Values that are given when a document is generated.',
    }),
    file: Type.Object({ name: Type.String(), hash: Type.String({ description: 'SHA-256 of the file.' }) }),
    solution: Type.String(),
    hash: Hash,
    __createdAt: Time,
    __createdBy: Uuid,
    __updatedAt: Time,
    __updatedBy: Uuid,
    __deletedAt: Type.Null(),
  },
  { ...more, title: 'DocumentTemplateRow' },
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
        type: Type.String({ description: 'Kind of definition: namespace, application or group.' }),
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

export const Exportable = Type.Object(
  {
    exportable: Type.Boolean(),
    reasons: Type.Array(
      Type.Object({
        code: Type.String({
          description:
            'Kind of the reference: `outside_application`, `outside_group`, or `local_record` for an element of this installation.',
        }),
        path: Type.String({
          description: 'Path of the definition that contains the reference, such as `ref.contacts.counterparty`.',
        }),
        ref: Type.String({
          description: 'Path of the application or group, or id of the element, that the definition refers to.',
        }),
      }),
    ),
  },
  { title: 'Exportable' },
)
