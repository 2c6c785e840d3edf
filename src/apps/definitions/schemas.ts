import { type Static, Type } from 'typebox'
import { codePattern } from '../../kit/codes.ts'
import { AccessSection, VisibleTo } from '../access/schemas.ts'

const solutionCode = (maxLength: number, description: string) =>
  Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength, description })

const title = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })

const statusCode = (description: string) => Type.String({ pattern: `^${codePattern}$`, maxLength: 63, description })

const fieldCode = Type.String({ description: 'Code of a field of this application.' })

const closed = { additionalProperties: false }

export const SolutionFile = Type.Object(
  {
    code: solutionCode(32, 'Name of the solution in addresses; never changes.'),
    name: title('Title for people.'),
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$', description: 'Semantic version: 1.0.0' }),
    dependencies: Type.Optional(
      Type.Array(solutionCode(32, 'Code of a solution that must be deployed.'), {
        uniqueItems: true,
        description: 'Solutions whose applications are used here.',
      }),
    ),
  },
  { ...closed, title: 'Chancery: solution.yaml' },
)

export const NamespaceFile = Type.Object(
  {
    name: title('Title of the section in the menu.'),
    icon: Type.Optional(Type.String({ maxLength: 100, description: 'Name of an icon.' })),
    order: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Place in the menu.' })),
    visibleTo: Type.Optional(VisibleTo),
  },
  { ...closed, title: 'Chancery: namespace.yaml' },
)

const StatusEntry = Type.Object(
  {
    code: statusCode('Code of the status; what a client sends.'),
    name: title('Title of the status.'),
    id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number to keep; else the next free one.' }),
    ),
    group: Type.Optional(statusCode('Code of a group; else the first group.')),
    final: Type.Optional(Type.Boolean({ description: 'Nothing follows.' })),
    hidden: Type.Optional(Type.Boolean({ description: 'Not shown on the board.' })),
    next: Type.Optional(
      Type.Array(statusCode('Code of a status of the same group.'), {
        uniqueItems: true,
        description: 'The only statuses that may follow; else every one of the group.',
      }),
    ),
  },
  closed,
)

const StatusGroupEntry = Type.Object(
  { code: statusCode('Code of the group.'), name: title('Title of the group.') },
  closed,
)

const kindWords = ['standard', 'document', 'event', 'dictionary'] as const

/** The schema of an application file, except for its fields, which the field types check. */
export const ApplicationFile = Type.Object(
  {
    name: title('Title of the application: Contracts.'),
    elementName: Type.Optional(title('What one element is called: Contract.')),
    kind: Type.Optional(
      Type.Union(
        kindWords.map((word) => Type.Literal(word)),
        { description: 'Default: standard.' },
      ),
    ),
    fields: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 500 })),
    statuses: Type.Optional(Type.Array(StatusEntry, { maxItems: 200, description: 'The first is the initial one.' })),
    statusGroups: Type.Optional(Type.Array(StatusGroupEntry, { maxItems: 50 })),
    nameTemplate: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Makes __name: `{$code} from {$date}`, `No. {$__index}`.',
      }),
    ),
    unique: Type.Optional(
      Type.Array(Type.Union([fieldCode, Type.Array(fieldCode, { minItems: 1, maxItems: 8, uniqueItems: true })]), {
        maxItems: 20,
        description: 'A field, or a list of fields, whose values no two elements share.',
      }),
    ),
    access: Type.Optional(AccessSection),
  },
  { ...closed, title: 'Chancery: application' },
)

export const GroupFile = Type.Object(
  {
    name: title('Title of the group: Registrars.'),
    description: Type.Optional(Type.String({ maxLength: 2000, description: 'Who belongs into it, and for what.' })),
    role: Type.Optional(Type.Boolean({ description: 'A role: each installation fills it with its own people.' })),
    default: Type.Optional(Type.Boolean({ description: 'Every user is in it.' })),
    groups: Type.Optional(
      Type.Array(
        Type.String({
          pattern: `^${codePattern}\\.[A-Za-z0-9][A-Za-z0-9_-]*$`,
          description: '`namespace.code` of a group of this solution, of a dependency, or `global`.',
        }),
        { maxItems: 200, uniqueItems: true, description: 'Groups inside: whoever is in them is in this one.' },
      ),
    ),
  },
  { ...closed, title: 'Chancery: group' },
)

export type SolutionFile = Static<typeof SolutionFile>
export type NamespaceFile = Static<typeof NamespaceFile>
export type ApplicationFile = Static<typeof ApplicationFile>
export type GroupFile = Static<typeof GroupFile>
