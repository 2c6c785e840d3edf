import { type Static, Type } from 'typebox'

const solutionCode = (maxLength: number, description: string) =>
  Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength, description })

/** Returns the schema of a title, as files of every kind have one. */
export const title = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })

/** The schema of `solution.yaml`. */
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
  { additionalProperties: false, title: 'Chancery: solution.yaml' },
)

export type SolutionFile = Static<typeof SolutionFile>

/** The texts of `solution.yaml` that may be given in several languages. */
export const solutionTexts = ['name'] as const
