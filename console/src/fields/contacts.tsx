interface Props {
  /** Entries with a text under `entryKey`. */
  readonly value: unknown
  readonly isInList: boolean
  readonly entryKey: string
  readonly hrefOf?: (text: string) => string
}

/** Contacts, such as phones: in one line of a list, or one below the other with links. */
export function Contacts({ value, isInList, entryKey, hrefOf }: Props) {
  const texts = (value as Record<string, string>[]).map((entry) => entry[entryKey] ?? '')
  if (isInList) return texts.join(', ')
  return texts.map((text) => <div key={text}>{hrefOf ? <a href={hrefOf(text)}>{text}</a> : text}</div>)
}
