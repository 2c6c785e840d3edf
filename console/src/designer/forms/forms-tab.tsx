import { Button } from '@mantine/core'
import { useI18n } from '../../i18n/index.tsx'
import { ListIcon } from '../../ui/icons.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { FormEntry, FormKey } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { formKeys } from '../problems.ts'
import { FormEditor } from './form-editor.tsx'
import { defaultEntries } from './form-rows.ts'
import { withForm } from './forms-of-fields.ts'

/** The forms of the elements: the fields of each form, with their order and sections. */
export function FormsTab(props: {
  form: FormKey | undefined
  open: number | undefined
  onOpen: (form: FormKey, index: number | undefined) => void
}) {
  const { form = 'create', open, onOpen } = props
  const { t } = useI18n()
  const { definition, change, problemAt } = useDesign()
  const { forms = {}, fields = [] } = definition
  const entries = forms[form]
  const codes = fields.map(({ code }) => code).filter((code) => code !== '')
  const set = (next: readonly FormEntry[] | undefined, what?: string) =>
    change({ forms: withForm(forms, form, next) }, what)
  const problem = problemAt(`forms.${form}`)
  return (
    <div className={css.formsTab}>
      <div className={css.buttons}>
        <Segments
          label={t('designers.form')}
          segments={formKeys.map((key) => ({ key, label: t(`designers.form_${key}`) }))}
          selected={form}
          onSelect={(key) => onOpen(key as FormKey, undefined)}
        />
        {entries && (
          <Button size="compact-md" variant="default" onClick={() => set(undefined)}>
            {t(`designers.formReset_${form}`)}
          </Button>
        )}
      </div>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {entries ? (
        <FormEditor
          key={form}
          form={form}
          entries={entries}
          codes={codes}
          open={open}
          onOpen={(index) => onOpen(form, index)}
          onChange={set}
        />
      ) : (
        <EmptyState
          icon={<ListIcon size={28} />}
          title={t('designers.formNotDescribed')}
          text={t(`designers.formDefault_${form}`)}
        >
          <Button onClick={() => set(defaultEntries(forms, form, codes))}>{t('designers.describeForm')}</Button>
        </EmptyState>
      )}
    </div>
  )
}
