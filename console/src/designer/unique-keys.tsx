import { Button, MultiSelect } from '@mantine/core'
import { useI18n } from '../i18n/index.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { CloseIcon, PlusIcon } from '../ui/icons.tsx'
import { listed } from './definition.ts'
import { useDesign } from './design-context.ts'
import css from './designer.module.css'
import { removed, replaced } from './entries.ts'
import { useFieldChoices } from './use-field-choices.ts'

/** The fields, or combinations of fields, whose values no two elements share. */
export function UniqueKeys() {
  const { t } = useI18n()
  const { definition, change, problemAt } = useDesign()
  const choices = useFieldChoices()
  const keys = (definition.unique ?? []).map((key) => (typeof key === 'string' ? [key] : key))
  const set = (next: readonly (readonly string[])[]) =>
    change({ unique: listed(next.map((codes) => (codes.length === 1 ? codes[0]! : codes))) })
  return (
    <fieldset className={css.rows}>
      <legend>{t('designers.uniqueKeys')}</legend>
      {keys.map((codes, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys have no other identity while they are chosen
        <div key={index} className={css.row}>
          <MultiSelect
            aria-label={t('designers.uniqueKey', { position: String(index + 1) })}
            data={choices(codes)}
            value={[...codes]}
            error={problemAt(`unique[${index}]`)}
            onChange={(next) => set(replaced(keys, index, next))}
          />
          <IconButton isPlain label={t('ui.remove')} onClick={() => set(removed(keys, index))}>
            <CloseIcon />
          </IconButton>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<PlusIcon size={12} />}
        onClick={() => set([...keys, []])}
      >
        {t('designers.addUniqueKey')}
      </Button>
    </fieldset>
  )
}
