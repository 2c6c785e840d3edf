import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../api/store.ts'

const announced = createStore('')

/** The texts that are announced together, because they belong to one update of the page. */
let together: string[] = []

/** Says a text to people who cannot see what has changed on the screen. */
export function announce(text: string): void {
  together.push(text)
  if (together.length > 1) return
  queueMicrotask(() => {
    announced.set(together.join('. '))
    together = []
  })
}

/** Says `text` when a count has risen, such as the number of unread notifications. */
export function useAnnouncedCount(count: number, text: string): void {
  const seen = useRef(count)
  useEffect(() => {
    if (count > seen.current) announce(text)
    seen.current = count
  }, [count, text])
}

/** The text that assistive technology reads when it changes. The shell renders this component once. */
export function Announcements() {
  return (
    <p className="visually-hidden" role="status">
      {useStore(announced)}
    </p>
  )
}
