import { type Static, Type } from 'typebox'
import { codePattern } from '../../../foundation/kit/codes.ts'
import { title } from '../../../solutions/index.ts'

/** The schema of a group file. */
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
  { additionalProperties: false, title: 'Chancery: group' },
)
export type GroupFile = Static<typeof GroupFile>
