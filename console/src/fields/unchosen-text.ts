/** A search box whose text may not be chosen yet. */
export interface SearchedBox {
  /** The input of the box; null while it is not shown. */
  readonly input: () => HTMLElement | null
  /** Waits for a search that is running. Resolves with whether the box has no text that is not chosen. */
  readonly isChosen: () => Promise<boolean>
  /** Says at the box that its text is not chosen. */
  readonly complain: () => void
  /** Whether the box has a text that is not chosen. */
  readonly hasText: () => boolean
}

const boxes = new Set<SearchedBox>()
const passed = new WeakSet<HTMLElement>()

/** Registers a search box while it is mounted; returns the function that removes it. */
export function registerBox(box: SearchedBox): () => void {
  boxes.add(box)
  return () => boxes.delete(box)
}

const boxesIn = (place: Node): readonly SearchedBox[] =>
  [...boxes].filter(({ input, hasText }) => hasText() && place.contains(input()))

/**
 * Waits for the searches of a place of the page, and moves the focus to the first box whose text is still not chosen.
 * Resolves with whether there is none.
 */
export async function areTextsChosen(place: Node): Promise<boolean> {
  const waiting = boxesIn(place)
  const answers = await Promise.all(waiting.map(async (box) => ((await box.isChosen()) ? undefined : box)))
  const unchosen = answers.filter((box) => box !== undefined)
  for (const box of unchosen) box.complain()
  unchosen[0]?.input()?.focus()
  return unchosen.length === 0
}

/**
 * Keeps a form from being sent while a search box in it has a text that is not chosen, instead of dropping the text. A
 * form that waits for a search is sent afterwards.
 */
export function holdUnchosenText(event: SubmitEvent): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || passed.delete(form) || boxesIn(form).length === 0) return
  event.preventDefault()
  event.stopPropagation()
  void areTextsChosen(form).then((areChosen) => {
    if (!areChosen || !form.isConnected) return
    passed.add(form)
    // The chosen values reach the form with the next rendering.
    setTimeout(() => form.requestSubmit(), 0)
  })
}
