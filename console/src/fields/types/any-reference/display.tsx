import { Link } from '@tanstack/react-router'
import type { DisplayProps } from '../../field-type.ts'
import type { AnyReference } from './type.ts'

export const AnyReferenceDisplay = ({ value, isInList }: DisplayProps) =>
  (value as AnyReference[]).map(({ namespace, code, id }) => {
    const text = `${namespace}.${code}`
    return isInList ? (
      <span key={id}>{text} </span>
    ) : (
      <div key={id}>
        <Link to={`/apps/${namespace}/${code}/${id}` as '/'}>{text}</Link>
      </div>
    )
  })
