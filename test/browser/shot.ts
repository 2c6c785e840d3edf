import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConsolePage } from './use-console.ts'

/** Folder of the screenshots; git ignores it. */
export const shotsFolder = fileURLToPath(new URL('../../console/shots', import.meta.url))

/**
 * Writes a screenshot of the page to `console/shots` if `npm run console:shots` runs the tests; otherwise does nothing.
 * `name` is the file name without its extension.
 */
export async function shot(page: ConsolePage, name: string): Promise<void> {
  if (process.env.CONSOLE_SHOTS !== '1') return
  await page.settled()
  mkdirSync(shotsFolder, { recursive: true })
  await page.page.screenshot({ path: join(shotsFolder, `${name}.png`), animations: 'disabled' })
}
