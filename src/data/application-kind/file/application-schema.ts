import { type Static, Type } from 'typebox'
import { AccessSection } from '../../../access/index.ts'
import { codePattern } from '../../../foundation/kit/codes.ts'
import { title } from '../../../solutions/index.ts'
import { fieldSchema } from '../../../values/index.ts'
import { statusTones } from '../../applications/application.ts'
import { FormsSection } from '../../applications/forms-section.ts'
import { RegistrationSection } from '../../applications/registration-section.ts'

const closed = { additionalProperties: false }

const statusCode = (description: string) => Type.String({ pattern: `^${codePattern}$`, maxLength: 63, description })

const fieldCode = Type.String({ description: 'Code of a field of this application.' })

const StatusEntry = Type.Object(
  {
    code: statusCode('Code of the status, used in the API.'),
    name: title('Title of the status.'),
    id: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Number of the status in the API; the next free number by default.',
      }),
    ),
    group: Type.Optional(statusCode('Code of the status group; the first group by default.')),
    final: Type.Optional(
      Type.Boolean({ description: 'Whether the status is final, so that no other status can follow it.' }),
    ),
    hidden: Type.Optional(Type.Boolean({ description: 'Whether the status is left out of the board.' })),
    tone: Type.Optional(
      Type.Enum([...statusTones], {
        description:
          'What the status says about its element, as a colour of its mark; chosen by its position by default.',
      }),
    ),
    next: Type.Optional(
      Type.Array(statusCode('Code of a status of the same group.'), {
        uniqueItems: true,
        description: 'Codes of the statuses that can follow; all statuses of the group by default.',
      }),
    ),
    by: Type.Optional(
      Type.Literal('process', {
        description:
          'Who gives the status: only processes and administrators, or everyone with the right to edit the element ' +
          '(default).',
      }),
    ),
  },
  closed,
)

const StatusGroupEntry = Type.Object(
  { code: statusCode('Code of the status group.'), name: title('Title of the status group.') },
  closed,
)

const kindWords = ['standard', 'document', 'event', 'dictionary'] as const

/** The schema of an application file, except for its fields, which the field types check. */
export const ApplicationFile = Type.Object(
  {
    name: title('Title of the application in the plural, such as "Contracts".'),
    elementName: Type.Optional(title('Title of one element, such as "Contract".')),
    kind: Type.Optional(
      Type.Union(
        kindWords.map((word) => Type.Literal(word)),
        { description: 'Kind of the application; standard by default.' },
      ),
    ),
    fields: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 500, description: 'Fields of the elements.' })),
    statuses: Type.Optional(
      Type.Array(StatusEntry, {
        maxItems: 200,
        description: 'Statuses of the elements; the first one is the initial status.',
      }),
    ),
    statusGroups: Type.Optional(
      Type.Array(StatusGroupEntry, { maxItems: 50, description: 'Groups into which the statuses are divided.' }),
    ),
    nameTemplate: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'Template of the name of an element (`__name`), such as `{$code} from {$date}` or `No. {$__index}`.',
      }),
    ),
    unique: Type.Optional(
      Type.Array(Type.Union([fieldCode, Type.Array(fieldCode, { minItems: 1, maxItems: 8, uniqueItems: true })]), {
        maxItems: 20,
        description: 'Unique keys; each is a field, or a list of fields, whose values no two elements share.',
      }),
    ),
    access: Type.Optional(AccessSection),
    registration: Type.Optional(RegistrationSection),
    forms: Type.Optional(FormsSection),
  },
  { ...closed, title: 'Chancery: application' },
)
export type ApplicationFile = Static<typeof ApplicationFile>

const fields = Type.Array(fieldSchema, { maxItems: 500, description: 'In the order in which they are shown.' })

/**
 * The schema of an application file for editors, which describes the fields in full. The platform itself lets each
 * field type check its own fields, which gives clearer error messages.
 */
export const publishedApplicationFile = { ...ApplicationFile, properties: { ...ApplicationFile.properties, fields } }
