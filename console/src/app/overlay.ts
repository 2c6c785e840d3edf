import { createStore } from '../api/store.ts'

/** Which overlay of the shell is open. */
export const overlay = createStore<'palette' | 'help' | 'navigation' | undefined>(undefined)

export const openPalette = (): void => overlay.set('palette')
export const closeOverlay = (): void => overlay.set(undefined)
