/** Time in ms after a change of the page. Within this time, a new part of the page can take the focus itself. */
const ownFocusMs = 100

/** The element that had the focus last, with its ancestors at that time, nearest first. */
interface Focused {
  readonly element: Element
  readonly ancestors: readonly Element[]
  /** Whether the element has been disabled since, as a button is while its action runs. */
  wasDisabled: boolean
}

/**
 * Restores the focus when the focused element disappears or is disabled. Browsers then focus the whole document, and
 * a person with a keyboard has to start at the top. An element that is enabled again gets the focus back. When the
 * focused element is gone, a row or heading near it gets the focus. Returns a function that stops this behavior.
 */
export function keepFocus(): () => void {
  let last: Focused | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = ({ target }: FocusEvent) => {
    const element = target as Element
    const ancestors: Element[] = []
    for (let at = element.parentElement; at !== null; at = at.parentElement) ancestors.push(at)
    last = { element, ancestors, wasDisabled: false }
  }
  // A click beside all controls takes the focus away on purpose.
  const forget = () => {
    last = undefined
  }
  const restore = () => {
    timer = undefined
    if (last === undefined) return
    const { element, ancestors, wasDisabled } = last
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isLost || (element.isConnected && (element.matches(':disabled') || !wasDisabled))) return
    focusOn(element.isConnected ? element : nextTo(ancestors))
  }
  const watch = new MutationObserver(() => {
    if (last?.element.matches(':disabled')) last.wasDisabled = true
    timer ??= setTimeout(restore, ownFocusMs)
  })
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', forget)
  return () => {
    watch.disconnect()
    clearTimeout(timer)
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget)
  }
}

/**
 * Returns what gets the focus in place of an element that is gone: the row that was open, or the nearest heading;
 * undefined while the page has neither, because it is still loading.
 */
function nextTo(ancestors: readonly Element[]): Element | undefined {
  const main = document.getElementById('content')
  const lost = ancestors.find((one) => one.matches('aside, [role=dialog]'))
  const place = lost?.isConnected ? lost : (lost?.matches('aside') && main?.querySelector('aside')) || main
  const row = lost?.matches('aside') && place === main ? main?.querySelector('tbody tr[tabindex="0"]') : undefined
  return row ?? place?.querySelector('h1, h2') ?? undefined
}

function focusOn(element: Element | undefined): void {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return
  if (element.matches('h1, h2') && !element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}
