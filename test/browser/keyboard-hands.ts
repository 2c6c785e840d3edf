import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { ChosenFile, Hands } from './hands.ts'
import { selectedShape } from './selected-shape.ts'

/** Maximum number of key presses to reach an element; more than any page needs. */
const maxPresses = 250
/** Maximum number of key presses to reach an element of a diagram; no test draws more elements. */
const maxElements = 50

/** The part of an element of the page that the functions below use; they run in the browser. */
interface PageElement {
  readonly tabIndex: number
  readonly outerHTML: string
  readonly type?: string
  readonly role: string | null
  readonly ownerDocument: { readonly activeElement: PageElement; readonly body: PageElement }
  closest(selector: string): PageElement | null
  contains(other: PageElement): boolean
  compareDocumentPosition(other: PageElement): number
}

/**
 * Returns the key that moves the focus closer to an element; `''` when the element has the focus. Inside a list of
 * rows, tabs, options or radio buttons, the arrow keys move the focus; everywhere else, Tab does.
 */
function keyTowards(element: PageElement): string {
  const { activeElement: active, body } = element.ownerDocument
  if (element === active) return ''
  const preceding = 2
  const isBefore = (active.compareDocumentPosition(element) & preceding) !== 0
  const group = element.closest(
    'tbody, [role=tablist], [role=toolbar], [role=menu], [role=radiogroup], [role=tree], [role=grid], ol',
  )
  const isRoving = element.tabIndex < 0 || element.type === 'radio'
  if (isRoving && group?.contains(active)) {
    if (group.role === 'tablist') return isBefore ? 'ArrowLeft' : 'ArrowRight'
    return isBefore ? 'ArrowUp' : 'ArrowDown'
  }
  return isBefore && active !== body ? 'Shift+Tab' : 'Tab'
}

/** Returns the markup of an element and of the element that has the focus. */
const markup = (element: PageElement): readonly string[] =>
  [element, element.ownerDocument.activeElement].map(({ outerHTML }) => outerHTML.slice(0, 300))

/** Waits for two frames. A page that is still being drawn may move the focus again, so keys wait until it settles. */
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))'

/** Moves the focus to an element with Tab and the arrow keys. Throws when the element cannot be reached. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  let isSettled = false
  for (let presses = 0; presses < maxPresses; presses++) {
    const key = await target.evaluate(keyTowards as (element: unknown) => string)
    if (key !== '') await page.keyboard.press(key)
    else if (isSettled) return
    else await page.evaluate(twoFrames)
    isSettled = key === ''
  }
  const [wanted, focused] = await target.evaluate(markup as (element: unknown) => readonly string[])
  assert.fail(`the keyboard does not reach ${wanted}\nthe focus is at ${focused}`)
}

const isEnabled = async (target: Locator): Promise<void> => {
  const element = await target.elementHandle()
  await element?.waitForElementState('enabled')
}

/** Hands that use the keyboard alone. */
export function keyboardHands(page: Page): Hands {
  const { keyboard } = page
  // Choosers of files are reported from the first listener on. A listener that is added together with the key press may
  // be too late, and then the chooser is never reported.
  page.on('filechooser', () => {})
  const select = async (element: string): Promise<void> => {
    await reach(page, page.getByRole('application'))
    const wanted = page.locator(`.djs-element.selected[data-element-id="${element}"]`)
    for (const arrow of ['ArrowDown', 'ArrowUp'])
      for (let presses = 0; presses < maxElements; presses++) {
        if ((await wanted.count()) > 0) return
        await keyboard.press(arrow)
      }
    assert.fail(`the arrows do not reach the element ${element}`)
  }
  return {
    async press(target) {
      await isEnabled(target)
      await reach(page, target)
      await keyboard.press('Enter')
    },
    async enter(field, text) {
      await reach(page, field)
      await keyboard.press('Control+A')
      if (text === '') await keyboard.press('Delete')
      else await keyboard.insertText(text)
    },
    async choose(box, option, typed) {
      await reach(page, box)
      if (typed !== undefined) {
        await keyboard.press('Control+A')
        await keyboard.type(typed)
      } else await keyboard.press('ArrowDown')
      const wanted = page.getByRole('option', { name: option }).first()
      await wanted.waitFor()
      for (let presses = 0; presses < maxPresses; presses++) {
        if ((await wanted.getAttribute('data-combobox-selected')) !== null) {
          await keyboard.press('Enter')
          return
        }
        await keyboard.press('ArrowDown')
      }
      assert.fail(`the arrows do not reach the option ${option}`)
    },
    async tick(box) {
      const row = box.locator('xpath=ancestor::tr')
      const isOfRow = (await box.getAttribute('tabindex')) === '-1' && (await row.count()) > 0
      await reach(page, isOfRow ? row : box)
      await keyboard.press(isOfRow ? 'x' : 'Space')
      assert.equal(await box.isChecked(), true)
    },
    select,
    async append(source, entry) {
      await select(source)
      await reach(page, entry)
      await keyboard.press('Enter')
      return selectedShape(page, source)
    },
    async upload(target, files) {
      await reach(page, target)
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Space')])
      await chooser.setFiles(files as ChosenFile)
    },
  }
}
