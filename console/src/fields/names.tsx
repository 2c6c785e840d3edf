import type { ReactNode } from 'react'
import { type Named, namedEntries } from './named-entries.ts'

/** Names in one line of a list, or one below the other. `names` has the names that the entries themselves lack. */
export function Names(props: {
  value: unknown
  isInList: boolean
  names?: ReadonlyMap<string, string>
  link?: (entry: Named, name: string) => ReactNode
}) {
  const { value, isInList, names, link } = props
  const entries = namedEntries(value)
  const nameOf = ({ __id, __name }: Named): string => __name ?? names?.get(__id) ?? '…'
  if (isInList) return entries.map(nameOf).join(', ')
  return entries.map((entry) => {
    const name = nameOf(entry)
    return <div key={entry.__id}>{link ? link(entry, name) : name}</div>
  })
}
