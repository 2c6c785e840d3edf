import { Link } from '@tanstack/react-router'
import { useElementNames } from '../../../api/names.ts'
import type { DisplayProps } from '../../field-type.ts'
import { unloadedIds } from '../../named-entries.ts'
import { Names } from '../../names.tsx'

/** References to elements of one application. */
export const ReferenceDisplay = ({ value, field, isInList }: DisplayProps) => (
  <Names
    value={value}
    isInList={isInList}
    names={useElementNames(field.data, unloadedIds(value))}
    link={
      field.data.code === undefined
        ? undefined
        : ({ __id }, name) => <Link to={`/apps/${field.data.namespace}/${field.data.code}/${__id}` as '/'}>{name}</Link>
    }
  />
)
