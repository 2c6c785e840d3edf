import { Type } from 'typebox'
import { ElementParams, IdParams, Time, Uuid } from '../../v1/schemas.ts'

/** Path parameters of one subject's grant to one element. */
export const ElementGrantParams = Type.Object({ ...ElementParams.properties, subject: Type.String() })

/** Path parameters of one subject's grant to a file or a directory. */
export const FileGrantParams = Type.Object({ ...IdParams.properties, subject: Type.String() })

export function grantInput<Right extends string>(rights: readonly Right[]) {
  return Type.Object({
    rights: Type.Array(Type.Enum([...rights]), { minItems: 1, maxItems: rights.length, uniqueItems: true }),
    comment: Type.Optional(Type.String({ maxLength: 1000 })),
  })
}

const Grant = Type.Object({
  subject: Uuid,
  kind: Type.String(),
  name: Type.String(),
  rights: Type.Array(Type.String()),
  comment: Type.String(),
  createdAt: Time,
  createdBy: Uuid,
})

export const GrantList = Type.Object({ grants: Type.Array(Grant) })
