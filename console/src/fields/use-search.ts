import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { registerInput } from './unready-input.ts'

const waitMs = 200

/** Something that can be chosen. */
export interface Choice {
  readonly id: string
  readonly name: string
}

/** Which hit is chosen without a click: the first one after Enter, or the only one with the typed name after a blur. */
type Wish = 'first' | 'named'

interface Options {
  readonly input: RefObject<HTMLInputElement | null>
  readonly queryKey: readonly unknown[]
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>
  /** The name of the chosen entry, which the box shows; undefined for a box with several entries. */
  readonly name: string | undefined
  readonly onChoose: (choice: Choice) => void
}

/**
 * Holds the typed text of a search box and what the server finds for it. `found` belongs to the typed text: it is
 * undefined while the server is asked, so that nobody chooses what an older text has found. `choose` chooses as soon as
 * the server has answered.
 */
export function useSearch({ input, queryKey, search, name, onChoose }: Options) {
  const [typed, setTyped] = useState<string>()
  const [asked, setAsked] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isUnchosen, setUnchosen] = useState(false)
  const [wish, setWish] = useState<Wish>()
  const text = (typed ?? '').trim()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), waitMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data, isError } = useQuery({
    queryKey: [...queryKey, asked],
    queryFn: ({ signal }) => search(asked, signal),
    enabled: isOpen || asked !== '',
  })
  const found = asked === text ? data : undefined
  const isAnswered = asked === text && (data !== undefined || isError)
  const type = (next: string | undefined) => {
    setTyped(next === name ? undefined : next)
    setWish(undefined)
    setUnchosen(false)
  }
  const wished = (): Choice | undefined => {
    const named = found?.filter((each) => each.name.toLowerCase() === text.toLowerCase()) ?? []
    if (named.length === 1) return named[0]
    return wish === 'first' ? found?.[0] : undefined
  }
  useEffect(() => {
    if (wish === undefined || !isAnswered) return
    const choice = text === '' ? undefined : wished()
    if (choice) {
      onChoose(choice)
      type(undefined)
    } else {
      setUnchosen(text !== '')
      setWish(undefined)
    }
  })

  const current = useRef({ text, wish })
  current.current = { text, wish }
  const settled = useRef<(() => void)[]>([])
  useEffect(() => {
    if (wish !== undefined) return
    for (const tell of settled.current.splice(0)) tell()
  }, [wish])
  useEffect(
    () =>
      registerInput({
        element: () => input.current,
        isUnready: () => current.current.text !== '',
        async ready() {
          if (current.current.wish !== undefined)
            await new Promise<void>((resolve) => {
              settled.current.push(resolve)
            })
          return current.current.text === ''
        },
        complain: () => setUnchosen(true),
      }),
    [input],
  )
  const choose = (next: Wish) => {
    setAsked(text)
    setWish((now) => now ?? next)
  }
  return { text, typed, type, found, isUnchosen, choose, open: () => setOpen(true) }
}
