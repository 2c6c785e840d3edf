import type { Page } from 'playwright-core'
import type { ChosenFile, Hands } from './hands.ts'

/** Hands that use the mouse. */
export function mouseHands(page: Page): Hands {
  return {
    press: (target) => target.click(),
    enter: (field, text) => field.fill(text),
    async choose(box, option, typed) {
      await box.click()
      if (typed !== undefined) await box.fill(typed)
      await page.getByRole('option', { name: option }).first().click()
    },
    tick: (box) => box.check(),
    select: (element) => page.locator(`[data-element-id="${element}"] .djs-hit`).first().click({ force: true }),
    async upload(target, files) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), target.click({ force: true })])
      await chooser.setFiles(files as ChosenFile)
    },
  }
}
