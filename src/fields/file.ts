import { idListType } from './id-list.ts'

/** Files, as a list of their ids. */
export const fileType = idListType({
  code: 'FILE',
  word: 'file',
  objectRefusal: 'files by {name, hash} are not supported yet',
  refersTo: () => ({ to: 'file' }),
})
