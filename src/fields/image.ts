import { idListType } from './id-list.ts'

/** Pictures, as a list of the ids of their files. */
export const imageType = idListType({
  code: 'IMAGE',
  word: 'image',
  objectRefusal: 'files by {name, hash} are not supported yet',
  refersTo: () => ({ to: 'file' }),
})
