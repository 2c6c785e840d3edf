import { useQuery } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { QueryView } from '../../../ui/states.tsx'
import type { Application, Element } from '../../application.ts'
import { ElementFields } from '../../element-fields.tsx'
import { formFields } from '../../form-fields.ts'
import { useCapabilities } from '../../status/element-status.tsx'
import css from '../card.module.css'
import { useCardState } from '../card-state.ts'
import { CardRail } from '../rail/card-rail.tsx'
import { EditForm } from './edit-form.tsx'
import { readEditable } from './editable.ts'

/** The fields of an element, or the form that changes them. */
export function CardFields({ schema, element }: { schema: Application; element: Element }) {
  const { edit, change } = useCardState()
  const { data: capabilities } = useCapabilities(schema, element.__id)
  if (edit && capabilities?.rights.includes('edit') && element.__deletedAt === null)
    return (
      <Editing
        schema={schema}
        id={element.__id}
        readOnly={capabilities.readOnlyFields}
        locked={capabilities.lockedFields}
        onClose={() => change({ edit: undefined })}
      />
    )
  return (
    <div className={css.columns}>
      <div className={css.fields}>
        <ElementFields schema={schema} element={element} foldsEmpty />
      </div>
      <CardRail schema={schema} element={element} />
    </div>
  )
}

function Editing(props: {
  schema: Application
  id: string
  readOnly: readonly string[]
  locked: readonly string[]
  onClose: () => void
}) {
  const { schema, id, readOnly, locked, onClose } = props
  const { t } = useI18n()
  const query = useQuery({
    queryKey: keys.editable(schema.namespace, schema.code, id),
    queryFn: ({ signal }) => readEditable(schema, id, signal),
    // The form keeps the revision with which it was opened.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <QueryView query={query}>
      {(base) => (
        <EditForm
          schema={schema}
          base={base}
          fields={formFields(schema, 'edit', readOnly, t, base.element).map((field) =>
            locked.includes(field.code) ? { ...field, note: t('card.lockedField') } : field,
          )}
          onClose={onClose}
        />
      )}
    </QueryView>
  )
}
