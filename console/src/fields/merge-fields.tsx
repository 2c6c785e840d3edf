import { Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { FormButtons } from '../ui/form-buttons.tsx'
import { ErrorMessage } from '../ui/states.tsx'
import { FieldValue } from './field-value.tsx'
import css from './merge-fields.module.css'
import type { FormField } from './use-form.ts'

type Values = Readonly<Record<string, unknown>>
type Side = 'mine' | 'theirs'

interface Props {
  /** Fields that the user and another user have changed to different values. */
  readonly fields: readonly FormField[]
  readonly mine: Values
  readonly theirs: Values
  /** Called with the chosen value of each field. */
  readonly onChoose: (values: Values) => void
  /** Why the chosen values could not be saved. */
  readonly error: unknown
  readonly isBusy: boolean
  /** Label of the button that leaves the choice. */
  readonly leave: string
  readonly onLeave: () => void
}

/**
 * Shows both values of each field in a conflict, and lets the user choose. The user's own are preselected.
 */
export function MergeFields({ fields, mine, theirs, onChoose, error, isBusy, leave, onLeave }: Props) {
  const { t } = useI18n()
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const sideOf = (code: string): Side => sides[code] ?? 'mine'
  const chosen = () =>
    Object.fromEntries(fields.map(({ code }) => [code, (sideOf(code) === 'mine' ? mine : theirs)[code] ?? null]))
  return (
    <section className={css.merge} aria-label={t('fields.anotherVersion')}>
      <h2>{t('fields.anotherVersion')}</h2>
      <p>{t('fields.anotherVersionText')}</p>
      {fields.map((field) => (
        <Radio.Group
          key={field.code}
          label={field.label}
          value={sideOf(field.code)}
          onChange={(side) => setSides({ ...sides, [field.code]: side as Side })}
        >
          <div className={css.sides}>
            {(['mine', 'theirs'] as const).map((side) => (
              <Radio
                key={side}
                value={side}
                label={
                  <>
                    <small>{t(side === 'mine' ? 'fields.mine' : 'fields.theirs')}</small>
                    <FieldValue field={field} value={(side === 'mine' ? mine : theirs)[field.code]} />
                  </>
                }
              />
            ))}
          </div>
        </Radio.Group>
      ))}
      {Boolean(error) && <ErrorMessage error={error} />}
      <FormButtons
        action={t('fields.saveChosen')}
        isBusy={isBusy}
        leave={leave}
        onAct={() => onChoose(chosen())}
        onClose={onLeave}
      />
    </section>
  )
}
