import { idListType } from './id-list.ts'

/** Images, stored as a list of the ids of their files. */
export const imageType = idListType({
  code: 'IMAGE',
  word: 'image',
  takesUploads: true,
  refersTo: () => ({ to: 'file' }),
})
