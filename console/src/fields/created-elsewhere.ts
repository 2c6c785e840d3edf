import { useEffect, useRef } from 'react'
import { randomId } from '../api/upload-file.ts'

const channelName = 'chancery.created'

/** An element that another tab created for a field; `asker` is the id that the field gave to the tab. */
interface Created {
  readonly asker: string
  readonly id: string
  readonly name: string
}

/** Tells the form that opened this tab, in whichever tab it is, that the element exists. */
export function tellAsker(created: Created): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(created)
  channel.close()
}

/** Returns the id by which another tab tells this field about an element; `onCreated` takes the element. */
export function useCreatedElsewhere(onCreated: (created: Omit<Created, 'asker'>) => void): string {
  const id = useRef('')
  id.current ||= randomId()
  const asker = id.current
  const take = useRef(onCreated)
  take.current = onCreated
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<Created>) => {
      if (data.asker === asker) take.current(data)
    }
    return () => channel.close()
  }, [asker])
  return asker
}

/** Runs `tell` when the person looks at this tab: a message in a hidden tab would be gone by then. */
export function whenSeen(tell: () => void): void {
  if (document.visibilityState === 'visible') tell()
  else document.addEventListener('visibilitychange', tell, { once: true })
}
