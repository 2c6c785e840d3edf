import type { DisplayProps } from '../../field-type.ts'

export const PhoneDisplay = (props: DisplayProps) => (
  <Contacts {...props} entryKey="tel" hrefOf={(tel) => `tel:${tel.replace(/[^\d+]/g, '')}`} />
)

export const EmailDisplay = (props: DisplayProps) => (
  <Contacts {...props} entryKey="email" hrefOf={(email) => `mailto:${email}`} />
)

export const AccountDisplay = (props: DisplayProps) => <Contacts {...props} entryKey="login" />

/** Contacts with a text under `entryKey`: in one line of a list, or one below the other with links. */
function Contacts(props: DisplayProps & { entryKey: string; hrefOf?: (text: string) => string }) {
  const { value, isInList, entryKey, hrefOf } = props
  const texts = (value as Record<string, string>[]).map((entry) => entry[entryKey] ?? '')
  if (isInList) return texts.join(', ')
  return texts.map((text) => <div key={text}>{hrefOf ? <a href={hrefOf(text)}>{text}</a> : text}</div>)
}
