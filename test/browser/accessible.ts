import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { ConsolePage } from './use-console.ts'

/** The rules of WCAG 2.2, levels A and AA, and the best practices of axe-core. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits until all transitions have ended, because a dialog that is still fading in has other colours. */
const endOfTransitions = `Promise.all(document.getAnimations()
  .filter((each) => each.effect?.getTiming().iterations !== Infinity)
  .map((each) => each.finished.catch(() => {})))`

/**
 * The labels of filled buttons that another button follows in the same row. The main act of a form or a page is the only
 * filled button there and stands last (docs/recipes/words-of-the-console.md).
 */
const misplacedMainActs = `[...document.querySelectorAll('.mantine-Button-root')]
  .filter((button) => (button.dataset.variant ?? 'filled') === 'filled')
  .filter((button) => {
    const row = [...button.parentElement.children]
    return row.slice(row.indexOf(button) + 1).some((next) => next.matches('.mantine-Button-root'))
  })
  .map((button) => 'not the last button of its row, but filled: ' + button.textContent)`

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/**
 * Fails when axe-core finds an accessibility problem in the present state of the page, or when a filled button is not the
 * last one of its row, where people who see the page and people who hear it expect the main act.
 */
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
  told.push(...(await page.evaluate<string[]>(misplacedMainActs)))
  assert.deepEqual(told, [], `${page.url()} in ${await page.evaluate('document.documentElement.lang')}`)
}
