import type { Page } from 'playwright-core'

/** Waits until a task that was chosen in the list is the one that is open beside it. */
export async function taskIsOpen(page: Page, name: RegExp): Promise<void> {
  await page.waitForURL(/[?&]open=/)
  await page.locator('tr[data-open]').filter({ hasText: name }).waitFor()
  await page.getByRole('complementary').getByText('History', { exact: true }).waitFor()
}
