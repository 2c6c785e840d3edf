import { TextInput } from '@mantine/core'
import { type Ref, use } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { languages } from '../i18n/texts.ts'
import { DesignContext } from './design-context.ts'
import css from './designer.module.css'
import { type Name, nameText, withText } from './names.ts'

/**
 * An input for a name in a definition: one text, or one for each language. `path` is the place of the name in the
 * definition, for the messages of problems. In rows, the label is for screen readers only, and the languages are chosen
 * for all rows.
 */
export function NameInput(props: {
  label: string
  value: Name | undefined
  onChange: (name: Name | undefined) => void
  path?: string
  description?: string
  placeholder?: string
  error?: string | undefined
  isRequired?: boolean
  isInRow?: boolean
  inputRef?: Ref<HTMLInputElement>
}) {
  const { label, value, onChange, path, description, placeholder, error, isRequired, isInRow = false, inputRef } = props
  const { t, language } = useI18n()
  const problemAt = use(DesignContext)?.problemAt
  const shown = path === undefined ? error : (error ?? problemAt?.(path))
  const common = (text: string) => ({
    ...(isInRow ? { 'aria-label': text } : { label: text }),
    ...{ maxLength: 200, placeholder, required: isRequired ?? false },
  })
  if (typeof value !== 'object')
    return (
      <TextInput
        {...common(label)}
        ref={inputRef}
        description={description}
        error={shown}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        {...(!isInRow &&
          path !== undefined &&
          value && {
            inputWrapperOrder: ['label', 'description', 'input', 'error'],
            rightSectionWidth: 'auto',
            rightSection: (
              <button type="button" className={css.languages} onClick={() => onChange({ [language]: value })}>
                {t('designers.inLanguages')}
              </button>
            ),
          })}
      />
    )
  const all = [...new Set([...languages, ...Object.keys(value)])]
  return (
    <div className={css.texts}>
      {all.map((each, index) => (
        <TextInput
          {...common(`${label} (${languageName(each, language)})`)}
          key={each}
          lang={each}
          ref={index === 0 ? inputRef : undefined}
          description={index === 0 ? description : undefined}
          error={(index === 0 && shown) || (path !== undefined && problemAt?.(`${path}.${each}`))}
          required={false}
          placeholder={isInRow ? languageName(each, language) : nameText(value, each)}
          value={value[each] ?? ''}
          onChange={({ currentTarget }) => onChange(withText(value, each, currentTarget.value))}
        />
      ))}
    </div>
  )
}

function languageName(code: string, inLanguage: string): string {
  try {
    return new Intl.DisplayNames(inLanguage, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
