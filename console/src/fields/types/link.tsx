import type { FieldType, ShowProps } from '../field-type.ts'

/** Addresses of web pages. Only http and https become links. */
export const linkType: FieldType = {
  code: 'LINK',
  Show: ({ value }: ShowProps) =>
    [value].flat().map((each) => {
      const address = String(each)
      if (!/^https?:\/\//i.test(address)) return <span key={address}>{address} </span>
      return (
        <a key={address} href={address} target="_blank" rel="noreferrer noopener">
          {address.replace(/^https?:\/\/(www\.)?/, '')}{' '}
        </a>
      )
    }),
  filter: () => 'text',
  isSortable: true,
}
