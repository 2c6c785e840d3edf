import { FieldsForm } from '../../../fields/fields-form.tsx'
import { MergeFields } from '../../../fields/merge-fields.tsx'
import { type FormField, useForm } from '../../../fields/use-form.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { FormButtons } from '../../../ui/form-buttons.tsx'
import type { Application } from '../../application.ts'
import { DraftNotice } from '../../draft-notice.tsx'
import css from '../card.module.css'
import type { Editable } from './editable.ts'
import { useSaveElement } from './use-save-element.ts'

interface Props {
  readonly schema: Application
  readonly base: Editable
  readonly fields: readonly FormField[]
  readonly onClose: () => void
}

/** The form of an element. When somebody else changed the same fields, it shows both values and a choice for each. */
export function EditForm({ schema, base, fields, onClose }: Props) {
  const { t } = useI18n()
  const { element } = base
  const draftKey = `${schema.namespace}.${schema.code}.${element.__id}`
  const form = useForm({ fields, initial: element, draftKey })
  const close = () => {
    form.forgetDraft()
    onClose()
  }
  const cancel = () => {
    form.reset()
    close()
  }
  const { save, saveChosen, leaveConflict, conflict, isBusy, error } = useSaveElement({
    schema,
    base,
    fields,
    onSaved: close,
  })
  if (conflict)
    return (
      <div className={css.merge}>
        <MergeFields
          fields={fields.filter(({ code }) => conflict.codes.includes(code))}
          mine={form.values}
          theirs={conflict.theirs.element}
          onChoose={saveChosen}
          error={error}
          isBusy={isBusy}
          leave={t('card.backToForm')}
          onLeave={leaveConflict}
        />
      </div>
    )
  return (
    <>
      {form.hasDraft && <DraftNotice onDiscard={form.reset} />}
      <FieldsForm
        form={form}
        sections={schema.formSections.edit}
        onSubmit={() => form.check() && save(form.values, { onError: form.refuse })}
        isMain
        isBusy={isBusy}
        buttons={<FormButtons action={t('ui.save')} isBusy={isBusy} staysWhileBusy onClose={cancel} />}
      />
    </>
  )
}
