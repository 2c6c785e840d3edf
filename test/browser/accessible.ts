import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { ConsolePage } from './use-console.ts'

/** The rules of WCAG 2.2, levels A and AA, and the best practices of axe-core. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits until all transitions have ended, because a dialog that is still fading in has other colours. */
const endOfTransitions = `Promise.all(document.getAnimations()
  .filter((each) => each.effect?.getTiming().iterations !== Infinity)
  .map((each) => each.finished.catch(() => {})))`

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** Fails when axe-core finds an accessibility problem in the present state of the page. */
export async function assertAccessible({ page, settled }: ConsolePage): Promise<void> {
  await settled()
  await page.evaluate(endOfTransitions)
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  const options = {
    runOnly: { type: 'tag', values: tags },
    // Menus and dialogs are at the end of the document, outside of its landmarks, which this rule would report.
    rules: { region: { enabled: false } },
    resultTypes: ['violations'],
    preload: false,
  }
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then((result) => result.violations)`,
  )
  const told = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`),
  )
  assert.deepEqual(told, [], `${page.url()} in ${await page.evaluate('document.documentElement.lang')}`)
}
