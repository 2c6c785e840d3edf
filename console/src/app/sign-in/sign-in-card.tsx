import { type ReactNode, useEffect } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { languages, nameOfLanguage } from '../../i18n/texts.ts'
import { changePreferences } from '../../routing/preferences.ts'
import { Mark } from '../../ui/mark.tsx'
import css from './sign-in.module.css'

/** The frame of the pages on which people sign in or set a password: the mark, a title, and the languages. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  const { t, language } = useI18n()
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title, t])
  return (
    <main className={css.page}>
      <div className={css.card}>
        <h1>
          <Mark size={28} /> {title}
        </h1>
        {children}
        <div className={css.languages}>
          {languages.map((each) => (
            <button
              key={each}
              type="button"
              lang={each}
              aria-pressed={each === language}
              onClick={() => void changePreferences({ language: each })}
            >
              {nameOfLanguage(each)}
            </button>
          ))}
        </div>
      </div>
    </main>
  )
}
