import type { Page } from 'playwright-core'

/** Waits until a shape of the diagram other than `former` is selected; returns its id. */
export async function selectedShape(page: Page, former: string): Promise<string> {
  const shape = page.locator(`.djs-shape.selected:not([data-element-id="${former}"])`).first()
  await shape.waitFor({ state: 'attached' })
  return (await shape.getAttribute('data-element-id'))!
}
