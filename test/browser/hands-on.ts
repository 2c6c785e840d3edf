import type { Page } from 'playwright-core'
import type { Hands } from './hands.ts'
import { keyboardHands } from './keyboard-hands.ts'
import { mouseHands } from './mouse-hands.ts'

export type Way = 'mouse' | 'keyboard'

/** Returns the hands that use the mouse, or the keyboard alone. */
export function handsOn(page: Page, way: Way): Hands {
  return way === 'keyboard' ? keyboardHands(page) : mouseHands(page)
}
