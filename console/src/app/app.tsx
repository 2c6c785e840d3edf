import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useStore } from '../api/store.ts'
import { I18nProvider } from '../i18n/index.tsx'
import { loadedTexts, loadTexts } from '../i18n/loaded-texts.ts'
import { preferences } from '../routing/preferences.ts'
import { theme } from '../theme.ts'
import { lazily } from '../ui/lazily.ts'
import { MissingRightContext } from '../ui/states.tsx'
import { router } from './router.tsx'

const MissingRight = lazily(async () => (await import('../access/missing-right.tsx')).MissingRight)

const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const subscribe = (listener: () => void) => {
  darkSystem.addEventListener('change', listener)
  return () => darkSystem.removeEventListener('change', listener)
}

/** The whole console; loads the texts of the new language when the user changes the language. */
export function App() {
  const { language, theme: wanted, density } = useStore(preferences)
  const isSystemDark = useSyncExternalStore(subscribe, () => darkSystem.matches)
  const loaded = useStore(loadedTexts)
  useEffect(() => {
    void loadTexts(language)
  }, [language])
  // Screen readers choose their voice by the language of the texts that are shown.
  useEffect(() => {
    document.documentElement.lang = loaded.language
  }, [loaded.language])
  useEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  const scheme = wanted === 'system' ? (isSystemDark ? 'dark' : 'light') : wanted
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <I18nProvider language={loaded.language} texts={loaded.texts}>
          <MissingRightContext value={MissingRight}>
            <RouterProvider router={router} />
          </MissingRightContext>
        </I18nProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}
