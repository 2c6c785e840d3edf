import { useEffect, useState } from 'react'

const skeletonDelayMs = 150

/** Returns false at first and true after the delay, so that quick answers show no skeleton. */
export function useDelayed(delayMs = skeletonDelayMs): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isOver
}
