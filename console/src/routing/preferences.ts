import { answerLanguage, call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { queryClient } from '../api/query-client.ts'
import { readAgain } from '../api/read-again.ts'
import { createStore } from '../api/store.ts'
import { workspaceQuery } from '../api/workspace.ts'
import { browserLanguage } from '../i18n/index.tsx'

/** The settings of the user as the server stores them. */
type Settings = Operations['getWorkspace']['result']['settings']
/** The settings that are needed before the user has signed in. */
export type Preferences = Pick<Settings, 'language' | 'theme' | 'density'>

const storageKey = 'chancery.preferences'

/** Current language, theme and density, stored for the user or taken from the last user of this browser. */
export const preferences = createStore<Preferences>(read())
answerLanguage.set(preferences.get().language)

function read(): Preferences {
  const defaults: Preferences = { language: browserLanguage(), theme: 'system', density: 'compact' }
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(storageKey) ?? '{}') }
  } catch {
    return defaults
  }
}

/** Number of changes that the server has not stored yet. */
let unstored = 0
let storing: Promise<void> = Promise.resolve()

/**
 * Applies the stored settings of the user, unless the user has changed them and the server has not stored the change
 * yet. Returns whether requests now ask for another language.
 */
export function applyPreferences(stored: Preferences): boolean {
  return unstored === 0 && show(stored)
}

/** Shows settings, and returns whether requests now ask for another language. */
function show({ language, theme, density }: Preferences): boolean {
  const { language: l, theme: t, density: d } = preferences.get()
  if (l === language && t === theme && d === density) return false
  localStorage.setItem(storageKey, JSON.stringify({ language, theme, density }))
  answerLanguage.set(language)
  preferences.set({ language, theme, density })
  return l !== language
}

/** Changes settings at once and stores them on the server when a user is signed in. */
export async function changePreferences(change: Partial<Preferences>): Promise<void> {
  show({ ...preferences.get(), ...change })
  if (!queryClient.getQueryData(workspaceQuery.queryKey)) return
  unstored += 1
  // Changes are stored one after the other, because each request has all settings.
  storing = storing.then(store, store).finally(() => {
    unstored -= 1
  })
  await storing
  // A workspace that is being read may have the old settings.
  readAgain(queryClient, change.language ? [] : workspaceQuery.queryKey)
}

async function store(): Promise<void> {
  const workspace = queryClient.getQueryData(workspaceQuery.queryKey)
  if (!workspace) return
  const { settings } = await call('putMySettings', { body: { ...workspace.settings, ...preferences.get() } })
  queryClient.setQueryData(workspaceQuery.queryKey, (now) => now && { ...now, settings })
}
