import { type Static, Type } from 'typebox'
import { AccessSection, VisibleTo } from '../access/index.ts'
import { codePattern } from '../foundation/kit/codes.ts'

const solutionCode = (maxLength: number, description: string) =>
  Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength, description })

const title = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })

const statusCode = (description: string) => Type.String({ pattern: `^${codePattern}$`, maxLength: 63, description })

const fieldCode = Type.String({ description: 'Code of a field of this application.' })

const closed = { additionalProperties: false }

export const SolutionFile = Type.Object(
  {
    code: solutionCode(32, 'Code of the solution in the API; cannot be changed later.'),
    name: title('Title of the solution, shown to users.'),
    version: Type.String({
      pattern: '^\\d+\\.\\d+\\.\\d+$',
      description: 'Semantic version of the solution, such as 1.0.0.',
    }),
    dependencies: Type.Optional(
      Type.Array(solutionCode(32, 'Code of a solution that must be deployed first.'), {
        uniqueItems: true,
        description: 'Codes of the solutions to whose applications and groups this solution refers.',
      }),
    ),
  },
  { ...closed, title: 'Chancery: solution.yaml' },
)

export const NamespaceFile = Type.Object(
  {
    name: title('Title of the namespace in the menu.'),
    icon: Type.Optional(Type.String({ maxLength: 100, description: 'Name of the icon in the menu.' })),
    order: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description: 'Position of the namespace in the menu; lower numbers come first.',
      }),
    ),
    visibleTo: Type.Optional(VisibleTo),
  },
  { ...closed, title: 'Chancery: namespace.yaml' },
)

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
    next: Type.Optional(
      Type.Array(statusCode('Code of a status of the same group.'), {
        uniqueItems: true,
        description: 'Codes of the statuses that can follow; all statuses of the group by default.',
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
  },
  { ...closed, title: 'Chancery: application' },
)

export const GroupFile = Type.Object(
  {
    name: title('Title of the group, such as "Registrars".'),
    description: Type.Optional(Type.String({ maxLength: 2000, description: 'Purpose and members of the group.' })),
    role: Type.Optional(
      Type.Boolean({ description: 'Whether the group is a role, which each installation fills with its own people.' }),
    ),
    default: Type.Optional(Type.Boolean({ description: 'Whether the group contains every user.' })),
    groups: Type.Optional(
      Type.Array(
        Type.String({
          pattern: `^${codePattern}\\.[A-Za-z0-9][A-Za-z0-9_-]*$`,
          description:
            'Path (`namespace.code`) of a group of this solution, of a dependency, or of the namespace `global`.',
        }),
        {
          maxItems: 200,
          uniqueItems: true,
          description: 'Paths of the groups that this group contains; their members are members of this group.',
        },
      ),
    ),
  },
  { ...closed, title: 'Chancery: group' },
)

export type SolutionFile = Static<typeof SolutionFile>
export type NamespaceFile = Static<typeof NamespaceFile>
export type ApplicationFile = Static<typeof ApplicationFile>
export type GroupFile = Static<typeof GroupFile>
