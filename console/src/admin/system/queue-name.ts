import type { TextKey, Translate } from '../../i18n/index.tsx'

/** Returns what the jobs of a queue do, in words. A queue without a text is shown with the words of its own name. */
export function queueName(queue: string, t: Translate): string {
  const slug = queue.replace(/^every\//, '')
  const key = `jobs.queue_${slug}`
  const text = t(key as TextKey)
  if (text !== key) return text
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
