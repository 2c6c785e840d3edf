import { Link } from '@tanstack/react-router'
import type { FieldType, ShowProps } from '../field-type.ts'

/** An element of any application. */
export interface AnyReference {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

export const anyReferenceType: FieldType = {
  code: 'REF_ITEM',
  Show: ({ value, isInList }: ShowProps) =>
    (value as AnyReference[]).map(({ namespace, code, id }) => {
      const text = `${namespace}.${code}`
      return isInList ? (
        <span key={id}>{text} </span>
      ) : (
        <div key={id}>
          <Link to={`/apps/${namespace}/${code}/${id}` as '/'}>{text}</Link>
        </div>
      )
    }),
  filter: () => 'empty',
  isSortable: false,
}
