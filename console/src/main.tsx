import '@fontsource-variable/golos-text'
import './ui/mantine.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadAhead } from './app/load-ahead.ts'
import { loadAllTexts, loadTexts } from './i18n/loaded-texts.ts'
import { preferences } from './routing/preferences.ts'

const loadRestAfterMs = 2000
const { language } = preferences.get()
document.documentElement.lang = language
const texts = loadTexts(language)
loadAhead()
await texts
const root = document.getElementById('root')!
createRoot(root).render(<App />)
// The frame of index.html stays until the first page is there, because its scripts and data are loaded one after
// another.
new MutationObserver((_, observer) => {
  if (root.querySelector('main, h1') === null) return
  document.getElementById('first-page')?.remove()
  observer.disconnect()
}).observe(root, { childList: true, subtree: true })
// The sign-in dialog and its texts are loaded in advance, because the session may end while the server cannot be
// reached.
setTimeout(() => Promise.all([loadAllTexts(), import('./app/overlays/sign-in-dialog.tsx')]), loadRestAfterMs)
