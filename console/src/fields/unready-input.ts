/**
 * An input whose value may not be ready to be sent: a text that is not chosen yet, or a file that is being uploaded.
 */
export interface UnreadyInput {
  /** The element that gets the focus; null while it is not shown. */
  readonly element: () => HTMLElement | null
  /** Whether the input has something that is not part of its value yet. */
  readonly isUnready: () => boolean
  /** Waits for a search or an upload that is running. Resolves with whether the value is complete. */
  readonly ready: () => Promise<boolean>
  /** Says at the input why its value is not complete. */
  readonly complain: () => void
}

const inputs = new Set<UnreadyInput>()
const waiting = new WeakSet<HTMLElement>()
const passed = new WeakSet<HTMLElement>()

/** Registers an input while it is mounted; returns the function that removes it. */
export function registerInput(input: UnreadyInput): () => void {
  inputs.add(input)
  return () => inputs.delete(input)
}

const unreadyIn = (place: Node): readonly UnreadyInput[] =>
  [...inputs].filter(({ element, isUnready }) => isUnready() && place.contains(element()))

/**
 * Waits for the searches and uploads of a place of the page, and moves the focus to the first input whose value is
 * still not complete. Resolves with whether there is none.
 */
export async function areInputsReady(place: Node): Promise<boolean> {
  const answers = await Promise.all(unreadyIn(place).map(async (input) => ((await input.ready()) ? undefined : input)))
  const unready = answers.filter((input) => input !== undefined)
  for (const input of unready) input.complain()
  unready[0]?.element()?.focus()
  return unready.length === 0
}

/**
 * Keeps a form from being sent while an input in it is not ready, instead of dropping a text or a file. A form that
 * waits for a search or an upload is sent afterwards, once, by the button that was pressed first.
 */
export function holdUnreadyForm(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || passed.delete(form) || unreadyIn(form).length === 0) return
  event.preventDefault()
  event.stopPropagation()
  if (waiting.has(form)) return
  waiting.add(form)
  void areInputsReady(form).then((areReady) => {
    waiting.delete(form)
    if (!areReady || !form.isConnected) return
    passed.add(form)
    // The chosen values reach the form with the next rendering.
    setTimeout(() => form.requestSubmit(submitter?.isConnected ? submitter : null), 0)
  })
}
