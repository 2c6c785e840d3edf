import { Type } from 'typebox'
import { caseStates, mediaKinds, retentionKinds } from '../../../records/index.ts'
import { caseIdentity, wireCase } from '../../v1/nomenclature/nomenclature-schemas.ts'
import { orNull, Uuid } from '../../v1/schemas.ts'

const opt = Type.Optional
const Text = (maxLength: number) => opt(orNull(Type.String({ maxLength })))

/** All values of a case that users write. */
export const CaseChange = Type.Object({
  ...Type.Partial(Type.Object(wireCase)).properties,
  ...caseIdentity,
  transitional: opt(
    Type.Boolean({ description: 'Whether the case stays open when the nomenclature of the next year is opened.' }),
  ),
  retention: opt(
    orNull(
      Type.Object({
        kind: Type.Enum([...retentionKinds]),
        years: opt(Type.Integer({ minimum: 1, maximum: 1000 })),
        article: opt(Type.String({ maxLength: 100 })),
        expertReview: opt(Type.Boolean()),
      }),
    ),
  ),
  responsible: opt(orNull(Uuid)),
  place: Text(500),
  media: opt(orNull(Type.Enum([...mediaKinds]))),
  note: Text(4000),
})

export const CaseStateInput = Type.Object({
  state: Type.Enum(
    caseStates.filter((state) => state !== 'draft' && state !== 'disposed'),
    { description: 'The new state: draft → active → closed → archived; a closed case can be opened again.' },
  ),
  comment: opt(Type.String({ maxLength: 1000, description: 'Reason for the audit log.' })),
})
