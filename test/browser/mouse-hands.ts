import type { Page } from 'playwright-core'
import type { ChosenFile, Hands } from './hands.ts'
import { selectedShape } from './selected-shape.ts'

/** Distance between the centres of two drawn elements, in pixels. */
const apart = 140

/** Hands that use the mouse. */
export function mouseHands(page: Page): Hands {
  const select = (element: string): Promise<void> =>
    page.locator(`[data-element-id="${element}"] .djs-hit`).first().click({ force: true })
  return {
    press: (target) => target.click(),
    enter: (field, text) => field.fill(text),
    async choose(box, option, typed) {
      await box.click()
      if (typed !== undefined) await box.fill(typed)
      await page.getByRole('option', { name: option }).first().click()
    },
    tick: (box) => box.check(),
    select,
    async append(source, entry) {
      const shape = (id: string) => page.locator(`.djs-shape[data-element-id="${id}"]`)
      const place = async (id: string) => {
        const { x, y, width, height } = (await shape(id).boundingBox())!
        return [x + width / 2, y + height / 2] as const
      }
      const [x, y] = await place(source)
      await entry.click()
      await page.mouse.move(x + apart, y, { steps: 8 })
      await page.mouse.click(x + apart, y)
      const id = await selectedShape(page, source)
      const flows = page.locator('.djs-connection')
      const before = await flows.count()
      await page.locator('.djs-palette [data-action=connect]').click()
      for (const end of [source, id]) {
        const centre = await place(end)
        await page.mouse.move(...centre, { steps: 8 })
        await page.mouse.click(...centre)
      }
      await flows.nth(before).waitFor({ state: 'attached' })
      // The tool ends with the first click after it. The places differ, because two clicks at one place open the name.
      const { width, height } = (await shape(id).boundingBox())!
      const selected = page.locator(`.djs-shape.selected[data-element-id="${id}"]`)
      for (const share of [0.75, 0.6, 0.75, 0.6])
        if ((await selected.count()) === 0)
          await page
            .locator(`[data-element-id="${id}"] .djs-hit`)
            .first()
            .click({ force: true, position: { x: width * share, y: height * 0.2 } })
      await selected.waitFor({ state: 'attached' })
      return id
    },
    async upload(target, files) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), target.click({ force: true })])
      await chooser.setFiles(files as ChosenFile)
    },
  }
}
