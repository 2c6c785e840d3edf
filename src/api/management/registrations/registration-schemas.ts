import { Type } from 'typebox'
import { AnyObject, orNull, Time, Uuid } from '../../v1/schemas.ts'

const opt = Type.Optional
const Text = (maxLength: number, description: string) => opt(Type.String({ maxLength, description }))

/**
 * Returns the schema of a day such as 2026-05-31. The schema accepts days that no calendar has; the room refuses them.
 */
export const Day = (description: string) => opt(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description }))

export const CardInput = Type.Object(
  {
    correspondentNumber: Text(300, 'Number that the correspondent gave the document.'),
    correspondentDate: Day('Date that the correspondent gave the document.'),
    sheets: opt(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Number of sheets.' })),
    delivery: Text(200, 'How the document was delivered.'),
    comment: Text(4000, 'Comment of the registrar.'),
    paperAt: Text(500, 'Where the paper original is. A document on paper needs no file.'),
  },
  { description: 'Further values of the registration card.' },
)

export const NumberText = opt(
  Type.String({ minLength: 1, maxLength: 300, description: 'Number, for cases whose numbers are typed.' }),
)

export const RegistrationView = Type.Object(
  {
    __id: Uuid,
    id: Uuid,
    nomenclatureId: Uuid,
    number: Type.String(),
    status: Type.Enum(['registered', 'reserved', 'cancelled']),
    date: orNull(Type.String()),
    registeredAt: Time,
    registeredBy: Uuid,
    element: orNull(AnyObject),
    card: AnyObject,
  },
  { additionalProperties: true, title: 'Registration' },
)

export const RegistrationResult = Type.Object(
  {
    item: RegistrationView,
    warnings: Type.Array(Type.String(), {
      description: 'What is allowed but unusual, such as a date before the date of an earlier number.',
    }),
  },
  { title: 'RegistrationResult' },
)
