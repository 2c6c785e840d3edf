import { useCallback } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { type Name, nameText } from './names.ts'

/** Returns a function that shows names in the language of the user. */
export function useNameText(): (name: Name | undefined) => string {
  const { language } = useI18n()
  return useCallback((name) => nameText(name, language), [language])
}
