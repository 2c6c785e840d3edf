import { Button } from '@mantine/core'
import { useI18n } from '../../i18n/index.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import css from '../designer.module.css'
import { useFieldChoices } from '../use-field-choices.ts'

/** The fields that a form leaves out, each with a button that puts it into the form. */
export function LeftOut({ codes, onAdd }: { codes: readonly string[]; onAdd: (code: string) => void }) {
  const { t } = useI18n()
  const choices = useFieldChoices()([])
  if (codes.length === 0) return null
  return (
    <fieldset className={css.rows}>
      <legend>{t('designers.leftOut')}</legend>
      <div className={css.buttons}>
        {choices
          .filter(({ value }) => codes.includes(value))
          .map(({ value, label }) => (
            <Button
              key={value}
              size="compact-sm"
              variant="default"
              leftSection={<PlusIcon size={12} />}
              aria-label={t('designers.addToForm', { name: label })}
              onClick={() => onAdd(value)}
            >
              {label}
            </Button>
          ))}
      </div>
    </fieldset>
  )
}
