import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where Linux distributions install Chromium; the environment variable CHROMIUM takes precedence. */
const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of the program of Chromium; undefined when Chromium is not installed. */
export const chromiumPath = places.find((path) => path !== undefined && existsSync(path))

/** Starts Chromium without a window. */
export function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('Chromium is not installed')
  // The sandbox of Chromium refuses to run as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: chromiumPath, args })
}
