import { idListType } from './id-list.ts'

/** Files, stored as a list of their ids. */
export const fileType = idListType({
  code: 'FILE',
  word: 'file',
  takesUploads: true,
  refersTo: () => ({ to: 'file' }),
})
