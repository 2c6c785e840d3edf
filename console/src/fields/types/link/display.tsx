import type { DisplayProps } from '../../field-type.ts'

/** Addresses of web pages. Only http and https become links. */
export const LinkDisplay = ({ value }: DisplayProps) =>
  [value].flat().map((each) => {
    const address = String(each)
    if (!/^https?:\/\//i.test(address)) return <span key={address}>{address} </span>
    return (
      <a key={address} href={address} target="_blank" rel="noreferrer noopener">
        {address.replace(/^https?:\/\/(www\.)?/, '')}{' '}
      </a>
    )
  })
