import { type Static, Type } from 'typebox'
import { VisibleTo } from '../../access/index.ts'
import { title } from '../../solutions/index.ts'

/** The schema of a file `namespace.yaml`. */
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
  { additionalProperties: false, title: 'Chancery: namespace.yaml' },
)
export type NamespaceFile = Static<typeof NamespaceFile>
