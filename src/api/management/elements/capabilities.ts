import { Type } from 'typebox'
import { elementRights, statusObstacles } from '../../../data/index.ts'
import { orNull } from '../../v1/schemas.ts'

const StatusCapability = Type.Object({
  code: Type.String(),
  isAllowed: Type.Boolean(),
  obstacle: orNull(
    Type.Enum([...statusObstacles], {
      description:
        'Why the status is not allowed: the caller lacks the `right` to change the element; the status cannot follow the present ' +
        'one (`order`); it comes with the `registration` of the element or is given by a `process`; or new elements begin with ' +
        'another status (`beginning`).',
    }),
  ),
  reason: orNull(Type.String({ description: 'Sentence for people; null when the status is allowed.' })),
})

/** What a caller may do with the elements of an application, as the management API shows it. */
export const Capabilities = Type.Object({
  rights: Type.Array(Type.Enum([...elementRights.all])),
  statuses: Type.Array(StatusCapability),
  registration: Type.Enum(['none', 'off', 'others', 'caller'], {
    description:
      'Who can register elements of the application in cases: nobody (`none`), nobody any longer (`off`), only `others` ' +
      '(processes or members of some groups), or the `caller` as well. The caller also needs the right `register` to the office of the case.',
  }),
  readOnlyFields: Type.Array(Type.String(), {
    description: 'Codes of the visible fields that the caller cannot change; with `__name` when the name is fixed.',
  }),
})

/** What a caller may do with one element. */
export const ElementCapabilities = Type.Object({
  ...Capabilities.properties,
  statuses: Type.Array(
    Type.Object({
      ...StatusCapability.properties,
      isReversible: Type.Boolean({
        description: 'Whether the status is allowed and can be followed by the present status of the element.',
      }),
    }),
  ),
  lockedFields: Type.Array(Type.String(), {
    description: 'Codes of the visible fields that the registration of the element has fixed.',
  }),
})
